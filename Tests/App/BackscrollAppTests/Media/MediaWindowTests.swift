import Chats
import Foundation
@_spi(Testing) import Gtk
import GtkTestSupport
import XCTest

@testable import Backscroll
@testable import BackscrollApp
@testable import Finding
@testable import Media
@testable import MessageRow

/// Pictures, films and files in the program's window.
final class MediaWindowTests: XCTestCase {
  /// One message for each attachment, a minute apart.
  private static func messages(_ attachments: [Attachment]) -> [ImportedMessage] {
    attachments.enumerated().map { number, attachment in
      ImportedMessage(
        conversationKey: "media", conversationTitle: "Media", sourceID: "\(number)",
        sender: .init(key: "ann", name: "Ann"), sentAt: 1_800_000_000_000 + Int64(number) * 60_000,
        text: "", attachments: [attachment])
    }
  }

  private static func picture(_ name: String, in folder: URL) -> String {
    let texture = Texture(width: 80, height: 60) { context in
      context.setColor(Color(hex: 0x3377aa))
      context.paint()
    }
    let path = folder.appendingPathComponent(name).path
    precondition(texture.save(to: path))
    return path
  }

  /// The message with a number, in the window's list.
  @MainActor
  private static func row(_ number: Int, _ bench: SidebarBench) -> MessageRow? {
    guard let view = bench.tab.view, view.feed.model.count > number else { return nil }
    view.list.scroll(to: view.feed.model.id(at: number), at: .center, animated: false)
    var row: MessageRow?
    pump("row \(number)") {
      row = view.list.row(view.feed.model.id(at: number))
      return row?.isMapped == true
    }
    return row
  }

  /// Waits for a window over the program's window, and closes it.
  @MainActor
  private static func expectQuestion(
    _ title: String, file: StaticString = #filePath, line: UInt = #line
  ) {
    pump("“\(title)”", file: file, line: line) { Window.all.contains { $0.title == title } }
    for window in Window.all where window.title == title { window.destroy() }
    drain()
  }

  // The object that opens files was freed before it had checked them, so a click on a file had no effect.
  func testEveryKindOfAttachmentAnswersAClick() {
    onMainThread {
      SidebarBench.run(
        chats: 1,
        adding: { folder in
          let damaged = folder.appendingPathComponent("note.ogg")
          try! Data("no sound".utf8).write(to: damaged)
          let program = folder.appendingPathComponent("run.sh")
          try! Data("#!/bin/sh".utf8).write(to: program)
          let photo = Self.picture("a.png", in: folder)
          return Self.messages([
            Attachment(kind: .photo, width: 80, height: 60, path: photo),
            Attachment(kind: .photo, width: 80, height: 60, path: "/nowhere/b.png"),
            Attachment(kind: .video, width: 80, height: 60, duration: 9_000, name: "c.mp4"),
            Attachment(kind: .sticker, width: 80, height: 60, name: "🙂", path: photo),
            Attachment(kind: .roundVideo, duration: 9_000, path: damaged.path),
            Attachment(kind: .voice, duration: 9_000, path: damaged.path),
            Attachment(kind: .voice, duration: 9_000),
            Attachment(kind: .file, name: "d.pdf"),
            Attachment(kind: .file, name: "run.sh", path: program.path),
          ])
        }
      ) { bench in
        let words: [String?] = [
          nil, "Photo not found", "Video not in the export", nil, "Video cannot be played here",
        ]
        for (number, words) in words.enumerated() {
          guard let row = Self.row(number, bench) else { return XCTFail("no row \(number)") }
          if words == "Photo not found" {
            pump("the look at the disk") { row.targets.contains { $0.action == .activate(.locate(0)) } }
          }
          XCTAssertTrue(row.activateFocused())
          pump("the viewer of \(number)") {
            guard let viewer = bench.window.coverPages?.media.viewer, viewer.item != nil else { return false }
            guard let words else { return viewer.page?.shown != nil && !viewer.notice.visible }
            return viewer.notice.visible && viewer.notice.words == words
          }
          bench.window.coverPages?.media.close()
          drain()
        }
        let questions = [
          5: "Sound cannot be played here", 6: "Not in the export", 7: "Not in the export",
          8: "This file can run programs",
        ]
        for (number, title) in questions.sorted(by: { $0.key < $1.key }) {
          XCTAssertEqual(Self.row(number, bench)?.activateFocused(), true)
          Self.expectQuestion(title)
        }
      }
    }
  }

