import Chats
import Foundation
@_spi(Testing) import Gtk
import GtkTestSupport
import XCTest

@testable import AppBase
@testable import Backscroll
@testable import BackscrollApp
@testable import Controls
@testable import Media
@testable import MessageRow

/// The viewer of pictures over a window.
final class MediaViewerTests: XCTestCase {
  /// A window with a focused button, and the viewer over it at the picture with a number.
  @MainActor
  private static func open(
    _ count: Int, at number: Int, leavingOut missing: Set<Int> = [], lacking absent: Set<Int> = [],
    hiding spoilers: Set<Int> = [], width: Int = 900, height: Int = 700, isZipped: Bool = false,
    isDrawn: Bool = false,
    _ body: (MediaArchive, MediaOpener, MediaViewer, Window) -> Void
  ) {
    let media = MediaArchive(
      count, leavingOut: missing, lacking: absent, hiding: spoilers, isZipped: isZipped, isDrawn: isDrawn)
    let window = Window()
    window.decorated = false
    window.addClass("backscroll")
    window.setDefaultSize(width: width, height: height)
    let below = Button("Below")
    let overlay = Overlay(child: below)
    window.child = overlay
    window.present()
    below.takeFocus()
    pump("the window") { window.isMapped && window.width > 0 }
    let opener = MediaOpener(over: window, in: overlay, CoverStack(over: below))
    opener.perform(
      .attachment(0), of: media.messages[number], of: media.conversation, in: media.archive)
    guard let viewer = opener.viewer else { return XCTFail("no viewer") }
    pump("the item") { viewer.item?.id.message == media.messages[number].id }
    body(media, opener, viewer, window)
    opener.close()
    window.destroy()
    drain()
    media.remove()
  }

  @MainActor
  private static func isShown(_ viewer: MediaViewer) -> Bool {
    // A picture can be loaded before its page is laid out.
    viewer.page.map { $0.shown != nil && $0.isMapped && $0.width > 1 } ?? false
  }

  /// The colour in the middle of the window.
  @MainActor
  private static func middle(of window: Window) -> Color? {
    guard let picture = try? Renderer(.cairo).picture(of: window) else { return nil }
    let pixel = picture.pixels[picture.height / 2 * picture.width + picture.width / 2]
    return Color(hex: pixel & 0xffffff)
  }

  @MainActor
  private static func isNear(_ a: Color?, _ b: Color) -> Bool {
    guard let a else { return false }
    return abs(a.red - b.red) + abs(a.green - b.green) + abs(a.blue - b.blue) < 0.03
  }

  // The stage's own picture is no larger than the window.
  func testTheWholePictureIsCopied() {
    onMainThread {
      Self.open(1, at: 0, width: 400, height: 360) { _, _, viewer, window in
        pump("the picture") { Self.isShown(viewer) }
        XCTAssertLessThan(viewer.page?.shown?.width ?? 0, 800)
        XCTAssertTrue(viewer.activateAction("stage.copy"))
        pump("the copy") { Desktop.copiedPictureSize(of: window) != nil }
        let size = Desktop.copiedPictureSize(of: window)
        XCTAssertEqual(size?.width, 800)
        XCTAssertEqual(size?.height, 600)
      }
    }
  }

  /// Closes the menu. Otherwise its grab would outlive its window.
  @MainActor
  private static func closeMenu(_ viewer: MediaViewer) {
    viewer.topBar.closeMenu()
    pump("no menu") { !viewer.isMenuOpen }
    drain()
  }

