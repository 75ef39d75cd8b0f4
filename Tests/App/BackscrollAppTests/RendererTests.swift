import Foundation
@_spi(Testing) import Gtk
import GtkTestSupport
import XCTest

@testable import AppBase
@testable import AppTestSupport
@testable import Backscroll
@testable import BackscrollApp
@testable import Controls
@testable import Showcase

/// GTK draws the same with a graphics card, or with its software implementation, as with cairo, which all other tests
/// of pictures use: each tab while it scrolls or turns, and each shape that widgets draw.
final class RendererTests: XCTestCase {
  func testGLDrawsAsCairoDoes() throws { try Self.compare(.gl) }
  func testVulkanDrawsAsCairoDoes() throws { try Self.compare(.vulkan) }

  // Tests the comparison itself: it detects missing, black and moved content, but not a shift by a pixel.
  func testTheComparisonFindsWhatIsMissingOrElsewhere() {
    func picture(_ rect: Rect, _ color: Color = .black) -> Screenshot {
      let texture = Texture(width: 60, height: 40) {
        $0.setColor(.white)
        $0.paint()
        $0.setColor(color)
        $0.rectangle(rect)
        $0.fill()
      }
      return Screenshot(texture)
    }
    let drawn = picture(Rect(x: 8, y: 10, width: 20, height: 18))
    func differences(_ other: Screenshot) -> Int { other.differences(from: drawn).count }
    XCTAssertEqual(differences(drawn), 0)
    XCTAssertEqual(differences(picture(Rect(x: 8, y: 11, width: 20, height: 18))), 0)
    XCTAssertEqual(differences(picture(Rect(x: 8, y: 10.6, width: 20, height: 18))), 0)
    XCTAssertGreaterThan(differences(picture(Rect(x: 8, y: 14, width: 20, height: 18))), 0)
    XCTAssertGreaterThan(differences(picture(Rect(x: 0, y: 0, width: 60, height: 40))), 0)
    XCTAssertGreaterThan(differences(picture(Rect(x: 0, y: 0, width: 0, height: 0))), 0)
    // The background and a bubble differ by no more.
    let pale = Color(red: 0.96, green: 0.96, blue: 0.96)
    let bubble = picture(Rect(x: 8, y: 10, width: 20, height: 18), pale)
    XCTAssertGreaterThan(bubble.differences(from: picture(Rect(x: 0, y: 0, width: 0, height: 0))).count, 0)
  }

  // The background is drawn in bands, and looks like the designed gradient.
  func testTheGroundOfTheWindowIsAGradient() {
    onMainThread {
      for scheme in [ColorScheme.light, .dark] {
        let theme = Theme(scheme)
        let label = Label("")
        for height in [293, 480, 718] {
          Scenes.show(label, "ground", height: height) { _, window in
            guard let picture = try? Renderer(.cairo).picture(of: window),
              let top = label.color(named: "bs_canvas_top"),
              let bottom = label.color(named: "bs_canvas_bottom")
            else { return XCTFail("no picture") }
            let pixels = picture.pixels
            for y in 0..<picture.height {
              let share = (Double(y) + 0.5) / Double(picture.height)
              let color = bottom.faded(share).over(top)
              let pixel = pixels[y * picture.width + 5]
              for (value, shift) in [(color.red, 16), (color.green, 8), (color.blue, 0)] {
                XCTAssertEqual(
                  value * 255, Double(pixel >> shift & 255), accuracy: 1.5,
                  "\(scheme), line \(y) of \(height)")
              }
            }
          }
        }
        theme.uninstall()
      }
    }
  }

  private static func compare(_ kind: Renderer.Kind) throws {
    var absence: String?
    onMainThread {
      let renderers: (cairo: Renderer, other: Renderer)
      do { renderers = try (Renderer(.cairo), Renderer(kind)) } catch {
        absence = "\(error)"
        return
      }
      // GL cuts off the parts that hinting adds to a letter, as of GTK 4.18 (docs/GTK.md).
      DesktopSettings.current!.withoutHinting { compare(renderers.other, kind, with: renderers.cairo) }
    }
    if let absence { throw XCTSkip("GTK cannot draw with \(kind) here: \(absence)") }
  }

  @MainActor
  private static func compare(_ other: Renderer, _ kind: Renderer.Kind, with cairo: Renderer) {
    for scheme in [ColorScheme.light, .dark] {
      let theme = Theme(scheme)
      Scenes.visit { name, window in
        guard let expected = cairo.picture(of: window), let found = other.picture(of: window)
        else { return XCTFail("\(name), \(scheme): the window is empty") }
        let places = Screenshot(found).differences(from: Screenshot(expected))
        guard !places.isEmpty else { return }
        let file = ".test-failures/\(name)-\(scheme)-\(kind).png"
        XCTFail("\(name), \(scheme): \(kind) differs at \(places.prefix(8)); see \(file)")
        _ = found.save(to: file)
      }
      theme.uninstall()
    }
  }
}

