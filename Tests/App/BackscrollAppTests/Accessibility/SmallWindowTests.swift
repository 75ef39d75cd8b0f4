import Foundation
@_spi(Testing) import Gtk
import GtkTestSupport
import StarredRepositories
import XCTest

@testable import AppBase
@testable import BackscrollApp
@testable import ChatFormats
@testable import ChatStore
@testable import Controls
@testable import Importing
@testable import Reader
@testable import SampleChat
@testable import Showcase

/// Every page in the smallest window, 360 × 294, and with text of twice the size: no widget needs more than its size.
final class SmallWindowTests: XCTestCase {
  func testEveryPageFitsTheSmallestWindow() {
    onMainThread { SmallWindow.expectAllToFit(height: 294) }
  }

  // Widgets for touch are larger.
  func testEveryPageFitsALowWindowWhileFingersAreUsed() {
    onMainThread { SmallWindow.expectAllToFit(height: 480, isTouched: true) }
  }

  func testEveryPageFitsTheSmallestWindowFromRightToLeft() {
    onMainThread { SmallWindow.expectAllToFit(height: 294, isRightToLeft: true) }
  }

  func testEveryPageFitsANarrowWindowWithLargeText() {
    onMainThread { SmallWindow.expectAllToFit(height: 640, textScale: 2) }
  }

  func testAToolOutOfViewComesIntoItWithTheFocus() {
    onMainThread { SmallWindow.expectFocusToReachTheLastTool(isRightToLeft: false) }
  }

  func testAToolOutOfViewComesIntoItWithTheFocusFromRightToLeft() {
    onMainThread { SmallWindow.expectFocusToReachTheLastTool(isRightToLeft: true) }
  }

  func testMenusAndDialogsFitTheSmallestWindow() {
    onMainThread { SmallWindow.expectMenusAndDialogsToFit(textScale: 1) }
  }

  func testMenusAndDialogsFitTheSmallestWindowWithLargeText() {
    onMainThread { SmallWindow.expectMenusAndDialogsToFit(textScale: 2) }
  }

  func testEveryPageFitsTheSmallestWindowWithLargeText() {
    onMainThread { SmallWindow.expectAllToFit(height: 294, textScale: 2) }
  }

  func testEveryPageFitsTheSmallestWindowWithLargeTextRightToLeft() {
    onMainThread { SmallWindow.expectAllToFit(height: 294, textScale: 2, isRightToLeft: true) }
  }
}

/// The program's window at 360 points, on a separate archive.
@MainActor
private struct SmallWindow {
  static let width = 360

  let window: BackscrollWindow
  let height: Int
  let textScale: Int

  /// Shows all pages, and fails for each that does not fit.
  static func expectAllToFit(
    height: Int, textScale: Int = 1, isRightToLeft: Bool = false, isTouched: Bool = false,
    file: StaticString = #filePath, line: UInt = #line
  ) {
    var faults: [String] = []
    run(height: height, textScale: textScale, isRightToLeft: isRightToLeft) { small in
      if isTouched { small.window.lastInput = .touch }
      small.visitPages { page in faults += small.faults.map { "\(page): \($0)" } }
    }
    XCTAssertEqual(faults, [], file: file, line: line)
  }

  /// With large text, the tools are in one scrolling line, and the last one is beyond the window's edge until it has the focus.
  static func expectFocusToReachTheLastTool(
    isRightToLeft: Bool, file: StaticString = #filePath, line: UInt = #line
  ) {
    run(height: 294, textScale: 2, isRightToLeft: isRightToLeft) { small in
      small.window.show(.picker)
      small.paint()
      let row = small.page(PickerTab.self)!.first(ToolRow.self)!
      let last = row.flow.foldButton!
      @MainActor func isInView() -> Bool {
        guard let start = last.convert(Point(x: 0, y: 0), to: row) else { return false }
        return start.x >= 0 && start.x + Double(last.width) <= Double(row.width)
      }
      XCTAssertFalse(isInView(), file: file, line: line)
      last.takeFocus()
      pump("the tool in view", file: file, line: line) {
        row.queueDraw()
        return isInView()
      }
    }
  }