  // All actions that open or save were disabled without an explanation.
  func testADrawnPictureIsSavedAsAPictureAndOffersNoFileToOpen() {
    onMainThread {
      for isDrawn in [true, false] {
        Self.open(1, at: 0, isDrawn: isDrawn) { media, _, viewer, window in
          pump("the picture") { Self.isShown(viewer) }
          pump("the button") {
            viewer.topBar.all(Button.self).first { $0.tooltipText == "Save As" }?.sensitive == true
          }
          viewer.topBar.openMenu()
          pump("the menu") { viewer.topBar.shownTexts.contains("Save As…") }
          XCTAssertEqual(viewer.topBar.shownTexts.contains("Open"), !isDrawn)
          XCTAssertEqual(viewer.topBar.shownTexts.contains("Open With…"), !isDrawn)
          Self.closeMenu(viewer)
          guard isDrawn, let page = viewer.page, let attachment = viewer.item?.attachment else { return }
          XCTAssertEqual(MediaFiles.name(ofDrawn: attachment), "IMG_0.png")
          let target = media.folder.appendingPathComponent("saved.png").path
          var result: String??
          Task {
            guard let picture = await page.wholePicture() else {
              result = .some("no picture")
              return
            }
            result = .some(await MediaFiles.write(picture, to: target))
          }
          pump("the file") { result != nil }
          XCTAssertEqual(result, .some(nil))
          let head = FileManager.default.contents(atPath: target)?.prefix(4)
          XCTAssertEqual(head.map(Array.init), [0x89, 0x50, 0x4e, 0x47])
          result = nil
          Task { result = .some(await MediaFiles.write(page.shown!, to: "/nowhere/saved.png")) }
          pump("the reason") { result != nil }
          XCTAssertNotEqual(result, .some(nil))
        }
      }
    }
  }

  func testASaveButtonThatDoesNothingSaysWhy() {
    onMainThread {
      let bar = StageTopBar(menu: Menu())
      bar.saveObstacle = "Photo not in the export"
      @MainActor func tips() -> [String] { bar.all(Button.self).compactMap { $0.tooltipText } }
      XCTAssertTrue(tips().contains("Photo not in the export"))
      bar.saveObstacle = nil
      XCTAssertTrue(tips().contains("Save As"))
    }
  }

  func testPicturesInAZipFileAreShownCopiedAndMissedLikeOthers() {
    onMainThread {
      Self.open(3, at: 1, leavingOut: [2], isZipped: true) { media, _, viewer, window in
        pump("the picture") { Self.isShown(viewer) }
        pump("its pixels") { Self.isNear(Self.middle(of: window), MediaArchive.color(1)) }
        XCTAssertTrue(viewer.activateAction("stage.copy"))
        pump("the copy") { Desktop.copiedPictureSize(of: window)?.width == 800 }
        let cache = PictureCache(byteLimit: 1_000_000)
        var results: [Result<Texture, PictureFailure>] = []
        Task {
          for message in media.messages {
            let attachment = message.attachments[0]
            results.append(await cache.load(attachment.path ?? "", box: 64, attachment: attachment))
          }
        }
        pump("the pictures of rows") { results.count == 3 }
        XCTAssertEqual((try? results[0].get())?.width, 64)
        XCTAssertEqual((try? results[1].get())?.sourceSize?.width, 800)
        if case .failure(.missing) = results[2] {} else { XCTFail("not missing") }
        let paths = media.messages.map { $0.attachments[0].path ?? "" }
        var missing: Set<Int>?
        Task {
          missing = await FilePresence.missing(Array(paths.enumerated().map { ($0.offset, $0.element) }))
        }
        pump("the look at the files") { missing != nil }
        XCTAssertEqual(missing, [2])
      }
    }
  }

  func testTheNextPictureIsShownAndItsNeighboursAreDecodedAhead() {
    onMainThread {
      Self.open(5, at: 2) { media, _, viewer, window in
        pump("the picture") { Self.isShown(viewer) }
        pump("its pixels") { Self.isNear(Self.middle(of: window), MediaArchive.color(2)) }
        pump("the neighbours") {
          [1, 3].allSatisfy { number in
            let id = MediaItem.ID(message: media.messages[number].id, position: 0)
            return viewer.carousel.page(for: id)?.shown != nil
          }
        }
        viewer.advance(by: 1)
        pump("the next") { viewer.item?.id.message == media.messages[1].id && !viewer.carousel.isMoving }
        XCTAssertTrue(Self.isShown(viewer), "it was decoded before it was shown")
        pump("its pixels") { Self.isNear(Self.middle(of: window), MediaArchive.color(1)) }
        pump("its place") { viewer.bottomBar.place == "4 of 5 pictures" }
      }
    }
  }

