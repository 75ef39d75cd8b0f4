import Backscroll
import ChatStore
import Chats
import Foundation
import Gtk
import GtkTestSupport
import Paging
import SampleChat
import XCTest

@testable import BackscrollApp
@testable import Commands
@testable import MessageRow
@testable import Reader

/// Holds pages back until the test releases them, or makes them fail.
actor PageGate {
  typealias Request = ChatPages.Request

  private(set) var requests: [Request] = []
  private var isOpen = true
  private var failure: (any Error)?
  private var waiting: [CheckedContinuation<Void, any Error>] = []

  func pass(_ request: Request) async throws {
    requests.append(request)
    if isOpen {
      if let failure { throw failure }
      return
    }
    try await withCheckedThrowingContinuation { waiting.append($0) }
  }

  func close() { isOpen = false }

  /// Releases all waiting and further pages; with a failure, they fail.
  func open(failing failure: (any Error)? = nil) {
    isOpen = true
    self.failure = failure
    for page in waiting { if let failure { page.resume(throwing: failure) } else { page.resume() } }
    waiting = []
  }
}

/// A conversation in a window, on a separate archive, and the places of its rows in each painted frame.
@MainActor
final class ChatBench {
  let archive: Archive
  let conversation: Conversation
  let view: ChatView
  let gate = PageGate()
  let window = Window()
  /// The top edge of each message's row in view, with one entry for each painted frame.
  private(set) var frames: [[Message.ID: Double]] = []
  private let folder: URL

  /// `importedWithNoteAfter`: the chat is an imported one, with a note after that many messages.
  init(
    messages: Int, width: Int = 700, height: Int = 640, importedWithNoteAfter noteIndex: Int? = nil,
    start: ((Archive) -> Message.ID)? = nil
  ) {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "backscroll-chat-\(UUID().uuidString)")
    try! FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.appendingPathComponent("a.sqlite").path
    archive = try! ArchiveTemplate.open("chat of \(messages), note after \(noteIndex ?? -1)", at: path) {
      archive in
      if let noteIndex {
        Self.fill(archive, messages: messages, noteAfter: noteIndex)
      } else {
        try SyntheticConversation.generate(into: archive, messages: max(1, messages), seed: 3)
      }
    }
    let archive = archive
    conversation = try! Blocking.wait { try await archive.conversations()[0] }
    let gate = gate
    let pages = ChatPages(archive: archive, conversation: conversation.id) { try await gate.pass($0) }
    let place = start.map { ChatPlace.message($0(archive)) }
    view = ChatView(conversation, pages: pages, at: place ?? .end)
    window.decorated = false
    window.setDefaultSize(width: width, height: height)
    window.child = view
  }

  private static func fill(_ archive: Archive, messages: Int, noteAfter index: Int) {
    let all = SyntheticConversation(seed: 3, count: messages).map { message in
      var imported = message
      imported.conversationKey = "telegram:user1"
      return imported
    }
    for part in [all.prefix(index), all.suffix(from: index)] {
      let context = ImportContext(id: try! archive.beginImport(of: "/result.json", at: 1, format: "telegram"))
      let result = try! archive.writeBatch(Array(part), context: context)
      try! archive.endImport(into: result.conversations)
      guard part.startIndex == 0 else { continue }
      _ = try! Blocking.wait { try await archive.addNote("The note between", in: 1, at: 0) }
    }
  }

  /// The note with which the chat was made.
  var note: Message { view.feed.model.messages.first { $0.kind == .note }! }

  var list: AnchoredList<ChatModel, MessageRow> { view.list }

  func open() {
    window.present()
    pump("a first frame") { self.window.frameClock != nil && self.view.isMapped }
    window.frameClock!.afterPaint.connect(weak: self) { $0.record() }
    pump("the first messages") { self.view.feed.content != .loading && self.frames.last?.isEmpty == false }
    frame(2)
  }

  func close() {
    window.destroy()
    // A request that waits for ever would retain the view.
    letPass()
    drain()
    try? FileManager.default.removeItem(at: folder)
  }

  private func record() {
    var places: [Message.ID: Double] = [:]
    for index in view.visibleRows {
      let id = view.feed.model.id(at: index)
      if let row = list.row(id), row.isMapped, let point = row.convert(Point(x: 0, y: 0), to: view) {
        places[id] = point.y
      }
    }
    frames.append(places)
  }

  /// Runs the loop until `count` more frames are painted.
  func frame(_ count: Int = 1) {
    let goal = frames.count + count
    pump("\(count) frames") {
      if self.frames.count < goal { self.list.queueDraw() }
      return self.frames.count >= goal
    }
  }

  // MARK: The gate

  func holdPages() { await0 { await $0.close() } }
  func letPass(failing failure: (any Error)? = nil) { await0 { await $0.open(failing: failure) } }
  var requests: [PageGate.Request] {
    var found: [PageGate.Request] = []
    let gate = gate
    found = (try? Blocking.wait { await gate.requests }) ?? []
    return found
  }

  private func await0(_ body: @escaping @Sendable (PageGate) async -> Void) {
    let gate = gate
    try! Blocking.wait { await body(gate) }
  }

  // MARK: Reading

  /// Moves the content like the reader; negative: to older messages.
  func scroll(by delta: Double) {
    list.vadjustment!.value += delta
    frame(2)
  }

  /// Scrolls to the oldest loaded message.
  func scrollToTop() {
    for _ in 0..<60 where list.distanceToStart > 0.5 { scroll(by: -list.distanceToStart) }
  }

  /// A message in the middle of the view.
  var readMessage: Message.ID {
    let middle = Double(list.height) / 2
    return frames.last!.min { abs($0.value - middle) < abs($1.value - middle) }!.key
  }

  func top(_ id: Message.ID) -> Double { frames.last![id] ?? .nan }

  /// The largest distance of a row from `place` over the frames since `start`.
  func drift(of id: Message.ID, from place: Double, since start: Int) -> Double {
    frames[start...].map { abs(($0[id] ?? .infinity) - place) }.max() ?? .infinity
  }

  /// The number of requests for pages in a direction; nil: for all messages.
  func count(_ direction: PageDirection?) -> Int { requests.count { $0.direction == direction } }
}
