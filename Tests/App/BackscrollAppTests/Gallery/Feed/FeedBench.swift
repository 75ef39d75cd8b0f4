import Foundation
import GitHubServer
@_spi(Testing) import Gtk
import GtkTestSupport
import ScrollCore
import StarredRepositories
import XCTest

@testable import AppBase
@testable import Backscroll
@testable import BackscrollApp
@testable import Controls
@testable import Showcase

/// The Feed tab in a window, with a room of the tests' server or another source.
@MainActor
final class FeedBench {
  let tab: FeedTab
  let window = Window()

  init(
    _ origin: FeedOrigin, latency: Duration = .zero, delay: @escaping Latency.Sleep = { _ in },
    wait: FeedWait? = nil
  ) {
    tab = FeedTab(origin: origin, latency: Latency(latency, sleep: delay), wait: wait)
    window.setDefaultSize(width: 700, height: 640)
    window.child = tab
    window.present()
    tab.start()
  }

  /// Runs `body` with the stars of `ada` in a room, which `settings` has prepared; pages are stored in `cache`.
  static func run(
    cache: TemporaryFolder? = nil, wait: FeedWait? = nil,
    prepare: @escaping @Sendable (ServerRoom) async throws -> Void,
    body: (FeedBench, ServerRoom) throws -> Void
  ) {
    do {
      let room = try ServerRoom()
      try finish { try await prepare(room) }
      try open(FeedOrigin(user: "ada", apiBase: room.address), cache: cache, wait: wait) {
        try body($0, room)
      }
    } catch { XCTFail("\(error)") }
  }

  /// Runs `body` with a tab whose pages are stored in a separate folder.
  static func open(
    _ origin: FeedOrigin, cache: TemporaryFolder? = nil, latency: Duration = .zero,
    delay: @escaping Latency.Sleep = { _ in }, wait: FeedWait? = nil, body: (FeedBench) throws -> Void
  ) throws {
    let folder = try cache ?? TemporaryFolder()
    setenv("XDG_CACHE_HOME", folder.url.path, 1)
    let bench = FeedBench(origin, latency: latency, delay: delay, wait: wait)
    // The folder is deleted with its last owner, so keep it longer than the tab.
    defer { withExtendedLifetime(folder) { bench.close() } }
    try body(bench)
  }

  /// The same as ``open(_:cache:latency:delay:body:)``. An error fails the test.
  static func visit(
    _ origin: FeedOrigin, latency: Duration = .zero, delay: @escaping Latency.Sleep = { _ in },
    body: (FeedBench) throws -> Void
  ) {
    do { try open(origin, latency: latency, delay: delay, body: body) } catch { XCTFail("\(error)") }
  }

  private func close() {
    window.destroy()
    drain()
  }

  /// Runs the loop until `work` has ended.
  static func finish(_ work: @escaping @Sendable () async throws -> Void) throws {
    var result: Result<Void, any Error>?
    Task {
      do { result = .success(try await work()) } catch { result = .failure(error) }
    }
    pump("the server's word") { result != nil }
    try result?.get()
  }

  var feed: FeedTab.Feed { tab.feed }
  /// The focused widget of the window.
  var focus: Widget? { window.focusWidget }

  /// The reason why the first page could not be loaded, once it has failed; otherwise the content in its place.
  var failure: String {
    pump("an end of the first load") { self.feed.content != .loading }
    if case .failed(let error) = feed.content { return "\(error)" }
    return "\(feed.content)"
  }

  /// Scrolls until `condition` holds.
  func scroll(by delta: Double = 300, until condition: () -> Bool) {
    var frames = 0
    while !condition(), frames < 20_000 {
      feed.list.vadjustment?.value += delta
      feed.list.queueDraw()
      MainLoop.iterate(mayBlock: true)
      frames += 1
    }
    XCTAssertTrue(condition(), "scrolling led nowhere")
  }

  /// Waits until all requested changes of the list are laid out and a frame has been painted since.
  func rest() {
    let frames = watch(0)
    pump("two frames") {
      if frames.values.count < 2 { feed.list.queueDraw() }
      return frames.values.count >= 2
    }
  }

  /// The place of a row in the feed, if it has one.
  func place(of id: Repository.ID) -> Double? {
    feed.list.row(.item(id))?.convert(Point(x: 0, y: 0), to: feed)?.y
  }

  /// The place of a row in each painted frame.
  final class Places {
    fileprivate(set) var values: [Double?] = []
  }

  /// Watches a row from now on.
  func watch(_ id: Repository.ID) -> Places {
    let places = Places()
    window.frameClock?.afterPaint.connect(weak: self) { places.values.append($0.place(of: id)) }
    return places
  }

  /// Closes the banner above the rows, like its button.
  func closeBanner() {
    guard let banner = tab.first(Notice.self) else { return XCTFail("no banner") }
    banner.text = nil
    banner.didClose?()
  }

  /// Whether a sentence is visible anywhere in the tab.
  func shows(_ words: String) -> Bool { tab.shownTexts.contains { $0.contains(words) } }
}