  func testTheMediaPageOpensAtTheFirstPictureAndGoesWithItsTab() {
    onMainThread {
      SidebarBench.run(
        chats: 1,
        adding: { folder in
          Self.messages(
            (0..<5).map {
              Attachment(kind: .photo, width: 80, height: 60, path: Self.picture("\($0).png", in: folder))
            } + [Attachment(kind: .file, name: "d.pdf")])
        }
      ) { bench in
        bench.window.activateAction("win.media")
        guard let page = bench.window.coverPages?.media.page else { return XCTFail("no page") }
        pump("its first picture") { page.shelf?.containsFocus == true }
        XCTAssertEqual(page.shelf?.model.total, 5)
        guard let row = bench.window.focusWidget as? MediaPageRowView else { return XCTFail("no row") }
        // The rows exist before their content is read.
        pump("the newest picture") {
          if bench.window.coverPages?.media.viewer == nil { row.openFocused() }
          return bench.window.coverPages?.media.viewer?.bottomBar.place == "1 of 5 pictures"
        }
        bench.window.coverPages?.media.viewer?.advance(by: 1)
        bench.window.coverPages?.media.viewer?.advance(by: 1)
        pump("the third picture") {
          bench.window.coverPages?.media.viewer?.bottomBar.place == "3 of 5 pictures"
        }
        bench.window.coverPages?.media.viewer?.close()
        XCTAssertNotNil(bench.window.coverPages?.media.page, "the page is below")
        pump("the focus on the third picture") {
          (bench.window.focusWidget as? MediaPageRowView)?.focusedIndex == 2
        }
        page.show(.shelf(.films))
        pump("a sentence") { page.shelf?.model.isLoaded == true && page.shelf?.model.total == 0 }
        page.show(.shelf(.files))
        pump("the file") { page.shelf?.model.total == 1 }
        bench.window.show(.lab)
        XCTAssertNil(bench.window.coverPages?.media.page)
        bench.window.show(.chat)
        pump("the chat can be used") { bench.tab.view?.isMapped == true && bench.tab.canFocus }
      }
    }
  }

  // The list of chats closed after the media had noted the focused widget, which was a part of the list and then hidden.
  func testTheMediaOverTheListOfChatsGiveTheFocusBackToTheMessages() {
    onMainThread {
      SidebarBench.run(width: 640) { bench in
        guard let view = bench.tab.view else { return XCTFail("no chat") }
        for width in [640, 400] {
          bench.resize(width)
          view.focusMessages()
          pump("the focus on a message") { view.list.containsFocus }
          let focused = bench.window.focusWidget
          bench.window.activateAction("win.sidebar")
          pump("the chats") { bench.window.sidebar.sheet.isOpen && bench.view.containsFocus }
          bench.window.activateAction("win.media")
          pump("the media") { bench.window.coverPages?.media.page?.containsFocus == true }
          XCTAssertFalse(bench.window.sidebar.sheet.isOpen)
          bench.paint()
          bench.window.activateAction("win.back")
          XCTAssertNil(bench.window.coverPages?.media.page)
          bench.paint()
          XCTAssertTrue(focused != nil && bench.window.focusWidget === focused, "\(width)")
        }
      }
    }
  }

  // The typed text went into a hidden search.
  func testKeysActOnTheMediaOrOnTheChatInView() {
    onMainThread {
      SidebarBench.run(
        chats: 1,
        adding: { folder in
          Self.messages([
            Attachment(kind: .photo, width: 80, height: 60, path: Self.picture("a.png", in: folder))
          ])
        }
      ) { bench in
        let (window, finding) = (bench.window, bench.tab.finding)
        @MainActor func openPage() {
          window.activateAction("win.media")
          XCTAssertNotNil(window.coverPages?.media.page)
          bench.paint()
        }
        openPage()
        for action in ["find-older", "load-older", "sidebar", "next-chat"] {
          window.activateAction("win.\(action)")
        }
        XCTAssertNotNil(window.coverPages?.media.page)
        XCTAssertFalse(finding.isSearching)
        window.activateAction("win.back")
        XCTAssertNil(window.coverPages?.media.page, "back leads out of the media")
        openPage()
        window.activateAction("win.find")
        XCTAssertNil(window.coverPages?.media.page)
        XCTAssertTrue(finding.isSearching)
        bench.paint()
        XCTAssertEqual(
          bench.find(SearchField.self, in: window)?.containsFocus, true,
          "\(String(describing: window.focusWidget))")
      }
    }
  }

