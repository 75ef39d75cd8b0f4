import Foundation
@_spi(Testing) import Gtk
import Testing

@Suite("Pictures of any file", .serialized)
struct PictureFileTests {
  private func inFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "backscroll-pictures-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }

  /// The reason why a file is not shown; nil if it is.
  private func refusal(
    _ file: URL, _ limits: PictureLimits = PictureLimits(), isCancelled: () -> Bool = { false }
  ) -> PictureError.Kind? {
    do throws(PictureError) {
      _ = try Texture(
        file: file.path, maxWidth: 360, maxHeight: 360, limits: limits, isCancelled: isCancelled)
      return nil
    } catch {
      return error.kind
    }
  }

  @Test("A picture is scaled down to fit, and never up")
  func scaled() throws {
    try inFolder { folder in
      let file = folder.appendingPathComponent("a.bmp")
      try Pictures.bitmap(width: 800, height: 200).write(to: file)
      let picture = try Texture(file: file.path, maxWidth: 360, maxHeight: 360)
      #expect(picture.width == 360)
      #expect(picture.height == 90)
      let whole = try Texture(file: file.path, maxWidth: 4_000, maxHeight: 4_000)
      #expect(whole.width == 800)
    }
  }

  // 30,000² pixels cost 2.76 GB and 9.6 s.
  @Test(
    "A header that promises too many pixels is refused before the first one",
    arguments: ["png", "gif", "gif frame", "bmp"])
  func tooManyPixels(format: String) throws {
    try inFolder { folder in
      let file = folder.appendingPathComponent("huge.\(format)")
      let data =
        switch format {
        case "png": Pictures.pngHeader(width: 30_000, height: 30_000)
        case "gif": Pictures.gifHeader(width: 20_000, height: 20_000)
        case "gif frame": Pictures.gifHeader(width: 100, height: 100, frame: 20_000)
        default: Pictures.bitmap(width: 20_000, height: 20_000, withPixels: false)
        }
      try data.write(to: file)
      #expect(refusal(file) == .tooLarge)
    }
  }

  @Test("A picture that moves gives one frame after the other, and begins again")
  func moving() throws {
    try inFolder { folder in
      let file = folder.appendingPathComponent("a.gif")
      try Pictures.redAndBlue.write(to: file)
      let picture = try #require(try MovingPicture(file: file.path, maxWidth: 4, maxHeight: 4))
      var colors: [[UInt8]] = []
      for _ in 0..<4 {
        let frame = try #require(picture.next())
        #expect(frame.seconds == 0.05)
        let pixels = [UInt8](frame.texture.serialized.suffix(4))
        colors.append(pixels)
      }
      #expect(colors[0] != colors[1])
      #expect(colors[0] == colors[2])
      #expect(colors[1] == colors[3])
    }
  }

  @Test("A picture that stands is not moved, and one that is too large is refused")
  func standing() throws {
    try inFolder { folder in
      let file = folder.appendingPathComponent("a.bmp")
      try Pictures.bitmap(width: 8, height: 8).write(to: file)
      #expect(try MovingPicture(file: file.path, maxWidth: 8, maxHeight: 8) == nil)
      let large = folder.appendingPathComponent("b.gif")
      try Pictures.gifHeader(width: 30_000, height: 30_000).write(to: large)
      #expect(throws: PictureError.self) { try MovingPicture(file: large.path, maxWidth: 8, maxHeight: 8) }
    }
  }

  @Test("A progressive JPEG counts for what its coefficients cost, a baseline one does not")
  func progressive() throws {
    try inFolder { folder in
      let (baseline, progressive) = (
        folder.appendingPathComponent("b.jpg"), folder.appendingPathComponent("p.jpg")
      )
      try Pictures.jpegHeader(width: 12_000, height: 9_000, isProgressive: false).write(to: baseline)
      try Pictures.jpegHeader(width: 12_000, height: 9_000, isProgressive: true).write(to: progressive)
      #expect(refusal(progressive) == .tooLarge)
      // It has no pixels at all, but it is not too large.
      #expect(refusal(baseline) != .tooLarge)
    }
  }

  // Its coefficients are in memory as well: 1.9 GB.
  @Test("A JPEG with a scan for each color counts like a progressive one")
  func scanForEachColor() throws {
    try inFolder { folder in
      let file = folder.appendingPathComponent("a.jpg")
      for (colors, isRefused) in [(1, true), (3, false)] {
        try Pictures.jpegHeader(
          width: 12_000, height: 9_000, isProgressive: false, colors: 3, colorsOfScan: colors
        ).write(to: file)
        #expect((refusal(file) == .tooLarge) == isRefused)
      }
    }
  }

