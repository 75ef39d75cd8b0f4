import ChatStore
@_spi(Testing) import Gtk
import GtkTestSupport
import XCTest

@testable import AppBase
@testable import Backscroll
@testable import BackscrollApp
@testable import Chats
@testable import MessageRow

/// Rows of every kind of message: their content, the names of their parts, and that only the reader changes their height.
final class MessageKindTests: XCTestCase {
  @MainActor
  private static func message(
    _ text: String = "", kind: Message.Kind = .normal, isOwn: Bool = false, entities: [TextEntity] = [],
    attachments: [Attachment] = [], reactions: [Reaction] = [], editedAt: Int64? = nil,
    hasEarlierTexts: Bool = false, details: Message.Details = .init(), id: Int64 = 1
  ) -> Message {
    Message(
      id: id, conversation: 1,
      sender: isOwn ? nil : Participant(id: 3, name: "Mara Lind", colorSeed: 1), isOwn: isOwn, sentAt: 0,
      kind: kind,
      text: text, entities: entities, attachments: attachments, reactions: reactions, editedAt: editedAt,
      hasEarlierTexts: hasEarlierTexts, details: details)
  }

  /// A row in a window of a width.
  @MainActor
  private static func open(_ message: Message, width: Int = 360, _ body: (MessageRow) -> Void) {
    let row = MessageRow()
    row.bind(ChatRowContent(message: message, time: "12:00", date: "15 March"))
    let window = Window()
    window.decorated = false
    window.setDefaultSize(width: width, height: 700)
    let box = Box(.vertical)
    box.append(row)
    window.child = box
    window.present()
    pump("the row") { row.isMapped && row.geometry != nil && row.width == width }
    pump("whole texts") { !row.isIncomplete }
    row.waitForFrame()
    body(row)
    window.destroy()
    drain()
  }

  @MainActor
  private static func actions(_ row: MessageRow) -> [RowTarget.Action] { row.targets.map(\.action) }

  // MARK: Albums

  func testTheCellsOfAnAlbumAreButtonsWithTheirNumberAndDay() {
    onMainThread {
      let pictures = (0..<7).map { Attachment(kind: $0 == 2 ? .video : .photo, path: "synthetic:\($0)") }
      MessageKindTests.open(MessageKindTests.message("Seven", attachments: pictures)) { row in
        XCTAssertEqual(
          MessageKindTests.actions(row), (0..<7).map { .activate(.attachment($0)) })
        XCTAssertEqual(row.name(of: .activate(.attachment(0))), "Picture 1 of 7, 15 March")
        XCTAssertEqual(row.name(of: .activate(.attachment(2))), "Video 3 of 7, 15 March")
        XCTAssertEqual(row.accessibleLabel?.contains("Album, 7 pictures"), true)
        XCTAssertEqual(Set(row.targets.map(\.stop)), [.album(0)], "one stop for Tab")
      }
    }
  }

  func testMoreThanTenPicturesBeginTheNextAlbum() {
    onMainThread {
      let pictures = (0..<13).map { Attachment(kind: .photo, path: "synthetic:\($0)") }
      MessageKindTests.open(MessageKindTests.message(attachments: pictures)) { row in
        XCTAssertEqual(row.geometry?.blocks.count, 2)
        XCTAssertEqual(Set(row.targets.map(\.stop)), [.album(0), .album(10)])
      }
    }
  }

  func testAnAlbumIsMirroredInARightToLeftLocale() {
    onMainThread {
      let pictures = (0..<3).map { Attachment(kind: .photo, path: "synthetic:\($0)") }
      MessageKindTests.open(MessageKindTests.message(attachments: pictures)) { row in
        let before = row.targets.map { $0.rects[0] }
        XCTAssertLessThan(before[0].x, before[1].x)
        row.setRightToLeft(true)
        row.waitForFrame()
        for (one, other) in zip(before, row.targets.map { $0.rects[0] }) {
          XCTAssertEqual(other.x, 360 - one.maxX, accuracy: 0.01)
          XCTAssertEqual(other.y, one.y)
        }
      }
    }
  }