  func testPicturesAreLoadedAsOneGoesThroughTheWholeConversation() {
    onMainThread {
      Self.open(130, at: 60, leavingOut: Set(0..<130)) { media, _, viewer, _ in
        pump("its place") { viewer.bottomBar.place == "70 of 130 pictures" }
        for number in stride(from: 59, through: 0, by: -1) {
          viewer.advance(by: 1)
          pump("picture \(number)") { viewer.item?.id.message == media.messages[number].id }
        }
        pump("the last") {
          viewer.bottomBar.place == "130 of 130 pictures" && !viewer.carousel.canAdvance(by: 1)
        }
      }
    }
  }

  // From the chat, the viewer counted pictures and films together, the oldest first; from the page, one kind, the newest first.
  func testTheViewerGoesAndCountsAsThePageThatOpenedItDoes() {
    onMainThread {
      Self.open(130, at: 0, leavingOut: Set(0..<130)) { media, _, viewer, _ in
        pump("its place in the chat") { viewer.bottomBar.place == "130 of 130 pictures" }
        let newest = MediaCursor(of: media.messages[129], attachment: 0)
        viewer.show(.place(newest, .pictures))
        pump("its place on the page") {
          viewer.item?.id.message == media.messages[129].id && viewer.bottomBar.place == "1 of 130 pictures"
        }
        XCTAssertFalse(viewer.carousel.canAdvance(by: -1))
        for number in stride(from: 128, through: 65, by: -1) {
          viewer.advance(by: 1)
          pump("picture \(number)") { viewer.item?.id.message == media.messages[number].id }
          guard viewer.item?.id.message == media.messages[number].id else { return }
        }
        pump("its place") { viewer.bottomBar.place == "65 of 130 pictures" }
        viewer.goToEnd(last: true)
        pump("the oldest") { viewer.bottomBar.place == "130 of 130 pictures" }
        XCTAssertEqual(viewer.item?.id.message, media.messages[0].id)
      }
    }
  }

  func testANarrowViewerHasRoomForTheNumbersOnly() {
    onMainThread {
      Self.open(3, at: 1, width: 360, height: 640) { _, _, viewer, _ in
        pump("its place") { viewer.topBar.isNarrow && viewer.bottomBar.place == "2 of 3" }
      }
    }
  }

  func testZoomKeepsThePointUnderThePointer() {
    onMainThread {
      Self.open(1, at: 0, width: 500, height: 400) { _, _, viewer, _ in
        pump("the picture") { Self.isShown(viewer) }
        guard let page = viewer.page, let before = page.pictureRect else { return XCTFail("no picture") }
        let point = Point(x: 130, y: 150)
        func place(_ rect: Rect) -> Point {
          Point(x: (point.x - rect.x) / rect.width, y: (point.y - rect.y) / rect.height)
        }
        page.zoom(by: 3, about: point)
        guard let after = page.pictureRect else { return XCTFail("no picture") }
        XCTAssertEqual(after.width, before.width * 3, accuracy: 0.01)
        XCTAssertEqual(place(after).x, place(before).x, accuracy: 1e-6)
        XCTAssertEqual(place(after).y, place(before).y, accuracy: 1e-6)
        XCTAssertFalse(viewer.carousel.isInteractive, "a drag moves the picture")
        XCTAssertTrue(page.pan(dx: 10, dy: 0))
        page.fit()
        XCTAssertEqual(page.pictureRect, before)
        XCTAssertTrue(viewer.carousel.isInteractive)
        XCTAssertEqual(viewer.topBar.zoom, "Fit")
      }
    }
  }

