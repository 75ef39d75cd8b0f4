import ChatArchive

/// One short line of the Lab's conversation.
struct LabMessage: Identifiable, Hashable {
  /// Its place in the conversation, counted from the oldest.
  let id: Int
  let text: String
  let isOwn: Bool
}

/// The conversation that all columns of the Lab read, page by page from its end.
struct LabData {
  /// Messages a list has at first, and those that a page brings.
  static let atFirst = 50
  static let page = 30
  /// Pages there are to load; then the columns begin again.
  static let pages = 20
  /// Characters of a message that are shown: a bubble of a few short lines.
  private static let longest = 48

  private let messages: [LabMessage]

  init(seed: UInt64 = SyntheticConversation.usualSeed) {
    let wanted = Self.atFirst + Self.page * Self.pages
    // More than wanted, since what has no text, or is told by the service, is left out.
    let spoken = SyntheticConversation(seed: seed, count: wanted * 2).filter {
      $0.kind == .normal && !$0.text.isEmpty
    }
    messages = spoken.suffix(wanted).enumerated().map { index, message in
      LabMessage(id: index, text: Self.shortened(message.text), isOwn: message.isOwn)
    }
  }

  var count: Int { messages.count }

  /// The newest messages, as a list has them at first.
  var newest: [LabMessage] { Array(messages.suffix(Self.atFirst)) }

  /// The page before what a list of `loaded` messages holds; empty at the conversation's beginning.
  func page(beforeLast loaded: Int) -> [LabMessage] {
    Array(messages.dropLast(loaded).suffix(Self.page))
  }

  private static func shortened(_ text: String) -> String {
    let line = text.prefix { !$0.isNewline }
    guard line.count > longest else { return String(line) }
    let head = line.prefix(longest)
    return (head.lastIndex(of: " ").map { head[..<$0] } ?? head) + "…"
  }
}
