import ChatStore
import Chats
import Foundation
@_spi(Testing) import Gtk
import GtkTestSupport
import XCTest

@testable import AppBase
@testable import Backscroll
@testable import BackscrollApp
@testable import Commands
@testable import Finding
@testable import MessageRow
@testable import Reader

/// Holds the answers of a search back until the test releases them, by the searched text.
actor AnswerGate {
  private var held: Set<String> = []
  private var waiting: [(text: String, answer: CheckedContinuation<Void, any Error>)] = []
  private var failures: [String: any Error] = [:]
  /// The queries, in order.
  private(set) var asked: [String] = []

  func hold(_ text: String) { held.insert(text) }
  func fail(_ text: String, with error: (any Error)?) { failures[text] = error }

  func release(_ text: String) {
    held.remove(text)
    for entry in waiting where entry.text == text { entry.answer.resume() }
    waiting.removeAll { $0.text == text }
  }

  func pass(_ text: String) async throws {
    asked.append(text)
    if let failure = failures[text] { throw failure }
    guard held.contains(text) else { return }
    try await withCheckedThrowingContinuation { waiting.append((text, $0)) }
  }
}

/// The Chat tab on an archive of two chats in which every fiftieth message is about a boiler.
@MainActor
struct FindBench {
  let tab: ChatTab
  let window: Window
  let archive: Archive
  let gate: AnswerGate

  static let count = 300

  nonisolated static func text(_ number: Int, in chat: String) -> String {
    number % 50 == 0 ? "The boiler drips, for the time \(number)" : "Message number \(number) in \(chat)"
  }

  nonisolated static func message(
    _ text: String, in chat: String, _ number: Int, sender: String = "Ann",
    attachments: [Attachment] = []
  ) -> ImportedMessage {
    var message = ImportedMessage(
      conversationKey: chat, conversationTitle: chat, sourceID: "\(number)",
      sender: .init(key: sender.lowercased(), name: sender), isOwn: false,
      sentAt: 1_700_000_000_000 + Int64(number) * 3_600_000, text: text)
    message.attachments = attachments
    return message
  }

  /// A message that is alone in its chat, the last one in the list.
  ///
  /// Live objects are counted while that chat is shown: the number of rows that a longer one has made depends on the
  /// time that it had.
  static var onlyMessage: ImportedMessage { message("The only one", in: "Three", -1) }