  // F10 opened the window's menu below the media, and no key worked any more.
  func testTheMenuOfTheWindowIsOutOfReachBelowTheMedia() {
    onMainThread {
      SidebarBench.run(
        chats: 1,
        adding: { folder in
          Self.messages([
            Attachment(kind: .photo, width: 80, height: 60, path: Self.picture("a.png", in: folder))
          ])
        }
      ) { bench in
        let window = bench.window
        guard
          let menu = bench.all(MenuButton.self, in: window).first(where: { $0.tooltipText == "Menu" })
        else { return XCTFail("no menu") }
        // GTK passes F10 to a button that is mapped and sensitive.
        XCTAssertTrue(menu.isMapped && menu.sensitive)
        window.activateAction("win.media")
        XCTAssertNotNil(window.coverPages?.media.page)
        XCTAssertFalse(menu.sensitive, "below the media page")
        window.coverPages?.media.closeAll()
        XCTAssertTrue(menu.sensitive)
        XCTAssertEqual(Self.row(0, bench)?.activateFocused(), true)
        XCTAssertNotNil(window.coverPages?.media.viewer)
        XCTAssertFalse(menu.sensitive, "below the viewer")
        window.coverPages?.media.closeAll()
        XCTAssertTrue(menu.sensitive)
      }
    }
  }

  // A finger that was held on a link opened the link when it was released.
  func testTheMenuOfALinkCopiesItAndShowsItsMessage() {
    onMainThread {
      SidebarBench.run(
        chats: 1,
        adding: { _ in
          var messages = Self.messages([
            Attachment(kind: .file, name: "d.pdf"), .init(kind: .file, name: "e.pdf"),
          ])
          messages[0].attachments = []
          messages[0].text = "See this"
          messages[0].entities = [
            TextEntity(start: 4, length: 4, kind: .link(target: "https://example.org/a"))
          ]
          return messages
        }
      ) { bench in
        bench.window.activateAction("win.media")
        guard let page = bench.window.coverPages?.media.page else { return XCTFail("no page") }
        @MainActor func row(of scope: MediaScope) -> MediaPageRowView? {
          page.show(scope)
          var row: MediaPageRowView?
          pump("a row") {
            row = page.shelf.flatMap { bench.all(MediaPageRowView.self, in: $0) }?.first {
              $0.isMapped && $0.focusable && $0.width > 0
            }
            return row != nil
          }
          return row
        }
        @MainActor func menu(_ row: MediaPageRowView) -> [String] {
          // The rows exist before their content is read.
          pump("the item") { row.openMenu(at: Point(x: Double(row.width) / 2, y: Double(row.height) / 2)) }
          var labels: [String] = []
          pump("the menu") {
            labels = row.shownTexts
            return !labels.isEmpty
          }
          ContextMenu.close(in: row) { _ in false }
          drain()
          return labels
        }
        guard let link = row(of: .links) else { return XCTFail("no link") }
        XCTAssertEqual(menu(link), ["Open", "Copy Link", "Show in Chat"])
        XCTAssertTrue(link.activateAction("media.copy-link"))
        let (window, entry) = (Window(), TextView())
        window.child = entry
        window.present()
        pump("the window") { window.isMapped }
        XCTAssertTrue(entry.activateAction("clipboard.paste"))
        pump("the address") { entry.text == "https://example.org/a" }
        window.destroy()
        guard let file = row(of: .shelf(.files)) else { return XCTFail("no file") }
        XCTAssertEqual(menu(file), ["Open", "Show in Chat"])
        XCTAssertTrue(file.activateAction("media.show-in-chat"))
        pump("the chat") { bench.window.coverPages?.media.page == nil }
      }
    }
  }

  // A picture behind a spoiler had an eye without a word, and a screen reader described it like any other picture.
  func testAPictureBehindASpoilerSaysSoOnTheMediaPage() {
    onMainThread {
      SidebarBench.run(
        chats: 1,
        adding: { folder in
          [false, true].map { isSpoiler in
            var photo = Attachment(
              kind: .photo, width: 80, height: 60, path: Self.picture("\(isSpoiler).png", in: folder))
            photo.isSpoiler = isSpoiler
            return photo
          }
          .enumerated().flatMap { number, photo in
            Self.messages([photo]).map { message in
              var message = message
              message.sourceID = "\(number)"
              message.sentAt += Int64(number) * 60_000
              return message
            }
          }
        }
      ) { bench in
        bench.window.activateAction("win.media")
        pump("the newest picture") {
          let row = bench.window.focusWidget as? MediaPageRowView
          return row?.accessibleLabel?.hasPrefix("Spoiler, hidden, Picture from Ann") == true
        }
        guard let row = bench.window.focusWidget as? MediaPageRowView else { return XCTFail("no row") }
        let keys = row.accessibleLabel ?? ""
        XCTAssertTrue(keys.hasSuffix("1 of 2"), keys)
      }
    }
  }