  @Test("A JPEG whose header cannot be followed counts like a progressive one")
  func brokenHeader() throws {
    try inFolder { folder in
      let file = folder.appendingPathComponent("a.jpg")
      var data = Pictures.jpegHeader(width: 12_000, height: 9_000, isProgressive: false)
      // Between two segments, where the decoder skips the bytes.
      data.insert(contentsOf: [0, 0], at: 20)
      try data.write(to: file)
      #expect(refusal(file) == .tooLarge)
    }
  }

  @Test("A TIFF file, which is copied before its header is read, counts for its length")
  func copiedFile() throws {
    try inFolder { folder in
      let file = folder.appendingPathComponent("a.tiff")
      try (Data("II*\0".utf8) + Data(count: 50_000)).write(to: file)
      var limits = PictureLimits()
      limits.memory = 100_000
      #expect(refusal(file, limits) == .tooLarge)
      #expect(refusal(file) == .unreadable)
    }
  }

  @Test("Vector graphics, whose cost nothing bounds, are drawn only where they are allowed")
  func vectors() throws {
    try inFolder { folder in
      let file = folder.appendingPathComponent("a.png")
      try Data(
        #"""
        <svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><rect width="20" height="10" fill="#f00"/></svg>
        """#.utf8
      )
      .write(to: file)
      #expect(refusal(file) == .unbounded)
      var limits = PictureLimits()
      limits.drawsVectors = true
      let picture = try Texture(file: file.path, maxWidth: 10, maxHeight: 10, limits: limits)
      #expect(picture.width == 10 && picture.height == 5)
      #expect(picture.pixels.allSatisfy { $0 == 0xffff_0000 })
    }
  }

  @Test("Pixels are those of the picture that they came from")
  func pixels() throws {
    let picture = Texture(width: 3, height: 2) { context in
      context.setColor(Color(red: 0, green: 0, blue: 1))
      context.rectangle(Rect(x: 0, y: 0, width: 1, height: 2))
      context.fill()
    }
    let pixels = picture.pixels
    #expect(pixels == [0xff00_00ff, 0, 0, 0xff00_00ff, 0, 0])
    let bytes = picture.serialized
    #expect(bytes.count == Texture.serializedSize(width: 3, height: 2))
    #expect(Texture(serialized: bytes)?.pixels == pixels)
    #expect(Texture(serialized: bytes.dropLast()) == nil)
    #expect(Texture(serialized: Data()) == nil)
    for index in 0..<8 {
      var damaged = bytes
      damaged[index] = 255
      #expect(Texture(serialized: damaged) == nil)
    }
  }

  @Test("A file that is too long, and one that takes too long, are too large")
  func limits() throws {
    try inFolder { folder in
      let file = folder.appendingPathComponent("a.bmp")
      try Pictures.bitmap(width: 800, height: 800).write(to: file)
      var limits = PictureLimits()
      limits.fileSize = 1_000
      #expect(refusal(file, limits) == .tooLarge)
      limits = PictureLimits()
      limits.seconds = 0
      #expect(refusal(file, limits) == .tooLarge)
      #expect(refusal(file) == nil)
    }
  }

  @Test("Decoding ends when nobody needs the picture any more")
  func cancelled() throws {
    try inFolder { folder in
      let file = folder.appendingPathComponent("a.bmp")
      try Pictures.bitmap(width: 800, height: 800).write(to: file)
      #expect(refusal(file, isCancelled: { true }) == .cancelled)
    }
  }

  @Test("What is no picture, or no file, is unreadable, and a pipe does not block")
  func unreadable() throws {
    try inFolder { folder in
      let file = folder.appendingPathComponent("a.png")
      #expect(refusal(file) == .unreadable)
      try Data("not a picture".utf8).write(to: file)
      #expect(refusal(file) == .unreadable)
      try Data().write(to: file)
      #expect(refusal(file) == .unreadable)
      #expect(refusal(folder) == .unreadable)
      #expect(refusal(URL(fileURLWithPath: "/dev/zero")) == .unreadable)
      let pipe = folder.appendingPathComponent("pipe.png")
      #expect(mkfifo(pipe.path, 0o600) == 0)
      #expect(refusal(pipe) == .unreadable)
    }
  }

  @Test("Only a file that is named as a picture is offered to other programs")
  func names() throws {
    try inFolder { folder in
      for (name, isOffered) in [("a.bmp", true), ("a.desktop", false), ("a.BMP", true), ("bmp", false)] {
        let file = folder.appendingPathComponent(name)
        try Pictures.bitmap(width: 20_000, height: 20_000, withPixels: false).write(to: file)
        #expect {
          try Texture(file: file.path, maxWidth: 360, maxHeight: 360)
        } throws: {
          ($0 as? PictureError)?.namesPicture == isOffered
        }
      }
    }
  }
}

/// The beginnings of picture files.
private enum Pictures {
  static func bitmap(width: Int, height: Int, withPixels: Bool = true) -> Data {
    let stride = (width * 3 + 3) / 4 * 4
    var data = Data("BM".utf8)
    data += little(54 + stride * height, 4) + little(0, 4) + little(54, 4)
    data += little(40, 4) + little(width, 4) + little(height, 4) + little(1, 2) + little(24, 2)
    data += little(0, 4) + little(stride * height, 4) + little(2_835, 4) + little(2_835, 4) + little(0, 8)
    if withPixels { data += Data(repeating: 0x7f, count: stride * height) }
    return data
  }

  /// `frame`: the length of the first frame's sides, if it is not as large as the picture.
  /// Four pixels in each direction, red and blue in turn, each for a twentieth of a second.
  static let redAndBlue = Data(
    base64Encoded:
      "R0lGODlhBAAEAPAAAP8AAAAAACH5BAAFAAAAIf8LTkVUU0NBUEUyLjADAQAAACwAAAAABAAEAAACBISPCQUAIfkEAAUAAAAs"
      + "AAAAAAQABACAAAD/AAAAAgSEjwkFADs=")!

  static func gifHeader(width: Int, height: Int, frame: Int? = nil) -> Data {
    var data = Data("GIF89a".utf8) + little(width, 2) + little(height, 2) + Data([0x80, 0, 0])
    data += Data([0, 0, 0, 0xff, 0xff, 0xff])
    data += Data([0x21, 0xfe, 2, 0x2c, 0x2c, 1, 0x2c, 0])  // a comment
    data += Data([0x2c]) + little(0, 4) + little(frame ?? width, 2) + little(frame ?? height, 2) + Data([0])
    return data + Data([2, 2, 0x44, 1, 0, 0x3b])
  }

  static func pngHeader(width: Int, height: Int) -> Data {
    let header = Data("IHDR".utf8) + big(width, 4) + big(height, 4) + Data([8, 6, 0, 0, 0])
    return Data([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) + big(13, 4) + header + big(crc(header), 4)
      + big(100, 4) + Data("IDAT".utf8) + Data([0x78, 0x9c])
  }

  static func jpegHeader(
    width: Int, height: Int, isProgressive: Bool, colors: Int = 1, colorsOfScan: Int = 1
  ) -> Data {
    var data =
      Data([0xff, 0xd8, 0xff, 0xe0]) + big(16, 2) + Data("JFIF".utf8) + Data([0, 1, 1, 0, 0, 1, 0, 1, 0, 0])
    data += Data([0xff, 0xdb]) + big(67, 2) + Data([0]) + Data(repeating: 1, count: 64)
    data += Data([0xff, isProgressive ? 0xc2 : 0xc0]) + big(8 + 3 * colors, 2) + Data([8])
    data += big(height, 2) + big(width, 2) + Data([UInt8(colors)])
    for color in 1...colors { data += Data([UInt8(color), 0x11, 0]) }
    data += Data([0xff, 0xc4]) + big(20, 2) + Data([0, 1]) + Data(repeating: 0, count: 15) + Data([0])
    data += Data([0xff, 0xda]) + big(6 + 2 * colorsOfScan, 2) + Data([UInt8(colorsOfScan)])
    for color in 1...colorsOfScan { data += Data([UInt8(color), 0]) }
    return data + Data([0, isProgressive ? 0 : 63, 0])
  }

  private static func little(_ value: Int, _ count: Int) -> Data {
    Data((0..<count).map { $0 < 8 ? UInt8(truncatingIfNeeded: value >> (8 * $0)) : 0 })
  }

  private static func big(_ value: Int, _ count: Int) -> Data { Data(little(value, count).reversed()) }

  private static func crc(_ data: Data) -> Int {
    Int(
      data.reduce(UInt32.max) { crc, byte in
        (0..<8).reduce(crc ^ UInt32(byte)) { value, _ in
          value & 1 == 1 ? value >> 1 ^ 0xedb8_8320 : value >> 1
        }
      } ^ .max)
  }
}
