import Chats

/// Why the reader is taken to another place in a chat.
package enum ChatJump {
  /// The first hit of a search.
  case search
  /// A further hit of the same search.
  case hit
  /// A message: by a quote, a date.
  case message
  /// The end, the unread line, another chat.
  case other
}

/// A place that the reader was at.
package enum ReaderPlace: Equatable {
  /// A message of a chat, and the points between the view's top and its own.
  case message(Message.ID, top: Double, in: Conversation.ID)
  /// The end of a chat.
  case end(of: Conversation.ID)
  /// The hits in all chats.
  case results

  /// Whether it is the same place but for some points.
  func isLike(_ other: ReaderPlace) -> Bool {
    if case (.message(let a, _, _), .message(let b, _, _)) = (self, other) { a == b } else { self == other }
  }
}

/// The places that the reader jumped from, as a browser keeps the pages.
package struct PlaceHistory {
  /// The latest place is the last one.
  package private(set) var back: [ReaderPlace] = []
  /// The next place is the last one.
  package private(set) var forward: [ReaderPlace] = []

  package init(back: [ReaderPlace] = [], forward: [ReaderPlace] = []) {
    self.back = back
    self.forward = forward
  }
  /// Older places are forgotten.
  package static let limit = 100

  package var canGoBack: Bool { !back.isEmpty }
  package var canGoForward: Bool { !forward.isEmpty }

  /// The reader jumps from a place.
  package mutating func leave(_ place: ReaderPlace) {
    forward = []
    guard back.last?.isLike(place) != true else { return }
    back.append(place)
    if back.count > Self.limit { back.removeFirst(back.count - Self.limit) }
  }

  /// The place to go back to from another one, which ``goForward(from:)`` returns to.
  package mutating func goBack(from place: ReaderPlace?) -> ReaderPlace? {
    Self.move(&back, &forward, from: place)
  }

  /// The place that the reader came back from.
  package mutating func goForward(from place: ReaderPlace?) -> ReaderPlace? {
    Self.move(&forward, &back, from: place)
  }

  /// Forgets all places, as of another archive.
  package mutating func forget() { self = PlaceHistory() }

  private static func move(
    _ from: inout [ReaderPlace], _ to: inout [ReaderPlace], from place: ReaderPlace?
  ) -> ReaderPlace? {
    // The reader may be there already.
    while let last = from.last, let place, last == place { from.removeLast() }
    guard let next = from.popLast() else { return nil }
    if let place { to.append(place) }
    return next
  }
}
