import Chats

/// A former place of the reader.
enum ReaderPlace: Equatable {
  case chat(Conversation.ID, ChatPlace)
  /// The hits in all chats.
  case results
  /// The page of statistics over the window.
  case statistics

  /// Whether it is the same place, up to a few points.
  func isLike(_ other: ReaderPlace) -> Bool {
    if case (.chat(let a, .row(let row)), .chat(let b, .row(let otherRow))) = (self, other) {
      a == b && row.message == otherRow.message
    } else {
      self == other
    }
  }
}

/// The places from which the reader has jumped, like the history of a browser.
struct PlaceHistory {
  /// The latest place is the last one.
  private(set) var back: [ReaderPlace] = []
  /// The next place is the last one.
  private(set) var forward: [ReaderPlace] = []

  /// The most places that are kept. Older ones are forgotten.
  static let limit = 100

  var canGoBack: Bool { !back.isEmpty }
  var canGoForward: Bool { !forward.isEmpty }

  /// Stores the place before a jump.
  mutating func leave(_ place: ReaderPlace) {
    forward = []
    // The place behind the page of statistics is left together with the page.
    let last = back.last == .statistics && place != .statistics ? back.dropLast().last : back.last
    guard last?.isLike(place) != true else { return }
    back.append(place)
    if back.count > Self.limit { back.removeFirst(back.count - Self.limit) }
  }

  /// Returns the previous place. ``goForward(from:)`` returns to `place`.
  mutating func goBack(from place: ReaderPlace?) -> ReaderPlace? {
    Self.move(&back, &forward, from: place)
  }

  /// Returns the place from which the reader has gone back.
  mutating func goForward(from place: ReaderPlace?) -> ReaderPlace? {
    Self.move(&forward, &back, from: place)
  }

  /// Forgets all places, when another archive is opened.
  mutating func forget() { self = PlaceHistory() }

  private static func move(
    _ from: inout [ReaderPlace], _ to: inout [ReaderPlace], from place: ReaderPlace?
  ) -> ReaderPlace? {
    // Skip a place at which the reader already is.
    while let last = from.last, let place, last == place { from.removeLast() }
    guard let next = from.popLast() else { return nil }
    if let place { to.append(place) }
    return next
  }
}