  /// Measures the menus and dialogs that the window opens.
  static func expectMenusAndDialogsToFit(textScale: Int, file: StaticString = #filePath, line: UInt = #line) {
    var faults: [String] = []
    run(height: 294, textScale: textScale, isRightToLeft: false) { small in
      @MainActor func expect(_ name: String, _ widget: Widget) {
        let width = widget.measured(.horizontal).minimum
        let height = widget.measured(.vertical, for: Self.width).minimum
        if width > Self.width || height > 294 { faults.append("\(name) needs \(width) × \(height)") }
      }
      for tab in Tab.allCases {
        small.window.show(tab)
        small.paint()
        for button in small.window.all(MenuButton.self) {
          if let popover = button.popover { expect("a menu of the \(tab)", popover) }
        }
      }
      let before = Window.all
      small.window.activateAction("win.show-help-overlay")
      AboutWindow().present(over: small.window)
      let dialogs = Window.all.filter { window in !before.contains { $0 === window } }
      XCTAssertEqual(dialogs.count, 2, file: file, line: line)
      for dialog in dialogs {
        pump("a dialog") { dialog.isMapped && dialog.width > 0 }
        expect("“\(dialog.title)”", dialog)
        dialog.destroy()
      }
    }
    XCTAssertEqual(faults, [], file: file, line: line)
  }