  func testAPictureThatIsMissingAsksForItsPlace() {
    onMainThread {
      let pictures = [Attachment(kind: .photo), Attachment(kind: .photo, path: "/nowhere/at/all.jpg")]
      MessageKindTests.open(MessageKindTests.message(attachments: pictures)) { row in
        let height = row.height
        pump("both missing") {
          (0..<2).allSatisfy { if case .missing = row.pictures[$0] { true } else { false } }
        }
        pump("the button") { row.targets.contains { $0.action == .activate(.locate(1)) } }
        XCTAssertEqual(row.height, height)
        XCTAssertFalse(row.targets.contains { $0.action == .activate(.locate(0)) }, "it was never there")
        XCTAssertEqual(row.name(of: .activate(.locate(1))), "Locate Photo")
        XCTAssertEqual(row.accessibleLabel?.hasSuffix("Photo not found"), true, row.accessibleLabel ?? "")
        var asked: [MessageActivation] = []
        row.didActivate = { activation, _ in asked.append(activation) }
        for action in row.targets.map(\.action) { row.activate(action) }
        XCTAssertEqual(asked, [.attachment(0), .attachment(1), .locate(1)])
      }
    }
  }

  // A large tile stood for a photo that does not exist.
  func testWhatTheExportNeverHadIsToldInOneLine() {
    onMainThread {
      let kinds: [(Attachment, String)] = [
        (Attachment(kind: .photo, width: 1_600, height: 1_200), "Photo, not in the export"),
        (
          Attachment(kind: .video, width: 1_600, height: 1_200, duration: 9_000),
          "Video, 0:09, not in the export"
        ),
        (Attachment(kind: .animation, width: 400, height: 300), "GIF, not in the export"),
        (Attachment(kind: .voice, duration: 9_000), "Voice message, 0:09, not in the export"),
        (Attachment(kind: .file, name: "a.gpx"), "File, a.gpx, not in the export"),
      ]
      for (attachment, name) in kinds {
        MessageKindTests.open(MessageKindTests.message(attachments: [attachment])) { row in
          XCTAssertLessThan(row.geometry?.blocks.first?.height ?? .infinity, 60, name)
          XCTAssertEqual(row.targets.map(\.action), [.activate(.attachment(0))], name)
          XCTAssertEqual(row.name(of: .activate(.attachment(0))), name)
        }
      }
    }
  }

  func testAnAlbumThatTheExportNeverHadIsOneLineToo() {
    onMainThread {
      let album = (0..<7).map { _ in Attachment(kind: .photo, width: 800, height: 600) }
      MessageKindTests.open(MessageKindTests.message(attachments: album)) { row in
        XCTAssertLessThan(row.geometry?.blocks.first?.height ?? .infinity, 60)
        XCTAssertEqual(row.name(of: .activate(.attachment(0))), "7 photos not in the export")
      }
    }
  }

  // The folder of an export was moved: the row keeps its height, and offers to look for the file.
  func testAFileThatIsNotWhereItWasOffersToLookForIt() {
    onMainThread {
      let gone = "/nowhere/at/all"
      let kinds: [Attachment] = [
        Attachment(kind: .photo, width: 800, height: 600, path: "\(gone)/a.jpg"),
        Attachment(kind: .video, width: 800, height: 600, path: "\(gone)/a.mp4"),
        Attachment(kind: .sticker, width: 512, height: 512, name: "🏔", path: "\(gone)/a.webp"),
        Attachment(kind: .roundVideo, duration: 9_000, path: "\(gone)/b.mp4"),
        Attachment(kind: .voice, duration: 9_000, path: "\(gone)/a.ogg"),
        Attachment(kind: .file, name: "a.gpx", path: "\(gone)/a.gpx"),
      ]
      for attachment in kinds {
        MessageKindTests.open(MessageKindTests.message(attachments: [attachment])) { row in
          // The disk may already have answered, so measure the height before that.
          row.lookAgain()
          let height = row.measured(.vertical, for: 360).minimum
          let rect = row.geometry?.blocks.first
          XCTAssertFalse(row.targets.contains { $0.action == .activate(.locate(0)) })
          pump("the button of \(attachment.kind)") {
            row.targets.contains { $0.action == .activate(.locate(0)) }
          }
          row.waitForFrame()
          XCTAssertEqual(row.height, height, "\(attachment.kind)")
          XCTAssertEqual(row.geometry?.blocks.first?.height, rect?.height)
          guard let button = row.targets.first(where: { $0.action == .activate(.locate(0)) }) else { return }
          XCTAssertTrue(row.name(of: button.action)?.hasPrefix("Locate ") == true)
          guard let box = row.geometry?.blocks.first, let place = button.rects.first else { return }
          XCTAssertGreaterThanOrEqual(place.x, box.x)
          XCTAssertLessThanOrEqual(place.maxX, box.maxX + 4)
          XCTAssertLessThanOrEqual(place.maxY, box.maxY + 4)
          row.setRightToLeft(true)
          row.waitForFrame()
          let mirrored = row.targets.first { $0.action == .activate(.locate(0)) }?.rects.first
          XCTAssertEqual(mirrored?.x ?? .nan, 360 - place.maxX, accuracy: 1, "\(attachment.kind)")
        }
      }
    }
  }

