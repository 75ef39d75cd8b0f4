import Foundation
@_spi(Testing) import Gtk
import GtkTestSupport
import XCTest

@testable import AppBase
@testable import AppTestSupport
@testable import Backscroll
@testable import BackscrollApp
@testable import ChatStore
@testable import Chats
@testable import Commands
@testable import Controls
@testable import MessageRow
@testable import SampleChat

/// Each kind of message of the synthetic conversation, painted light and dark, as narrow as on a phone and as wide as
/// on a desktop.
final class MessageKindPictureTests: XCTestCase {
  private static let widths = [360, 1_100]
  /// A height above that of any row of the conversation at these widths.
  private static let height = 960

  func testEachKindIsPaintedWholeAndReadable() throws {
    let messages = try Self.messages()
    // Each of the newest two weeks has a scene, and together they have all kinds.
    XCTAssertEqual(Set(messages.map(Self.kind)), Self.kinds)
    onMainThread {
      for width in Self.widths {
        var heights: [ColorScheme: [Int]] = [:]
        for scheme in [ColorScheme.light, .dark] {
          let theme = Theme(scheme)
          heights[scheme] = MessageKindPictureTests.paint(messages, width: width) { row, picture in
            for fault in MessageKindPictureTests.faults(of: row, in: picture) {
              let name =
                "\(scheme), \(width): \(MessageKindPictureTests.kind(row.content!.message))"
              let file = ".test-failures/kind-\(scheme)-\(width)-\(row.content!.id).png"
              XCTFail("\(name): \(fault); see \(file)")
              _ = picture.save(to: file)
            }
          }
          theme.uninstall()
        }
        XCTAssertEqual(heights[.light], heights[.dark])
      }
    }
  }

  // MARK: Kinds

  /// The name of the message's kind.
  private static func kind(_ message: Message) -> String {
    switch message.kind {
    case .normal: break
    case .service where message.details.content == nil: return "notice"
    case .service: break
    default: return "\(message.kind)"
    }
    switch message.details.content {
    case .poll(let poll): return poll.isClosed ? "closed poll" : "poll"
    case .place(let place): return place.isLive ? "live place" : "place"
    case .contact: return "contact"
    case .call: return "call"
    case nil: break
    }
    if message.details.forward != nil { return "forward" }
    if let first = message.attachments.first {
      if first.isSpoiler { return "hidden picture" }
      if first.path == nil, first.kind == .photo { return "missing picture" }
      return message.attachments.count > 1 && first.kind == .photo ? "album" : "\(first.kind)"
    }
    if message.hasEarlierTexts { return "edited" }
    if message.text.utf8.count > 40_000 { return "long" }
    if message.entities.contains(where: { $0.kind == .spoiler }) { return "hidden words" }
    if message.entities.contains(where: { $0.kind == .quote || $0.kind == .expandableQuote }) {
      return "quote"
    }
    if !message.reactions.isEmpty { return "reactions" }
    return message.reply == nil ? "text" : "reply"
  }

  private static let kinds: Set<String> = [
    "text", "reply", "notice", "action", "deleted", "unsupported", "edited", "forward", "quote",
    "hidden words", "long",
    "reactions", "poll", "closed poll", "place", "live place", "contact", "call", "album", "photo",
    "hidden picture",
    "missing picture", "video", "roundVideo", "animation", "voice", "audio", "file", "sticker",
  ]