  private static func run(
    height: Int, textScale: Int, isRightToLeft: Bool, _ body: @escaping @MainActor (SmallWindow) -> Void
  ) {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "backscroll-\(UUID().uuidString)")
    try! FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.appendingPathComponent("a.sqlite").path
    let archive = try! Archive(path: path, mode: .createIfMissing)
    try! SyntheticConversation.generate(into: archive, messages: 60, seed: 3)
    archive.close()
    let settings = DesktopSettings.current!
    let before = (settings.fontResolution, settings.enableAnimations)
    settings.fontResolution = 96 * Double(textScale)
    settings.enableAnimations = false
    Widget.setDefaultRightToLeft(isRightToLeft)
    let theme = Theme(.light)
    let application = Application(id: "io.github.backscroll.SmallWindow", isUnique: false)
    application.activated.connect(weak: application) { application in
      let options = try! WindowOptions.parse(["--tab", "chat"])
      let window = BackscrollWindow(application, source: .file(path: path), options: options)
      window.setDefaultSize(width: width, height: height)
      window.presentWhenReady()
      pump("the window") { window.isMapped && window.width > 0 }
      body(SmallWindow(window: window, height: height, textScale: textScale))
      window.destroy()
      drain()
    }
    application.run()
    theme.uninstall()
    Widget.setDefaultRightToLeft(false)
    (settings.fontResolution, settings.enableAnimations) = before
    try? FileManager.default.removeItem(at: folder)
  }

  // MARK: Pages

  /// Shows each page of the window, and each state of a page with a content of its own.
  private func visitPages(_ body: (String) -> Void) {
    func visit(_ name: String) {
      paint()
      body(name)
    }
    pump("the messages") { page(ChatTab.self)?.view?.feed.content == .items }
    visit("chat")
    let chat = page(ChatTab.self)!.view!
    chat.dates.open()
    pump("the dates") { chat.dates.panel?.hit != nil }
    visit("chat, a date")
    chat.dates.close()
    chat.notice = .noSuchPlace(LongFailure())
    visit("chat, an error")
    chat.displacement = .replaced(path: "/home/somebody/Archives/a-long-name-of-an-archive.sqlite")
    visit("chat, another archive")
    chat.displacement = nil
    chat.draft = String(repeating: "A line of a long message.\n", count: 12)
    visit("chat, a long message")
    chat.draft = ""
    window.offerImport(of: [
      "/home/somebody/Downloads/ChatExport_2026-11-22-of-a-long-conversation/result.json"
    ])
    let asked = window.first(ImportPage.self)
    pump("the survey") { asked?.form.survey.isComplete == true }
    visit("chat, an import of nothing")
    asked?.show(
      .made([("A conversation with a long name", (1...9).map { "Somebody with a long name, \($0)" })]) {
        $0.assumedZone = .gmt
        $0.questions = [.dayOrder]
        $0.chats[0].media = .init(count: 3, foundCount: 2, byteCount: 1_000_000)
      })
    visit("chat, an import")
    asked?.didCancel?()
    var outcome = ImportOutcome(archivePath: "/home/somebody/Archives/another.sqlite")
    outcome.failures = (0..<4).map { _ in LongFailure().description }
    window.showImported(outcome)
    visit("chat, a result")
    // With large text, both together leave no line for the messages.
    if textScale == 1 || height > 294 {
      chat.notice = .noSuchPlace(LongFailure())
      visit("chat, a result and an error")
      chat.notice = nil
    }
    let imports = window.first(ImportPanel.self)
    imports?.didClose?()
    let hint = window.first(DropHint.self)!
    hint.show(ImportRequest(["/home/somebody/result.json"], from: .demo))
    visit("a drop")
    hint.visible = false
    window.show(.lab)
    visit("lab")
    window.show(.feed)
    let feed = page(FeedTab.self)!
    pump("the first page") { feed.feed.items.count == 30 && feed.feed.visibleItems.count > 0 }
    visit("feed")
    feed.open(feed.feed.items[0])
    visit("repository")
    feed.goBack()
    feed.setFilter(FeedFilter(language: "No such language of any repository"))
    pump("nothing") { feed.feed.content == .empty }
    visit("feed, nothing")
    window.show(.carousel)
    let carousel = page(CarouselTab.self)!
    for choice in CarouselChoice.allCases {
      carousel.style = choice
      visit("carousel, \(choice)")
    }
    carousel.open(0)
    visit("film")
    carousel.goBack()
    carousel.setCount(0)
    visit("carousel, empty")
    window.show(.picker)
    let picker = page(PickerTab.self)!
    pump("the first call") { !picker.card.rows.isEmpty }
    visit("picker")
  }

  private func page<Page: Widget>(_ type: Page.Type) -> Page? { window.first(type) }

  /// Waits until the window has laid out and painted its content.
  private func paint() { GtkTestSupport.paint(window) }

  // MARK: Faults

  /// The widgets that do not fit.
  private var faults: [String] {
    let least = (
      width: window.measured(.horizontal).minimum,
      height: window.measured(.vertical, for: window.width).minimum
    )
    var faults: [String] = []
    if window.width > Self.width { faults.append("has widened the window to \(window.width) points") }
    if least.width > Self.width {
      faults.append("needs \(least.width) points of width: \(largest(.horizontal, in: window))")
    }
    if least.height > height {
      faults.append("needs \(least.height) points of height: \(largest(.vertical, in: window))")
    }
    return faults + overhanging(window, path: "")
  }

  /// The path to the largest widget: the child that needs most, its child that needs most, and so on.
  private func largest(_ orientation: Orientation, in widget: Widget) -> String {
    func least(_ child: Widget) -> Int {
      child.measured(
        orientation,
        for: orientation == .horizontal ? -1 : max(child.width, child.measured(.horizontal).minimum)
      ).minimum
    }
    let children = widget.children.filter(\.visible).map { ($0, least($0)) }
    guard let most = children.max(by: { $0.1 < $1.1 }) else { return "" }
    return "\(type(of: most.0)) \(most.1) / " + largest(orientation, in: most.0)
  }

  /// The mapped widgets that extend beyond the window's edges without a scroller around them.
  private func overhanging(_ widget: Widget, path: String) -> [String] {
    guard widget.isMapped else { return [] }
    let path = "\(path)/\(type(of: widget))"
    // A scroller clips its content, and so does a carousel.
    let isPort = widget.overflow == .hidden && !(widget is HeaderFrame)
    if widget !== window, widget.window === window,
      let start = widget.convert(Point(x: 0, y: 0), to: window),
      start.x < -1 || start.y < -1 || start.x + Double(widget.width) > Double(window.width) + 1
        || start.y + Double(widget.height) > Double(window.height) + 1
    {
      return ["\(path) at \(start.x), \(start.y) is \(widget.width) × \(widget.height)"]
    }
    return isPort ? [] : widget.children.flatMap { overhanging($0, path: path) }
  }
}

private struct LongFailure: Error, CustomStringConvertible {
  let description =
    "Something went wrong with “a-file-with-a-long-name-that-does-not-break.sqlite”, and the sentence about it is long."
}