  func testAMissingStickerShowsItsEmojiOnATileOfModestSize() {
    onMainThread {
      let sticker = Attachment(kind: .sticker, width: 512, height: 256, name: "🏔")
      MessageKindTests.open(MessageKindTests.message(attachments: [sticker])) { row in
        let size = row.geometry?.blocks.first
        XCTAssertEqual(size?.width, 120)
        XCTAssertEqual(size?.height, 60)
        XCTAssertEqual(row.name(of: .activate(.attachment(0))), "Sticker, 🏔, not in the export")
      }
    }
  }

  // The file's name was on the tile, in the size of the emoji.
  func testAStickerWithoutAnEmojiIsNotCalledByItsFile() {
    for (name, emoji) in [("STK-20240304-WA0003.webp", nil), ("⛰", "⛰"), ("🏔", "🏔"), (nil, nil)] {
      let sticker = Attachment(kind: .sticker, name: name)
      XCTAssertEqual(sticker.stickerEmoji, emoji)
      XCTAssertEqual(
        sticker.spoken(isHidden: false), "Sticker\(emoji.map { ", \($0)" } ?? ""), not in the export")
    }
  }

  // MARK: Keyboard

  func testTabStopsOnceAtAnAlbumAndArrowsMoveInside() {
    onMainThread {
      let pictures = (0..<5).map { Attachment(kind: .photo, path: "synthetic:\($0)") }
      let message = MessageKindTests.message(
        "See https://example.org",
        entities: [TextEntity(start: 4, length: 19, kind: .link(target: "https://example.org"))],
        attachments: pictures, reactions: [Reaction(key: "☕", count: 2)])
      MessageKindTests.open(message) { row in
        row.takeFocus()
        pump("the focus") { row.hasFocus }
        var seen: [RowTarget.Action?] = []
        for _ in 0..<3 {
          XCTAssertTrue(row.moveFocus(.forward))
          seen.append(row.focusedAction)
        }
        XCTAssertEqual(seen, [.activate(.attachment(0)), .link(0), .reaction(0)])
        for _ in 0..<2 { _ = row.moveFocus(.backward) }
        XCTAssertEqual(row.focusedAction, .activate(.attachment(0)))
        seen = []
        for key in [Key.right, Key.down, Key.left, Key.up, Key.up] {
          _ = row.moveInStop(key)
          seen.append(row.focusedAction)
        }
        // Two above three: the third is below the first, and the fourth below the second.
        XCTAssertEqual(
          seen, [1, 4, 3, 0, 0].map { .activate(.attachment($0)) })
      }
    }
  }

  // MARK: Heights

  /// Every state of a picture or file is drawn in the same box.
  func testWhatArrivesLaterChangesNoHeight() {
    onMainThread {
      let kinds: [[Attachment]] = [
        [Attachment(kind: .photo, width: 800, height: 600, path: "synthetic:a")],
        [Attachment(kind: .photo, width: 800, height: 600)],
        [
          Attachment(
            kind: .video, width: 800, height: 600, duration: 84_000, path: "/nowhere.mp4",
            thumbnail: "synthetic:b")
        ],
        [Attachment(kind: .file, byteCount: 2_400_000, name: "Route book 2025.pdf", path: "/nowhere.pdf")],
        [Attachment(kind: .voice, duration: 42_000, path: "/nowhere.ogg")],
        [Attachment(kind: .roundVideo, duration: 19_000, path: "/nowhere.mp4", thumbnail: "/nowhere.jpg")],
        [Attachment(kind: .sticker, name: "⛰", path: "/nowhere.webp")],
        [Attachment(kind: .photo, width: 800, height: 600, path: "synthetic:c", isSpoiler: true)],
      ]
      for attachments in kinds {
        let message = MessageKindTests.message(attachments: attachments)
        MessageKindTests.open(message) { row in
          let height = row.height
          pump("what is there, or not") { !row.pictures.isLoading }
          row.lookAgain()
          pump("the same again") { !row.pictures.isLoading }
          drain()
          XCTAssertEqual(row.height, height, "\(attachments[0].kind)")
        }
      }
    }
  }