  func testASpoilerOfAnotherMessageStaysHiddenUntilItIsAskedFor() {
    onMainThread {
      Self.open(3, at: 1, hiding: [1, 2]) { media, _, viewer, window in
        pump("the opened one, which the reader has asked for") {
          Self.isNear(Self.middle(of: window), MediaArchive.color(1))
        }
        viewer.advance(by: -1)
        pump("the previous") { viewer.item?.id.message == media.messages[2].id && !viewer.carousel.isMoving }
        pump("its place") { viewer.bottomBar.place == "1 of 3 pictures" }
        XCTAssertNil(viewer.page?.shown)
        XCTAssertFalse(viewer.notice.visible)
        viewer.activateAction("stage.play")
        pump("its pixels") { Self.isNear(Self.middle(of: window), MediaArchive.color(2)) }
      }
    }
  }

  func testAnEnlargedPictureHasAMapWithTheWholeOfIt() {
    onMainThread {
      Self.open(1, at: 0, width: 500, height: 400) { _, _, viewer, window in
        pump("the picture") { Self.isShown(viewer) }
        XCTAssertFalse(viewer.map.visible)
        viewer.page?.zoom(by: 4)
        pump("the map, above the bar") {
          guard viewer.map.visible, let corner = viewer.map.convert(Point(x: 0, y: 0), to: viewer),
            let bar = viewer.bottomBar.convert(Point(x: 0, y: 0), to: viewer)
          else { return false }
          return viewer.map.height > 0 && corner.y + Double(viewer.map.height) <= bar.y
        }
        viewer.page?.fit()
        XCTAssertFalse(viewer.map.visible)
      }
    }
  }

  func testTheFocusReturnsToWhereItWasWhenTheViewerCloses() {
    onMainThread {
      Self.open(2, at: 1) { _, opener, viewer, window in
        pump("the focus") { viewer.containsFocus }
        viewer.activateAction("stage.close")
        XCTAssertNil(opener.viewer)
        pump("the focus") { (window.focusWidget as? Button)?.label == "Below" }
      }
    }
  }

  // The viewer opened without a ring, so the place of the focus was not visible.
  func testTheStageHasARingWhileTheKeyboardIsUsed() {
    onMainThread {
      Self.open(2, at: 1) { _, _, viewer, window in
        pump("the focus") { viewer.containsFocus }
        XCTAssertFalse(viewer.showsStageFocus, "by the mouse")
        window.lastInput = .keyboard
        pump("the ring") { viewer.showsStageFocus }
        viewer.activateAction("stage.close")
      }
    }
  }

  // The bars faded below their own menu.
  func testTheBarsStayWhileTheirMenuIsOpen() {
    onMainThread {
      let settings = DesktopSettings.current!
      let before = settings.enableAnimations
      settings.enableAnimations = true
      Self.open(2, at: 1) { _, _, viewer, _ in
        pump("the picture") { Self.isShown(viewer) }
        viewer.topBar.openMenu()
        pump("the menu") { viewer.isMenuOpen }
        viewer.rest()
        XCTAssertFalse(viewer.topBar.hasClass("resting"))
        Self.closeMenu(viewer)
        viewer.window?.focusWidget = nil
        viewer.rest()
        XCTAssertTrue(viewer.topBar.hasClass("resting"))
      }
      settings.enableAnimations = before
    }
  }

  func testTheMenuKeyOpensTheMenu() {
    onMainThread {
      for (key, modifiers) in [(Key.menu, Modifiers()), (Key.f10, .shift)] {
        Self.open(2, at: 1) { _, _, viewer, _ in
          pump("the focus") { viewer.containsFocus }
          XCTAssertTrue(viewer.pressed(key, modifiers))
          pump("the menu") { viewer.isMenuOpen }
          Self.closeMenu(viewer)
        }
      }
    }
  }

