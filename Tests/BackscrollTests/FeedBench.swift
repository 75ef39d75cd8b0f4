import Gtk
import GtkTestSupport
import Paging
import XCTest

@testable import Backscroll

/// An entry of the test's feed; its height follows from `lines`.
struct Entry: Identifiable, Equatable, Sendable {
  let id: Int
  var lines = 2
}

/// Answers pages out of 0..<count when the test lets it, and fails them when the test says so.
final class EntrySource: PageSource {
  actor Desk {
    var count: Int
    var first = 0
    var asked: [String] = []
    private var isOpen = true
    private var failure: (any Error)?
    private var waiting: [(name: String, continuation: CheckedContinuation<Void, any Error>)] = []

    init(count: Int) { self.count = count }

    func pass(_ name: String) async throws -> (Int, Int) {
      asked.append(name)
      if isOpen {
        if let failure { throw failure }
      } else {
        try await withCheckedThrowingContinuation { waiting.append((name, $0)) }
      }
      return (first, count)
    }

    func close() { isOpen = false }
    func open(failing: (any Error)? = nil) {
      isOpen = true
      failure = failing
      for (_, page) in waiting { if let failing { page.resume(throwing: failing) } else { page.resume() } }
      waiting = []
    }
    /// Answers one request, the oldest of this name; the others go on waiting.
    func answer(_ name: String) {
      guard let index = waiting.firstIndex(where: { $0.name == name }) else { return }
      waiting.remove(at: index).continuation.resume()
    }
    /// Another item is on top, and the one that was is no more.
    func replaceFirst(by id: Int) { replacement = id }
    private(set) var replacement: Int?
    /// Items have come at the top.
    func grow(by count: Int) {
      first -= count
      self.count += count
    }
  }

  let desk: Desk
  let name: String

  init(count: Int, name: String = "") {
    desk = Desk(count: count)
    self.name = name
  }

  func page(after start: Int?, limit: Int) async throws -> Page<Entry, Int> {
    let (first, count) = try await desk.pass(name + (start.map { "\($0)" } ?? "first"))
    let from = start ?? first
    let end = min(first + count, from + limit)
    let replacement = await desk.replacement
    let items = (from..<max(from, end)).map { number in
      Entry(id: number == first ? replacement ?? number : number, lines: 1 + abs(number) * 7 % 4)
    }
    return Page(items: items, next: end < first + count ? end : nil)
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

/// A feed in a window, what it told, and where its items stood in each painted frame.
@MainActor
final class FeedBench {
  typealias Feed = PagedFeed<EntrySource, EntryRow>

  let source: EntrySource
  let feed: Feed
  let window = Window()
  private(set) var frames: [[Int: Double]] = []
  private(set) var contents: [PagedContent] = []
  private(set) var told: [Int] = []

  init(count: Int, pageSize: Int = 30, height: Int = 600) {
    source = EntrySource(count: count)
    feed = PagedFeed(
      source, pageSize: pageSize, makeRow: EntryRow.init, makeSkeleton: { EntryRow() },
      bind: { row, entry in row.entry = entry })
    feed.didChangeContent = { [weak self] in self?.contents.append($0) }
    feed.didChangeNewItems = { [weak self] in self?.told.append($0) }
    window.isDecorated = false
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
    gate { await $0.open() }
    drain()
  }

  func gate(
    of other: EntrySource? = nil, _ body: @escaping @Sendable (EntrySource.Desk) async -> Void
  ) {
    let desk = (other ?? source).desk
    var isDone = false
    Task {
      await body(desk)
      isDone = true
    }
    pump("the gate") { isDone }
  }

  var asked: [String] {
    var found: [String] = []
    let desk = source.desk
    var isDone = false
    Task {
      found = await desk.asked
      isDone = true
    }
    pump("the gate") { isDone }
    return found
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

  func frame(_ count: Int = 1) {
    let goal = frames.count + count
    pump("\(count) frames") {
      if self.frames.count < goal { self.feed.list.queueDraw() }
      return self.frames.count >= goal
    }
  }

  func wait(for content: PagedContent) { pump("\(content)") { self.feed.content == content } }
  func scroll(by delta: Double) {
    feed.list.verticalAdjustment!.value += delta
    frame(2)
  }

  func drift(of id: Int, from place: Double, since start: Int) -> Double {
    frames[start...].map { abs(($0[id] ?? .infinity) - place) }.max() ?? .infinity
  }
}