  func testHeightsAreThoseOfTheDesign() {
    onMainThread {
      /// The height of the bubble.
      @MainActor func height(_ message: Message) -> Double {
        var height = 0.0
        MessageKindTests.open(message) { height = $0.geometry?.bubble?.rect.height ?? 0 }
        return height
      }
      let file = Attachment(kind: .file, byteCount: 2_400_000, name: "a.pdf", path: "/nowhere.pdf")
      XCTAssertEqual(height(MessageKindTests.message(isOwn: true, attachments: [file])), 56, accuracy: 2)
      let voice = Attachment(kind: .voice, duration: 42_000, path: "/nowhere.ogg")
      XCTAssertEqual(height(MessageKindTests.message(isOwn: true, attachments: [voice])), 56, accuracy: 2)
      let contact = Message.Details(content: .contact(Contact(name: "Ines Duarte", phone: "+00 555 0142")))
      XCTAssertEqual(height(MessageKindTests.message(isOwn: true, details: contact)), 56, accuracy: 2)
      XCTAssertEqual(height(MessageKindTests.message(kind: .deleted, isOwn: true)), 36, accuracy: 2)
    }
  }

  // MARK: Reactions

  func testReactionsStandInOneLineAndTheRestIsCounted() {
    onMainThread {
      let reactions = (0..<40).map { Reaction(key: "r\($0)", count: 2) }
      for width in [360, 1_100] {
        MessageKindTests.open(MessageKindTests.message("Stove works.", reactions: reactions), width: width) {
          row in
          let chips = row.targets.filter { $0.stop == .reactions }
          XCTAssertGreaterThan(chips.count, 2)
          XCTAssertLessThan(chips.count, 40)
          XCTAssertEqual(Set(chips.map { $0.rects[0].y }).count, 1, "one line")
          XCTAssertLessThanOrEqual(chips.map { $0.rects[0].maxX }.max() ?? 0, Double(width))
          let rest = 40 - (chips.count - 1)
          XCTAssertEqual(
            row.name(of: .reaction(chips.count - 1))?.components(separatedBy: "r").count, rest + 1)
        }
      }
    }
  }

  func testTheOwnReactionIsToldAndItsTooltipNamesThePeople() {
    onMainThread {
      let people = ["Mara Lind", "Amir Haddad", "Me"].enumerated().map {
        Participant(id: Int64($0), name: $1, colorSeed: 0)
      }
      let reactions = [
        Reaction(key: "🥾", count: 3, people: people, isOwn: true), Reaction(key: "☕", count: 2),
      ]
      MessageKindTests.open(MessageKindTests.message("Stove works.", reactions: reactions)) { row in
        XCTAssertEqual(row.name(of: .reaction(0)), "🥾, 3, one of them yours")
        XCTAssertEqual(row.name(of: .reaction(1)), "☕, 2")
        XCTAssertEqual(row.texts?.reactions?.tooltip(0), "Mara Lind, Amir Haddad, you")
        XCTAssertEqual(row.texts?.reactions?.tooltip(1), "2 people")
      }
    }
  }

  // MARK: Spoilers

