/// A place that the reader was at.
enum ReaderPlace: Equatable {
  case chat(ChatDestination)
  /// The hits in all chats.
  case results

  /// Whether it is the same place but for some points.
  func isLike(_ other: ReaderPlace) -> Bool {
    if case (.chat(let a), .chat(let b)) = (self, other) { a.isNear(b) } else { self == other }
  }
}

/// The places that the reader jumped from, as a browser keeps the pages.
struct PlaceHistory {
  /// The latest place is the last one.
  private(set) var back: [ReaderPlace] = []
  /// The next place is the last one.
  private(set) var forward: [ReaderPlace] = []

  /// Older places are forgotten.
  static let limit = 100

  var canGoBack: Bool { !back.isEmpty }
  var canGoForward: Bool { !forward.isEmpty }

  /// The reader jumps from a place.
  mutating func leave(_ place: ReaderPlace) {
    forward = []
    guard back.last?.isLike(place) != true else { return }
    back.append(place)
    if back.count > Self.limit { back.removeFirst(back.count - Self.limit) }
  }

  /// The place to go back to from another one, which ``goForward(from:)`` returns to.
  mutating func goBack(from place: ReaderPlace?) -> ReaderPlace? {
    Self.move(&back, &forward, from: place)
  }

  /// The place that the reader came back from.
  mutating func goForward(from place: ReaderPlace?) -> ReaderPlace? {
    Self.move(&forward, &back, from: place)
  }

  /// Forgets all places, as of another archive.
  mutating func forget() { self = PlaceHistory() }

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
