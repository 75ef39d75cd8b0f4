import Chats

/// The reader's changes to the look of a message.
package struct RowChoices: Hashable {
  /// Whether a long text is fully shown.
  var isUnfolded = false
  /// Whether hidden words are shown.
  var showsSpoilers = false
  /// The attachments whose hidden pictures are shown.
  var shownPictures: Set<Int> = []
  /// The sections of quotes that are fully shown.
  var expandedQuotes: Set<Int> = []
  /// The attachments whose words are fully shown.
  var unfoldedTranscripts: Set<Int> = []
}

/// The reader's choices in one conversation. They are kept here because rows are reused for other messages.
@MainActor
package final class RowMemory {
  package init() {}

  private var choices: [Message.ID: RowChoices] = [:]

  package subscript(id: Message.ID) -> RowChoices {
    get { choices[id] ?? RowChoices() }
    set { choices[id] = newValue == RowChoices() ? nil : newValue }
  }

  /// Hides revealed words and pictures again. Returns the messages whose look changes; their heights do not change.
  package func hideSpoilers() -> [Message.ID] {
    let shown = choices.filter { $0.value.showsSpoilers || !$0.value.shownPictures.isEmpty }.map(\.key)
    for id in shown {
      self[id].showsSpoilers = false
      self[id].shownPictures = []
    }
    return shown
  }
}