  static func run(
    width: Int = 900, height: Int = 640, adding extra: [ImportedMessage] = [],
    _ body: (FindBench) -> Void
  ) {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "backscroll-find-\(UUID().uuidString)")
    try! FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("a.sqlite").path
    let archive = try! ArchiveTemplate.open("two chats about a boiler", at: path) { archive in
      for chat in ["One", "Two"] {
        _ = try archive.writeBatch(
          (0..<count).map { message(text($0, in: chat), in: chat, $0, sender: $0 % 3 == 1 ? "Bob" : "Ann") })
      }
    }
    if !extra.isEmpty { _ = try! archive.writeBatch(extra) }
    let gate = AnswerGate()
    let tab = ChatTab(
      source: .file(path: path), latency: Latency(), olderLoading: .auto, start: nil,
      places: PlaceStore(folder.appendingPathComponent("places.json")))
    tab.finding.delay = { try await gate.pass($0.text) }
    let window = Window()
    window.decorated = false
    window.setDefaultSize(width: width, height: height)
    window.child = tab
    window.present()
    tab.session.open()
    let bench = FindBench(tab: tab, window: window, archive: archive, gate: gate)
    pump("the messages") { tab.view?.feed.content == .items && bench.isLaidOut }
    body(bench)
    bench.letAllPass()
    window.destroy()
    drain()
  }

  var view: ChatView { tab.view! }
  var finding: ChatSearch { view.finding }
  var finder: ChatFinder { finding.finder }
  var isLaidOut: Bool { tab.view.map { $0.isMapped && !$0.list.visibleRange.isEmpty } ?? false }

  private func wait(_ body: @escaping @Sendable (AnswerGate) async -> Void) {
    let gate = gate
    try! Blocking.wait { await body(gate) }
  }

  func hold(_ text: String) { wait { await $0.hold(text) } }
  func release(_ text: String) { wait { await $0.release(text) } }
  func fail(_ text: String, with error: (any Error)?) {
    let error = error.map { "\($0)" }
    wait { await $0.fail(text, with: error.map { TestFailure(description: $0) }) }
  }
  func failAsDamaged(_ text: String) {
    let path = archive.path
    wait { await $0.fail(text, with: ArchiveError.searchIndexDamaged(path: path)) }
  }
  func letAllPass() { wait { gate in for text in await gate.asked { await gate.release(text) } } }
  var asked: [String] {
    let gate = gate
    return (try? Blocking.wait { await gate.asked }) ?? []
  }

  /// Shows the bar and searches; waits until there are hits.
  func find(_ text: String) {
    finding.show(text)
    pump("hits") { finder.canStep && !finder.isBusy }
    settle()
  }

  /// Shows the chat of ``onlyMessage``.
  func showOnlyMessage() {
    tab.open(.lastPlace(in: tab.session.conversations.first { $0.title == "Three" }!.id))
    pump("the only row") { isLaidOut && view.list.isSettled }
  }

  /// Waits until the window has laid out and painted its content.
  func settle() {
    pump("rest") { view.feed.content == .items && !view.feed.isReplacing && isLaidOut }
    paint(window, frames: 3)
    pump("the end of a jump") { !view.list.isJumping }
    drain()
  }

  /// The texts of the messages in view.
  var visibleTexts: [String] { view.visibleRows.map { view.feed.model.messages[$0].text } }

  func row(_ text: String) -> MessageRow? {
    view.feed.model.messages.first { $0.text == text }.flatMap { view.list.row($0.id) }
  }

  /// The top edge of a row in the list.
  func top(_ text: String) -> Double {
    row(text)?.convert(Point(x: 0, y: 0), to: view.list)?.y ?? .nan
  }

  /// Whether the bar is fully open.
  var isBarOpen: Bool {
    guard let bar = finding.bar, bar.isMapped else { return false }
    return view.list.convert(Point(x: 0, y: 0), to: view)?.y == Double(bar.height)
  }

  /// The place of a row's top edge in the window, in each frame that is painted during `body`.
  func places(of text: String, while body: () -> Void) -> [Double] {
    final class Places { var tops: [Double] = [] }
    let places = Places()
    let handle = window.frameClock?.afterPaint.connect(weak: window) { window in
      let row = view.feed.model.messages.first { $0.text == text }.flatMap { view.list.row($0.id) }
      places.tops.append(row?.convert(Point(x: 0, y: 0), to: window)?.y ?? .nan)
    }
    body()
    settle()
    handle?.disconnect()
    return places.tops
  }

  /// The words beside the field.
  var words: String { finding.bar?.count.text ?? "" }

  /// A picture of the window once no animation is running, as bytes.
  func picture() -> Data {
    var (last, next) = (Data(), shot())
    pump("a still picture") {
      (last, next) = (next, shot())
      return last == next
    }
    return next
  }

  private func shot() -> Data {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).png").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    // Remove the focus, so that no caret blinks and no ring fades, and wait until the date has disappeared.
    window.focusWidget = nil
    pump("rest") {
      settle()
      return view.floatingDate.shownDay == nil
    }
    var isSaved = false
    // The painted frame is only known right after painting.
    let handle = window.frameClock?.afterPaint.connect(weak: window) { window in
      if !isSaved { isSaved = window.savePicture(to: path) }
    }
    pump("a picture") {
      window.queueDraw()
      return isSaved
    }
    handle?.disconnect()
    return (try? Data(contentsOf: URL(fileURLWithPath: path))) ?? Data()
  }
}

struct TestFailure: Error, CustomStringConvertible { let description: String }