  func testHiddenWordsAreNeitherSpokenNorLinksUntilTheReaderAsks() {
    onMainThread {
      let text = "The cake is carrot again."
      let entities = [
        TextEntity(start: 12, length: 6, kind: .spoiler),
        TextEntity(start: 12, length: 6, kind: .link(target: "https://example.org")),
      ]
      MessageKindTests.open(MessageKindTests.message(text, entities: entities)) { row in
        let size = (row.texts?.body.size, row.height)
        XCTAssertEqual(row.accessibleLabel?.contains("carrot"), false)
        XCTAssertEqual(row.accessibleLabel?.contains("Spoiler, hidden"), true)
        XCTAssertEqual(MessageKindTests.actions(row), [.spoiler(0)])
        row.activateNext()
        row.waitForFrame()
        XCTAssertEqual(row.accessibleLabel?.contains("carrot"), true)
        XCTAssertEqual(MessageKindTests.actions(row), [.link(0)])
        XCTAssertEqual(row.texts?.body.size, size.0, "the same glyphs take the same room")
        XCTAssertEqual(row.height, size.1)
      }
    }
  }

  func testLeavingTheChatHidesSpoilersAgain() {
    onMainThread {
      let memory = RowMemory()
      memory[1].showsSpoilers = true
      memory[2].shownPictures = [0]
      memory[3].isUnfolded = true
      XCTAssertEqual(memory.hideSpoilers().sorted(), [1, 2])
      XCTAssertEqual(memory[1], RowChoices())
      XCTAssertTrue(memory[3].isUnfolded, "that would change a height")
    }
  }

  // MARK: Long texts

  func testALongMessageIsFoldedToTwelveLinesUntilTheReaderUnfoldsIt() {
    onMainThread {
      let lines = (0..<100).map { "line \($0)" }.joined(separator: "\n")
      MessageKindTests.open(MessageKindTests.message(lines)) { row in
        let line = (row.texts?.body.sections[0].layout.size.height ?? 0) / 100
        XCTAssertEqual(row.texts?.body.size.height ?? 0, 12 * line, accuracy: 2)
        XCTAssertEqual(MessageKindTests.actions(row), [.fold])
        var held: [Message.ID] = []
        row.willChangeHeight = { held.append($0) }
        row.activateNext()
        pump("all lines") { row.geometry != nil && row.texts?.body.isFolded == false }
        XCTAssertEqual(held, [1])
        XCTAssertEqual(row.texts?.body.size.height ?? 0, 100 * line, accuracy: 2)
        XCTAssertEqual(row.name(of: .fold), "Show less")
      }
    }
  }

  func testAMessageOfFortyKilobytesUnfoldsToItsEnd() {
    onMainThread {
      let text = (0..<900).map { "The path is narrow, one behind the other \($0)." }.joined(separator: "\n")
      XCTAssertGreaterThan(text.utf8.count, 40_000)
      let folded = MessageText(MessageKindTests.message(text))
      XCTAssertEqual(folded.fold, .folded)
      XCTAssertLessThan(folded.text.utf8.count, 10_000)
      let whole = MessageText(MessageKindTests.message(text), isUnfolded: true)
      XCTAssertEqual(whole.text, text)
      XCTAssertGreaterThan(whole.sections.count, 4)
      // Only the line breaks between sections are in none of them.
      let joined = whole.sections.map { whole.slice($0.range) }.joined(separator: "\n")
      XCTAssertEqual(joined, text)
    }
  }

  // MARK: Words of voice messages

  private static let words =
    "We are at the dam. The ice holds on the left side only, so keep left. "
    + "After the bridge count forty steps, then look for the red mark on the larch."

  @MainActor
  private static func voice(_ text: String = words, file: String? = nil, isOwn: Bool = false) -> Message {
    let voice = Attachment(kind: .voice, duration: 42_000, transcript: .init(text, file: file))
    return message(isOwn: isOwn, attachments: [voice])
  }

  func testTheWordsOfAVoiceMessageAreOneLineUntilTheyArePressed() {
    onMainThread {
      for isOwn in [false, true] {
        MessageKindTests.open(MessageKindTests.voice(isOwn: isOwn)) { row in
          XCTAssertEqual(MessageKindTests.actions(row), [.activate(.attachment(0)), .transcript(0)])
          XCTAssertEqual(
            row.name(of: .transcript(0)),
            "Text: We are at the dam. The ice holds on the left side only, so k, folded")
          XCTAssertEqual(row.accessibleLabel?.contains("Text: \(MessageKindTests.words)"), true)
          let (height, bubble) = (row.height, row.geometry?.bubble?.rect)
          row.activate(.transcript(0))
          pump("all words") { row.geometry != nil && row.height > height }
          XCTAssertEqual(row.geometry?.bubble?.rect.width, bubble?.width)
          XCTAssertEqual(row.geometry?.bubble?.rect.y, bubble?.y)
          XCTAssertEqual(row.name(of: .transcript(0))?.hasSuffix(", unfolded"), true)
          row.activate(.transcript(0))
          pump("one line") { row.geometry != nil && row.height == height }
        }
      }
    }
  }

