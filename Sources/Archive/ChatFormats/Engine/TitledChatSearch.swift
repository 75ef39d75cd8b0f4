import Chats

/// Finds the chat of an export among the chats of its title, by common messages.
struct TitledChatSearch {
  /// The number of common messages that decide. Between chats of the same people, one does.
  private static let decisive = 3

  private let chats: [TitledChat]
  /// The messages at the ends of the chats that the export has as well.
  private var found: [Set<TitledChat.Moment>]

  /// - Parameter chats: At least one.
  init(_ chats: [TitledChat]) {
    self.chats = chats
    found = Array(repeating: [], count: chats.count)
  }

  /// Reads as many messages as are compared at the beginning of an export.
  static func beginning(of source: inout some ImportSource) -> [ImportItem] {
    var items: [ImportItem] = []
    var count = 0
    while count < TitledChat.endLength, let item = source.next() {
      if item.message != nil { count += 1 }
      items.append(item)
    }
    return items
  }

  /// The number of moments that an export has.
  static func count(_ moments: Set<TitledChat.Moment>, in export: ImportInput) -> Int {
    guard var source = try? export.format.reader.init(export) else { return 0 }
    var found: Set<TitledChat.Moment> = []
    while let item = source.next() {
      if let moment = item.message.map(TitledChat.Moment.init), moments.contains(moment) {
        found.insert(moment)
      }
    }
    return found.count
  }

  /// The chat of an export; nil if it has too little in common with all of them.
  ///
  /// - Parameter beginning: The first items of the export; see ``beginning(of:)``. Only if they do not decide, the whole
  ///   export is read.
  mutating func chat(
    of export: ImportInput, beginning: [ImportItem], isCancelled: () -> Bool
  ) throws(ArchiveError) -> TitledChat? {
    var ends = TitledEnds()
    for message in beginning.lazy.compactMap(\.message) { ends.add(message) }
    for chat in chats where try chat.countCommon(ends.first) >= Self.decisive { return chat }
    guard var source = try? export.format.reader.init(export) else { return nil }
    ends = TitledEnds()
    while !isCancelled(), let item = source.next() {
      guard let message = item.message else { continue }
      let moment = ends.add(message)
      for (index, chat) in chats.enumerated() where chat.ends.contains(moment) {
        found[index].insert(moment)
        if found[index].count >= Self.decisive { return chat }
      }
    }
    for (index, chat) in chats.enumerated() {
      let common = max(found[index].count, try chat.countCommon(ends.moments))
      let few = min(Self.decisive, ends.moments.count, chat.ends.count)
      if common >= few || common > 0 && ends.hasSamePeople(as: chat) { return chat }
    }
    return nil
  }
}

/// The first and the last messages of an export, and its people.
struct TitledEnds {
  private(set) var first: Set<TitledChat.Moment> = []
  private var last: [TitledChat.Moment] = []
  private var people: Set<String> = []
  private var count = 0

  /// Adds the next message.
  @discardableResult
  mutating func add(_ message: ImportedMessage) -> TitledChat.Moment {
    let moment = TitledChat.Moment(message)
    if count < TitledChat.endLength {
      first.insert(moment)
    } else if last.count < TitledChat.endLength {
      last.append(moment)
    } else {
      last[count % TitledChat.endLength] = moment
    }
    count += 1
    if message.kind != .service, let name = message.sender?.name { people.insert(name) }
    return moment
  }

  /// The moments at both ends.
  var moments: Set<TitledChat.Moment> { first.union(last) }

  /// Whether all people of the one chat write in the other one.
  func hasSamePeople(as chat: TitledChat) -> Bool {
    people.count > 1 && chat.people.count > 1
      && (people.isSubset(of: chat.people) || chat.people.isSubset(of: people))
  }

  /// The export as a chat with which later ones are compared.
  func chat(_ countCommon: @escaping @Sendable (Set<TitledChat.Moment>) -> Int) -> TitledChat {
    TitledChat(id: 0, people: people, ends: moments, countCommon: countCommon)
  }
}

extension TitledChat.Moment {
  init(_ message: ImportedMessage) {
    self.init(minute: TimeResolution.minute(of: message.sentAt), text: message.text)
  }
}

extension ImportItem {
  /// The message; nil for a problem.
  var message: ImportedMessage? { if case .message(let message) = self { message } else { nil } }
}