  func testAMissingPictureSaysSoAndItsFolderMendsTheWholeImport() {
    onMainThread {
      Self.open(3, at: 1) { media, _, viewer, window in
        pump("the picture") { Self.isShown(viewer) }
        XCTAssertFalse(viewer.notice.visible)
      }
      Self.open(3, at: 1, leavingOut: [1]) { media, _, viewer, window in
        pump("the sentence") { viewer.notice.visible && viewer.notice.words == "Photo not found" }
        viewer.advance(by: 1)
        pump("the next") { Self.isShown(viewer) && !viewer.notice.visible }
      }
    }
  }

  func testAPictureThatTheExportLacksSaysHowToHaveIt() {
    onMainThread {
      Self.open(2, at: 1, lacking: [1]) { _, _, viewer, _ in
        pump("the sentence") { viewer.notice.visible }
        let texts = viewer.notice.shownTexts
        XCTAssertTrue(texts.contains("Photo not in the export"), "\(texts)")
        XCTAssertTrue(
          texts.contains(
            "IMG_1.jpg\nTo have it, export the chat again with its media, and import that too."), "\(texts)")
        XCTAssertFalse(texts.contains("Locate…"), "there is no file to look for")
        viewer.advance(by: 1)
        pump("the next, which is there") { Self.isShown(viewer) && !viewer.notice.visible }
      }
      // A moved file can be looked for.
      Self.open(2, at: 1, leavingOut: [1]) { _, _, viewer, _ in
        pump("the sentence") { viewer.notice.visible }
        let texts = viewer.notice.shownTexts
        XCTAssertTrue(texts.contains("IMG_1.jpg") && texts.contains("Locate…"), "\(texts)")
      }
    }
  }

  func testOneFolderMendsAllPathsOfAnImport() {
    onMainThread {
      let media = MediaArchive(3)
      let new = media.folder.appendingPathComponent("moved")
      try! FileManager.default.moveItem(at: media.folder.appendingPathComponent("export"), to: new)
      let window = Window()
      window.present()
      let files = MediaFiles(media.archive, over: window)
      var isDone = false
      files.didRelocate = { isDone = true }
      files.relocate(media.messages[0].attachments[0].path!, into: new.path)
      pump("the paths") { isDone }
      var paths: [String]?
      Task {
        paths = try! await media.archive.newest(in: media.conversation.id, limit: 9).compactMap {
          $0.attachments[0].path
        }
      }
      pump("the messages") { paths != nil }
      XCTAssertEqual(paths, (0..<3).map { new.appendingPathComponent("photos/\($0).png").path })
      window.destroy()
      drain()
      media.remove()
    }
  }

  func testTheStageIsDarkAndThePictureCenteredInEveryThemeAndSize() {
    onMainThread {
      for (scheme, width, height) in [
        (ColorScheme.light, 900, 700), (.dark, 900, 700), (.light, 360, 640), (.dark, 1_100, 420),
      ] {
        let theme = Theme(scheme)
        Self.open(3, at: 1, width: width, height: height) { _, _, viewer, window in
          pump("the picture") { Self.isNear(Self.middle(of: window), MediaArchive.color(1)) }
          guard let page = viewer.page, let rect = page.pictureRect else { return XCTFail("no picture") }
          XCTAssertGreaterThanOrEqual(rect.x, 0)
          XCTAssertLessThanOrEqual(rect.maxX, Double(page.width))
          XCTAssertLessThanOrEqual(rect.width, 800, "never enlarged")
          guard let picture = try? Renderer(.cairo).picture(of: window) else { return XCTFail("no window") }
          // Beside or below the picture, between the bars.
          let place = rect.x > 4 ? (x: 2, y: Int(rect.y) + 80) : (x: picture.width / 2, y: Int(rect.y) - 8)
          let ground = Color(hex: picture.pixels[place.y * picture.width + place.x] & 0xffffff)
          XCTAssertLessThan(ground.luminance, 0.02, "\(scheme) \(width)")
        }
        theme.uninstall()
      }
    }
  }

  func testNothingIsLeftOfAViewer() {
    onMainThread {
      expectNothingLeft {
        Self.open(3, at: 1) { _, _, viewer, _ in pump("the picture") { Self.isShown(viewer) } }
      }
    }
  }
}