  func testAVoiceMessageWithoutWordsReservesNothing() {
    onMainThread {
      var heights: [Int] = []
      for words in ["", "a"] {
        MessageKindTests.open(MessageKindTests.voice(words)) { row in
          heights.append(row.height)
          XCTAssertEqual(MessageKindTests.actions(row).count, words.isEmpty ? 1 : 2)
        }
      }
      XCTAssertLessThan(heights[0] + 30, heights[1])
    }
  }

  func testTheLineOfWordsBeginsNearTheHitOfASearch() {
    onMainThread {
      MessageKindTests.open(MessageKindTests.voice()) { row in
        let part = row.texts?.blocks.lazy.compactMap { $0 as? TranscriptPart }.first
        XCTAssertEqual(part?.shownLine(in: row).text.hasPrefix("We are at the dam."), true)
        let marks = HitMarks()
        marks.find = { SearchQuery("larch").byteHits(in: $0) }
        row.hits.marks = marks
        XCTAssertEqual(part?.shownLine(in: row).text, "… red mark on the larch.")
        marks.find = { SearchQuery("dam").byteHits(in: $0) }
        row.hits.forget()
        XCTAssertEqual(part?.shownLine(in: row).text.hasPrefix("We are at the dam."), true)
      }
    }
  }

  // MARK: Quotes

  func testQuotedLinesAreASectionAndALongOneIsShownInPart() {
    onMainThread {
      let quote = (0..<8).map { "quoted \($0)" }.joined(separator: "\n")
      let text = "before\n\(quote)\nafter"
      let entities = [TextEntity(start: 7, length: quote.utf8.count, kind: .expandableQuote)]
      MessageKindTests.open(MessageKindTests.message(text, entities: entities)) { row in
        XCTAssertEqual(row.texts?.body.sections.map(\.style), [.plain, .expandableQuote, .plain])
        XCTAssertEqual(MessageKindTests.actions(row), [.quotedLines(1)])
        let height = row.height
        row.activateNext()
        pump("all quoted lines") { row.geometry != nil && row.height > height }
        XCTAssertEqual(row.name(of: .quotedLines(1)), "Show less of the quote")
      }
    }
  }

  func testQuotesBeyondTheLimitAreOrdinaryLines() {
    let text = Array(repeating: "a", count: 1_000).joined(separator: "\n")
    let entities = (0..<1_000).map { TextEntity(start: $0 * 2, length: 1, kind: .quote) }
    onMainThread {
      let body = MessageText(MessageKindTests.message(text, entities: entities), isUnfolded: true)
      XCTAssertLessThan(body.sections.count, 70)
      XCTAssertEqual(body.sections.last?.range.upperBound, body.text.utf8.count)
    }
  }

  func testADurationThatNoFilmHasIsNoCrash() {
    for length in [Double(Int64.max) / 1_000, .infinity, .nan, -1] {
      XCTAssertFalse(RowPlayer.Moment(position: length, length: length, isPlaying: false).words.isEmpty)
    }
  }

  // MARK: Other kinds