/// Windows for taking pictures.
@MainActor
private enum Scenes {
  static func visit(_ body: (String, Window) -> Void) {
    show(Sampler(), "shapes", body)
    let chat = ChatBench(messages: 400, width: 560, height: 420)
    chat.window.addClass("backscroll")
    chat.open()
    chat.scroll(by: -211.4)
    body("chat", chat.window)
    chat.close()
    let feed = FeedTab(origin: FeedOrigin(), latency: Latency())
    show(feed, "feed", body) {
      feed.start()
      pump("the first page") { feed.feed.items.count == 30 && feed.feed.visibleItems.count > 2 }
      feed.feed.list.vadjustment?.value += 133.4
      pump("a scrolled feed") {
        feed.queueDraw()
        return feed.feed.list.distanceToStart > 100
      }
    }
    for style in CarouselChoice.allCases {
      let tab = CarouselTab(latency: Latency())
      show(tab, "carousel-\(style)", body) {
        tab.style = style
        pump("a film") { tab.carousel.selectedIndex != nil }
        turn(tab.carousel)
      }
    }
    let picker = PickerTab(latency: Latency())
    show(picker, "picker", body) {
      pump("the first call") { !picker.card.rows.isEmpty }
      turn(picker.picker.carousel)
    }
    let lab = LabTab(latency: Latency())
    show(lab, "lab", body) {
      pump("the rows") {
        lab.queueDraw()
        return lab.columns.allSatisfy { $0.list.top(of: $0.list.rows.last!.id) != nil }
      }
    }
  }

  /// Shows a widget in a window, with the motion that `prepare` starts.
  static func show(
    _ widget: Widget, _ name: String, height: Int = 420, _ body: (String, Window) -> Void,
    prepare: () -> Void = {}
  ) {
    let window = Window()
    window.addClass("backscroll")
    window.decorated = false
    window.setDefaultSize(width: 560, height: height)
    window.child = widget
    window.present()
    pump("the window") { widget.isMapped && widget.width > 0 }
    prepare()
    paint(window)
    body(name, window)
    window.child = nil
    window.destroy()
    drain()
  }

  /// Drags pages by less than half of one, and holds them there.
  private static func turn<Item, Page>(_ carousel: Carousel<Item, Page>) {
    let page = carousel.geometry.step * carousel.style.dragResistance
    carousel.swipe.press(at: Point(x: 1, y: 1), time: 0)
    carousel.swipe.move(to: Point(x: -0.43 * page, y: 0), at: 0.2)
    XCTAssertTrue(carousel.track.isDragging)
  }

  private static func paint(_ window: Window) {
    var frames = 0
    let handle = window.frameClock?.afterPaint.connect(weak: window) { _ in frames += 1 }
    pump("a frame") {
      if frames == 0 { window.queueDraw() }
      return frames > 0
    }
    handle?.disconnect()
  }
}

/// A widget that draws with all operations of a snapshot, at whole and at fractional places.
private final class Sampler: CustomWidget {
  private lazy var words = TextLayout(for: self)
  private let texture = Texture(width: 48, height: 48) {
    $0.setGradient(
      from: Point(x: 0, y: 0), to: Point(x: 48, y: 48),
      [(0, Color(red: 0.1, green: 0.4, blue: 0.8)), (1, Color(red: 0.9, green: 0.6, blue: 0.1))])
    $0.paint()
  }

  override func snapshot(_ snapshot: Snapshot) {
    words.set("Words 말 שלום")
    let color = foreground
    for (index, offset) in [0, 0.4].enumerated() {
      snapshot.translated(Point(x: offset, y: Double(index) * 220 + offset)) {
        let shape = RoundedRect(Rect(x: 20, y: 20, width: 120, height: 70), radius: 18)
        snapshot.shadow(shape, Color.black.faded(0.5), dy: 3, blur: 12)
        snapshot.fill(
          shape, top: Color(red: 0.1, green: 0.4, blue: 0.8), bottom: Color(red: 0.1, green: 0.2, blue: 0.5))
        snapshot.stroke(shape, width: 2, color)
        snapshot.focusRing(shape, color)
        snapshot.text(words, at: Point(x: 30, y: 40), .white)
        let picture = Rect(x: 170, y: 20, width: 120, height: 90)
        snapshot.clipped(to: RoundedRect(picture, radius: 14)) { snapshot.texture(texture, in: picture) }
        snapshot.faded(0.4) {
          snapshot.clipped(to: RoundedRect(picture.offset(x: 150), radius: 14)) {
            snapshot.texture(texture, in: picture.offset(x: 150))
          }
          snapshot.text(words, at: Point(x: 340, y: 50), color)
        }
        snapshot.moved(from: Point(x: 0, y: 0), to: Point(x: 490, y: 30), scale: 0.7) {
          snapshot.fill(RoundedRect(Rect(x: 0, y: 0, width: 140, height: 100), radius: 16), color.faded(0.3))
          snapshot.text(words, at: Point(x: 10, y: 30), color)
        }
        snapshot.clipped(to: Rect(x: 20, y: 130, width: 60, height: 50)) {
          snapshot.fill(RoundedRect(Rect(x: 20, y: 130, width: 100, height: 100), radius: 50), color)
        }
        snapshot.cairo(Rect(x: 170, y: 130, width: 60, height: 60)) { context in
          context.setColor(color)
          context.setLine(width: 3)
          context.circle(center: Point(x: 200, y: 160), radius: 24)
          context.stroke()
        }
        snapshot.icon(
          IconPaintable(named: "go-down-symbolic", size: 32, for: self),
          in: Rect(x: 260, y: 140, width: 32, height: 32),
          color)
      }
    }
  }
}

extension Rect {
  fileprivate func offset(x: Double) -> Rect { Rect(x: self.x + x, y: y, width: width, height: height) }
}

extension Screenshot {
  /// A texture's pixels.
  fileprivate init(_ texture: Texture) {
    let head = Texture.serializedSize(width: 0, height: 0)
    self.init(
      pixels: Data(texture.serialized.dropFirst(head)), width: texture.width, height: texture.height)
  }
}