  func testNothingIsLeftOfAMediaPage() {
    onMainThread {
      SidebarBench.run(
        chats: 1,
        adding: { folder in
          Self.messages(
            (0..<3).map {
              Attachment(kind: .photo, width: 80, height: 60, path: Self.picture("\($0).png", in: folder))
            } + [Attachment(kind: .file, name: "d.pdf")])
        }
      ) { bench in
        expectNothingLeft(times: 2) {
          weak var page: MediaPage?
          bench.window.activateAction("win.media")
          page = bench.window.coverPages?.media.page
          pump("the pictures") { page?.shelf?.model.isLoaded == true && page?.containsFocus == true }
          page?.show(.shelf(.files))
          pump("the file") { page?.shelf?.model.total == 1 }
          bench.window.activateAction("win.media")
          pump("its end") { page == nil }
        }
      }
    }
  }

  func testFilesThatWereFoundElsewhereAreShownWithoutMovingTheRows() {
    onMainThread {
      SidebarBench.run(
        chats: 1,
        adding: { folder in
          let old = folder.appendingPathComponent("old").path
          return Self.messages(
            (0..<30).map { Attachment(kind: .photo, width: 80, height: 60, path: "\(old)/\($0).png") })
        }
      ) { bench in
        guard let row = Self.row(12, bench), let id = row.content?.id, let view = bench.tab.view else {
          return XCTFail("no row")
        }
        bench.paint()
        @MainActor func place() -> Double? { view.list.row(id)?.convert(Point(x: 0, y: 0), to: view)?.y }
        let before = place()
        var places: [Double?] = []
        let watch = bench.window.frameClock?.afterPaint.connect(weak: view) { _ in places.append(place()) }
        let path = row.content!.message.attachments[0].path!
        let old = URL(fileURLWithPath: path).deletingLastPathComponent()
        let new = old.deletingLastPathComponent().appendingPathComponent("new")
        try! FileManager.default.createDirectory(at: new, withIntermediateDirectories: true)
        for number in 0..<30 { _ = Self.picture("\(number).png", in: new) }
        let files = MediaFiles(bench.tab.session.archive!, over: bench.window)
        files.didRelocate = { bench.tab.noteRelocation() }
        files.relocate(path, into: new.path)
        pump("the picture") {
          guard let row = view.list.row(id), row.content?.message.attachments[0].path != path,
            case .loaded = row.pictures[0]
          else { return false }
          return true
        }
        bench.paint()
        watch?.disconnect()
        XCTAssertEqual(place() ?? .nan, before ?? 0, accuracy: 1)
        XCTAssertGreaterThan(places.count, 2, "painted frames")
        for place in places { XCTAssertEqual(place ?? .nan, before ?? 0, accuracy: 1) }
      }
    }
  }

  // The tiles change when the disk has responded, which must not move the text.
  func testRowsStandStillWhileTheirFilesAreFoundToBeMissing() {
    onMainThread {
      SidebarBench.run(
        chats: 1,
        adding: { folder in
          Self.messages(
            (0..<40).map { number in
              let path = folder.appendingPathComponent("gone/\(number)").path
              let kinds: [Attachment.Kind] = [.photo, .video, .voice, .file, .sticker]
              return Attachment(
                kind: kinds[number % kinds.count], width: 400, height: 300, name: "🏔", path: path)
            })
        }
      ) { bench in
        guard let view = bench.tab.view else { return XCTFail("no view") }
        // Rows that were not checked yet.
        view.list.vadjustment?.value -= 1_500
        bench.paint()
        let ids = view.visibleRows.map { view.feed.model.id(at: $0) }
        XCTAssertGreaterThan(ids.count, 3)
        @MainActor func place() -> [Double?] {
          ids.map { view.list.row($0)?.convert(Point(x: 0, y: 0), to: view)?.y }
        }
        for id in ids { view.list.row(id)?.lookAgain() }
        var places = [place()]
        let watch = bench.window.frameClock?.afterPaint.connect(weak: view) { _ in places.append(place()) }
        pump("the buttons") {
          view.visibleRows.allSatisfy { index in
            view.list.row(view.feed.model.id(at: index))?.targets.contains {
              $0.action == .activate(.locate(0))
            } ?? true
          }
        }
        bench.paint()
        watch?.disconnect()
        XCTAssertGreaterThan(places.count, 2, "painted frames")
        XCTAssertFalse(places[0].contains(nil))
        XCTAssertEqual(Set(places).count, 1, "\(places)")
      }
    }
  }
}