  private static func messages() throws -> [Message] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "bs-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let archive = try Archive(
      path: folder.appendingPathComponent("a.sqlite").path, mode: .createIfMissing)
    try SyntheticConversation.generate(into: archive, messages: 1_000, seed: 3)
    let all = try Blocking.wait {
      try await archive.newest(in: try await archive.conversations()[0].id, limit: 1_000)
    }
    var counts: [String: Int] = [:]
    // A few messages of a frequent kind are enough.
    return all.filter { message in
      counts[kind(message), default: 0] += 1
      return counts[kind(message)]! <= (kind(message) == "album" ? 20 : 3)
    }
  }

  // MARK: Pictures

  /// Shows the messages one by one and returns the heights of their rows.
  @MainActor
  private static func paint(
    _ messages: [Message], width: Int, _ body: (MessageRow, Texture) -> Void
  ) -> [Int] {
    guard let renderer = try? Renderer(.cairo) else {
      XCTFail("no renderer")
      return []
    }
    let row = MessageRow()
    row.valign = .start
    let window = Window()
    window.addClass("backscroll")
    window.decorated = false
    window.setDefaultSize(width: width, height: height)
    window.child = row
    window.present()
    var heights: [Int] = []
    for message in messages {
      row.bind(ChatRowContent(message: message, time: "12:00", date: "15 March"))
      pump("\(kind(message)), whole") {
        row.queueDraw()
        return row.width == width && row.geometry != nil && !row.isIncomplete
          && arePicturesShown(in: row)
      }
      row.waitForFrame()
      heights.append(row.height)
      guard let picture = renderer.picture(of: window) else {
        XCTFail("no picture")
        continue
      }
      body(row, picture)
    }
    window.destroy()
    drain()
    return heights
  }

  /// Whether the existing pictures are loaded and have faded in.
  @MainActor
  private static func arePicturesShown(in row: MessageRow) -> Bool {
    let attachments = row.content!.message.attachments
    return attachments.indices.prefix(10).allSatisfy { index in
      switch row.pictures[index] {
      case .loaded(_, let opacity): opacity >= 1
      case .loading: false
      case .none: attachments[index].picturePath == nil || attachments[index].kind.shelf == .files
      case .missing, .failed: true
      }
    }
  }

  // MARK: The content of a picture

  @MainActor
  private static func faults(of row: MessageRow, in picture: Texture) -> [String] {
    guard let geometry = row.geometry else { return ["no geometry"] }
    let colors = Colors(picture)
    var faults: [String] = []
    if row.height > height { faults.append("higher than the window") }
    // The background is a gradient; the drawing on it is not.
    for (edge, place) in [
      ("start", Rect(x: 0, y: 0, width: 3, height: Double(row.height))),
      ("end", Rect(x: Double(row.width) - 3, y: 0, width: 3, height: Double(row.height))),
      (
        "bottom",
        Rect(
          x: 0, y: Double(row.height) + 1, width: Double(row.width),
          height: Double(height - row.height) - 2)
      ),
    ] where colors.spread(in: place) > 0.06 {
      faults.append("it reaches beyond the \(edge)")
    }
    for target in row.targets {
      for rect in target.rects {
        if rect.x < 0 || rect.maxX > Double(row.width) || rect.y < 0
          || rect.maxY > Double(row.height)
        {
          faults.append("\(target.action) lies outside")
        } else if colors.spread(in: rect) < 0.02 {
          faults.append("nothing is painted at \(target.action)")
        }
      }
    }
    let parts = [geometry.quote, geometry.forward, geometry.reactions, geometry.fold].compactMap(
      \.self)
    // Without the corners of the bubble. The gradient of an own bubble has less contrast.
    for rect in geometry.blocks + parts where colors.spread(in: rect.inset(x: 6, y: 6)) < 0.12 {
      faults.append("nothing is painted at \(rect)")
    }
    let whole =
      geometry.bubble?.rect
      ?? Rect(x: 0, y: 0, width: Double(row.width), height: Double(row.height))
    let contrast = colors.contrast(in: whole)
    if contrast < 3 { faults.append("its contrast is \(contrast)") }
    return faults
  }

  /// The pixels of a picture of a window.
  private struct Colors {
    private let pixels: [UInt32]
    private let width: Int
    private let height: Int

    init(_ picture: Texture) {
      pixels = picture.pixels
      width = picture.width
      height = picture.height
    }

    /// The luminances of all pixels of a small place, and of a grid of them in a large one.
    private func luminances(in rect: Rect) -> [Double] {
      let x = max(0, Int(rect.x.rounded(.down)))..<min(width, Int(rect.maxX.rounded(.up)))
      let y = max(0, Int(rect.y.rounded(.down)))..<min(height, Int(rect.maxY.rounded(.up)))
      guard !x.isEmpty, !y.isEmpty else { return [] }
      let step = max(1, Int((Double(x.count * y.count) / 8_000).squareRoot()))
      var found: Set<UInt32> = []
      for line in stride(from: y.lowerBound, to: y.upperBound, by: step) {
        var last: UInt32?
        for place in stride(
          from: line * width + x.lowerBound, to: line * width + x.upperBound, by: step)
        {
          let pixel = pixels[place]
          if pixel != last { found.insert(pixel & 0xff_ffff) }
          last = pixel
        }
      }
      return found.map { Color(hex: $0).luminance }
    }

    /// The difference between the brightest and the darkest pixel, in luminance.
    func spread(in rect: Rect) -> Double {
      let found = luminances(in: rect)
      return (found.max() ?? 0) - (found.min() ?? 0)
    }

    /// The ratio between the brightest and the darkest pixel, as computed by WCAG.
    func contrast(in rect: Rect) -> Double {
      let found = luminances(in: rect)
      return ((found.max() ?? 0) + 0.05) / ((found.min() ?? 0) + 0.05)
    }
  }
}
