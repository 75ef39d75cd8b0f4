import Chats

/// What the reader has changed about the look of a message.
package struct RowChoices: Hashable {
  /// All of a long text is shown.
  var isUnfolded = false
  /// Hidden words are shown.
  var showsSpoilers = false
  /// The attachments whose hidden pictures are shown.
  var shownPictures: Set<Int> = []
  /// The sections of quotes that are shown whole.
  var expandedQuotes: Set<Int> = []
}

/// The choices of a reader in one conversation. Rows are reused for other messages, so they are kept here.
@MainActor
package final class RowMemory {
  package init() {}

  private var choices: [Message.ID: RowChoices] = [:]

  package subscript(id: Message.ID) -> RowChoices {
    get { choices[id] ?? RowChoices() }
    set { choices[id] = newValue == RowChoices() ? nil : newValue }
  }

  /// Hides again what was hidden at first. Returns the messages that look different now; their heights do not change.
  package func hideSpoilers() -> [Message.ID] {
    let shown = choices.filter { $0.value.showsSpoilers || !$0.value.shownPictures.isEmpty }.map(\.key)
    for id in shown {
      self[id].showsSpoilers = false
      self[id].shownPictures = []
    }
    return shown
  }
}
