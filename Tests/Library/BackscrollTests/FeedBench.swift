import Gtk
import GtkTestSupport
import Paging
import Synchronization
import XCTest

@testable import Backscroll

/// An entry of the test's feed; its height follows from `lines`.
struct Entry: Identifiable, Equatable, Sendable {
  let id: Int
  var lines = 2
}

/// Answers pages from `count` consecutive numbers. The test may hold the answers back or make them fail.
final class EntrySource: PageSource {
  private typealias Held = (name: String, answer: CheckedContinuation<Void, any Error>)

  private enum Gate {
    case open, closed
    case failing(any Error)
  }

  private struct State {
    var first = 0
    var count: Int
    /// The number that replaces the first one.
    var replacement: Int?
    var asked: [String] = []
    var gate = Gate.open
    var held: [Held] = []
  }

  private let state: Mutex<State>

  init(count: Int) { state = Mutex(State(count: count)) }

  /// The cursors of the requests so far; "first" without a cursor.
  var asked: [String] { state.withLock { $0.asked } }

  /// Holds all further answers back.
  func close() { state.withLock { $0.gate = .closed } }

  /// Answers all held and all further requests, with a failure if given.
  func open(failing failure: (any Error)? = nil) {
    state.withLock { state in
      state.gate = failure.map { .failing($0) } ?? .open
      for (_, answer) in state.held {
        if let failure { answer.resume(throwing: failure) } else { answer.resume() }
      }
      state.held = []
    }
  }

  /// Answers the oldest held request of this name.
  func answer(_ name: String) {
    state.withLock { state in
      guard let index = state.held.firstIndex(where: { $0.name == name }) else { return }
      state.held.remove(at: index).answer.resume()
    }
  }

  /// Adds items at the top.
  func grow(by count: Int) {
    state.withLock {
      $0.first -= count
      $0.count += count
    }
  }

  /// Replaces the first item by another one.
  func replaceFirst(by id: Int) { state.withLock { $0.replacement = id } }

  func page(after cursor: Int?, limit: Int) async throws -> Page<Entry, Int> {
    let name = cursor.map { "\($0)" } ?? "first"
    try await withCheckedThrowingContinuation { answer in
      state.withLock { state in
        state.asked.append(name)
        switch state.gate {
        case .open: answer.resume()
        case .failing(let failure): answer.resume(throwing: failure)
        case .closed: state.held.append((name, answer))
        }
      }
    }
    return state.withLock { state in
      let start = cursor ?? state.first
      let end = min(state.first + state.count, start + limit)
      let items = (start..<max(start, end)).map { number in
        let id = number == state.first ? state.replacement ?? number : number
        return Entry(id: id, lines: 1 + abs(number) * 7 % 4)
      }
      return Page(items: items, next: end < state.first + state.count ? end : nil)
    }
  }
}

final class EntryRow: CustomWidget {
  var entry = Entry(id: -1) {
    didSet { if entry != oldValue { queueResize() } }
  }

  override var requestMode: RequestMode { .heightForWidth }
  override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    Measure(minimum: orientation == .horizontal ? 50 : 30 + 20 * entry.lines)
  }
}

/// A feed in a window, its callbacks, and the places of its items in each painted frame.
@MainActor
final class FeedBench {
  typealias Feed = PagedFeed<EntrySource, EntryRow>

  let source: EntrySource
  let feed: Feed
  let window = Window()
  private(set) var frames: [[Int: Double]] = []
  private(set) var contents: [PagedContent] = []
  /// The reported numbers of new items.
  private(set) var newItems: [Int] = []

  init(count: Int, pageSize: Int = 30, height: Int = 600) {
    source = EntrySource(count: count)
    feed = PagedFeed(
      source, pageSize: pageSize, makeRow: EntryRow.init, makeSkeleton: { EntryRow() },
      bind: { row, entry in row.entry = entry })
    feed.didChangeContent.connect(weak: self) { $0.contents.append($1) }
    feed.didChangeNewItems.connect(weak: self) { $0.newItems.append($1) }
    window.decorated = false
    window.setDefaultSize(width: 400, height: height)
    window.child = feed
  }

  func open() {
    window.present()
    pump("a first frame") { self.window.frameClock != nil && self.feed.isMapped }
    window.frameClock!.afterPaint.connect(weak: self) { $0.record() }
    feed.start()
  }

  func close() {
    window.destroy()
    source.open()
    drain()
  }

  private func record() {
    var places: [Int: Double] = [:]
    for index in feed.visibleItems {
      let id = feed.items[index].id
      if let row = feed.list.row(.item(id)), row.isMapped,
        let point = row.convert(Point(x: 0, y: 0), to: feed)
      {
        places[id] = point.y
      }
    }
    frames.append(places)
  }

  /// Waits until the rows are laid out and two new frames in a row are equal, and runs the work that follows.
  func settle(file: StaticString = #filePath, line: UInt = #line) {
    let start = frames.count
    pump("a still feed", file: file, line: line) {
      let isStill = frames.count >= start + 2 && frames.last == frames[frames.count - 2]
      if isStill, feed.list.isLaidOut { return true }
      feed.list.queueDraw()
      return false
    }
    drain()
  }

  /// Waits for a content and for its rows.
  func wait(for content: PagedContent, file: StaticString = #filePath, line: UInt = #line) {
    pump("\(content)", file: file, line: line) { feed.content == content }
    settle(file: file, line: line)
  }

  func scroll(by delta: Double) {
    feed.list.vadjustment!.value += delta
    settle()
  }

  /// Scrolls by `delta` in each frame until the condition holds.
  func scroll(
    by delta: Double, until what: String, file: StaticString = #filePath, line: UInt = #line,
    _ condition: () -> Bool
  ) {
    var painted = frames.count
    pump(what, file: file, line: line) {
      if condition() { return true }
      if frames.count > painted {
        painted = frames.count
        feed.list.vadjustment!.value += delta
      }
      feed.list.queueDraw()
      return false
    }
  }

  /// The item nearest to a place 100 points below the top, and its place.
  var readItem: (id: Int, place: Double) {
    let (id, place) = frames.last!.min { abs($0.value - 100) < abs($1.value - 100) }!
    return (id, place)
  }

  func drift(of id: Int, from place: Double, since start: Int) -> Double {
    frames[start...].map { abs(($0[id] ?? .infinity) - place) }.max() ?? .infinity
  }
}