  func testWhatAMessageConsistsOfIsSpoken() {
    onMainThread {
      let poll = Poll(
        question: "Boots or shoes?",
        options: [
          Poll.Option(text: "Boots", votes: 8), Poll.Option(text: "Shoes", votes: 2, isChosen: true),
        ],
        isClosed: true)
      let spoken: [(Message, String)] = [
        (MessageKindTests.message(details: .init(content: .poll(poll))), "Shoes, 20%, your vote"),
        (MessageKindTests.message(details: .init(content: .poll(poll))), "Boots, 80%, most votes"),
        (
          MessageKindTests.message(
            details: .init(content: .place(Place(latitude: 46.1, longitude: 9.4, name: "Old mill")!))),
          "Place: Old mill"
        ),
        (
          MessageKindTests.message(details: .init(content: .contact(Contact(name: "Ines Duarte")))),
          "Contact: Ines Duarte"
        ),
        (
          MessageKindTests.message("Water", details: .init(forward: Forward(name: "Hut Service"))),
          "Forwarded from Hut Service"
        ),
        (MessageKindTests.message("Water", editedAt: 5), "edited"),
        (MessageKindTests.message(kind: .deleted), "Message deleted"),
        (MessageKindTests.message(kind: .unsupported), "A kind that cannot be shown"),
        (
          MessageKindTests.message(kind: .gap, details: .init(gap: Gap(count: 200))),
          "About 200 messages not loaded"
        ),
        (
          MessageKindTests.message(
            kind: .service,
            details: .init(content: .call(Call(outcome: .ended, duration: 720, isGroup: true)))),
          "Group call, 12 minutes"
        ),
        (
          MessageKindTests.message(attachments: [
            Attachment(kind: .video, byteCount: 18_000_000, duration: 84_000)
          ]),
          "Video, 1:24, 18 MB"
        ),
      ]
      for (message, words) in spoken {
        let content = ChatRowContent(message: message, time: "12:00")
        XCTAssertTrue(content.spoken.contains(words), content.spoken)
        // Each is laid out in a narrow window and a wide one.
        for width in [360, 1_100] {
          MessageKindTests.open(message, width: width) { row in
            XCTAssertGreaterThan(row.height, 20)
            if let bubble = row.geometry?.bubble?.rect {
              XCTAssertGreaterThanOrEqual(bubble.x, 0)
              XCTAssertLessThanOrEqual(bubble.maxX, Double(width))
            }
          }
        }
      }
    }
  }

  func testTheWordEditedOffersTheEarlierTextsWhereThereAreSome() {
    onMainThread {
      MessageKindTests.open(MessageKindTests.message("7:40", editedAt: 5)) { row in
        XCTAssertNotNil(row.geometry?.edited)
        XCTAssertEqual(MessageKindTests.actions(row), [])
      }
      MessageKindTests.open(MessageKindTests.message("7:40", editedAt: 5, hasEarlierTexts: true)) { row in
        XCTAssertEqual(MessageKindTests.actions(row), [.edited])
        row.earlierTexts = { _ in [EarlierText(until: "18:44", text: "We meat at seven.")] }
        row.activateNext()
        pump("the popover") { row.children.contains { $0.shownTexts.contains("We meat at seven.") } }
      }
    }
  }

  func testAContactIsSavedAndAPlaceOpenedByOthers() {
    onMainThread {
      let contact = Message.Details(content: .contact(Contact(name: "Ines Duarte", phone: "+00")))
      let place = Message.Details(content: .place(Place(latitude: 46.1, longitude: 9.4)!))
      for (details, expected) in [(contact, MessageActivation.saveContact), (place, .place)] {
        MessageKindTests.open(MessageKindTests.message(details: details)) { row in
          var asked: [MessageActivation] = []
          row.didActivate = { activation, _ in asked.append(activation) }
          row.activateNext()
          XCTAssertEqual(asked, [expected])
        }
      }
    }
  }

  func testAPlaceIsOpenedWithoutAnExponent() {
    XCTAssertEqual(Place(latitude: 0.00001, longitude: -120)?.uri, "geo:0.000010,-120.000000")
  }

  func testAdressesOfUnusualSchemesAreAskedFor() {
    for target in [
      "https://a.example", "mailto:a@b.example", "tg://x", "xmpp:a@b", "matrix:u/a", "magnet:?x",
    ] {
      XCTAssertTrue(LinkTarget.opensDirectly(target), target)
    }
    for target in ["ftp://a.example", "tel:+1", "irc://a", "file:///etc/passwd", "javascript:x"] {
      XCTAssertFalse(LinkTarget.opensDirectly(target), target)
    }
  }
}

extension MessageRow {
  /// Waits until the row's present state is laid out and painted.
  func waitForFrame() {
    var isPainted = false
    let handle = frameClock?.afterPaint.connect { isPainted = true }
    queueResize()
    pump("a frame") { isPainted }
    handle?.disconnect()
  }

  /// Moves the focus with Tab to the first part of the row, and presses Return there.
  fileprivate func activateNext() {
    takeFocus()
    pump("the focus") { hasFocus }
    XCTAssertTrue(moveFocus(.forward))
    XCTAssertTrue(activateFocused())
  }
}
