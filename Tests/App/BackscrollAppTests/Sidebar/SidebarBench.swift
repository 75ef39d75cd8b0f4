import ChatStore
import Chats
import Foundation
@_spi(Testing) import Gtk
import GtkTestSupport
import XCTest

@testable import AppBase
@testable import Backscroll
@testable import BackscrollApp
@testable import Controls
@testable import Reader

/// The program's window on an archive with a number of chats.
@MainActor
struct SidebarBench {
  let window: BackscrollWindow
  let archive: Archive

  /// The largest width of the window's own edges, in points.
  private static let frame = 12

  var view: ChatSidebar { window.sidebar.view }

  /// The title of a chat; the latest one has the highest number.
  static func title(_ number: Int) -> String { "Chat \(number)" }

  static func message(_ text: String, in chat: Int, _ minute: Int) -> ImportedMessage {
    ImportedMessage(
      conversationKey: "chat\(chat)", conversationTitle: title(chat), sourceID: "\(minute)",
      sender: .init(key: "ann\(minute % 2)", name: minute % 2 == 0 ? "Ann" : "Bob"), isOwn: false,
      sentAt: 1_700_000_000_000 + Int64(chat) * 1_000 + Int64(minute) * 60_000_000, text: text)
  }

  static func run(
    chats: Int = 5, adding extra: (URL) -> [ImportedMessage] = { _ in [] }, width: Int = 1_000,
    height: Int = 640, animated: Bool = false, showsDemoTabs: Bool = true,
    arguments: [String] = ["--tab", "chat"],
    file: StaticString = #filePath, line: UInt = #line, _ body: @escaping @MainActor (SidebarBench) -> Void
  ) {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "backscroll-\(UUID().uuidString)")
    try! FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("a.sqlite").path
    let archive = try! Archive(path: path, mode: .createIfMissing)
    let context = ImportContext(id: try! archive.beginImport(of: "/export.json", at: 1))
    _ = try! archive.writeBatch(
      (1...max(1, chats)).flatMap { chat in (0..<2).map { message("Word \($0)", in: chat, $0) } },
      context: context)
    let added = extra(folder)
    if !added.isEmpty { _ = try! archive.writeBatch(added) }
    open(
      path, width: width, height: height, animated: animated, showsDemoTabs: showsDemoTabs,
      arguments: arguments
    ) { window in
      let bench = SidebarBench(window: window, archive: archive)
      let all = chats + Set(added.map(\.conversationKey)).count
      pump("the chats", file: file, line: line) { bench.view.contents.chats.count == all }
      pump("the messages", file: file, line: line) { bench.tab.view?.feed.content == .items }
      bench.paint()
      body(bench)
    }
  }

  /// Opens a window on a file, which need not be an archive.
  static func open(
    _ path: String, width: Int = 1_000, height: Int = 640, animated: Bool = false, showsDemoTabs: Bool = true,
    arguments: [String] = ["--tab", "chat"], _ body: @escaping @MainActor (BackscrollWindow) -> Void
  ) {
    let settings = DesktopSettings.current!
    let before = settings.enableAnimations
    settings.enableAnimations = animated
    Settings.update {
      $0.sidebarIsOpen = nil
      $0.sidebarWidth = nil
      $0.chatOrder = nil
      $0.windowSize = nil
    }
    let theme = Theme(.light)
    let application = Application(id: "io.github.backscroll.Sidebar", isUnique: false)
    application.activated.connect(weak: application) { application in
      let options = try! WindowOptions.parse(arguments)
      let window = BackscrollWindow(
        application, source: .file(path: path), options: options, showsDemoTabs: showsDemoTabs)
      window.setDefaultSize(width: width, height: height)
      window.presentWhenReady()
      pump("the window") { window.isMapped && window.width > 0 }
      body(window)
      window.destroy()
      drain()
    }
    application.run()
    theme.uninstall()
    settings.enableAnimations = before
  }

  var tab: ChatTab { find(ChatTab.self, in: window)! }

  func find<Found: Widget>(_ type: Found.Type, in widget: Widget) -> Found? { widget.first(type) }
  func all<Found: Widget>(_ type: Found.Type, in widget: Widget) -> [Found] { widget.all(type) }

  /// The titles of the rows in view, in their order.
  var titles: [String] { view.model.items.compactMap { $0.chat?.title } }
  /// The title of the shown chat.
  var shown: String? { tab.view?.conversation.title }

  /// The left edge of a widget in the window.
  func x(_ widget: Widget) -> Double { widget.convert(Point(x: 0, y: 0), to: window)?.x ?? .nan }

  /// Waits until the window has laid out and painted its content.
  func paint() { GtkTestSupport.paint(window) }

  /// Gives the window another size, which may include its frame.
  func resize(_ width: Int, _ height: Int = 640) {
    window.setDefaultSize(width: width, height: height)
    pump("\(width) points") { (width - Self.frame...width).contains(window.width) }
    paint()
  }
}
