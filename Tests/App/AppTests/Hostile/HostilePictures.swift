import Foundation

@testable import AppTestSupport

/// Picture files that are small and complete, and decode to gigabytes or for minutes. All have one color.
enum HostilePictures {
  /// A black PNG with one bit for each pixel.
  static func png(side: Int) -> Data {
    let header = Data("IHDR".utf8) + big(side, 4) + big(side, 4) + Data([1, 0, 0, 0, 0])
    // Each line begins with the number of its filter, which is also zero.
    let bytes = side * ((side + 7) / 8 + 1)
    var bits = BitWriter()
    // One block with fixed codes: the first byte, then matches of 258 bytes at distance 1.
    bits.appendLowFirst(0b011, 3)
    bits.appendHighFirst(0x30, 8)
    bits.appendRepeated((bytes - 1) / 258) {
      $0.appendHighFirst(0b1100_0101, 8)
      $0.appendHighFirst(0, 5)
    }
    for _ in 0..<(bytes - 1) % 258 { bits.appendHighFirst(0x30, 8) }
    bits.appendHighFirst(0, 7)
    // Adler-32 of zeros.
    let body = Data([0x78, 0x9c]) + bits.bytes() + big(bytes % 65_521 << 16 | 1, 4)
    return Data([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
      + [header, Data("IDAT".utf8) + body, Data("IEND".utf8)].reduce(Data()) {
        $0 + big($1.count - 4, 4) + $1 + big(crc($1), 4)
      }
  }

  /// A GIF with one frame.
  static func gif(side: Int) -> Data {
    var data =
      Data("GIF89a".utf8) + little(side, 2) + little(side, 2) + Data([0x80, 0, 0])
    data += Data([0, 0, 0, 0xff, 0xff, 0xff])
    data += Data([0x2c]) + little(0, 4) + little(side, 2) + little(side, 2) + Data([0, 2])
    var bits = BitWriter()
    var left = side * side
    while left > 0 {
      // When the table is cleared, it is full of runs, each longer by one than the previous one.
      bits.appendLowFirst(4, bits.isEmpty ? 3 : 12)
      for run in 1...4_091 where left > 0 {
        let code = run == 1 ? 0 : run + 4
        bits.appendLowFirst(code, max(3, Int.bitWidth - code.leadingZeroBitCount))
        left -= run
      }
    }
    bits.appendLowFirst(5, 12)
    let body = bits.bytes()
    for start in stride(from: 0, to: body.count, by: 255) {
      let part = body[start..<min(start + 255, body.count)]
      data.append(UInt8(part.count))
      data += part
    }
    return data + Data([0, 0x3b])
  }

  /// Writes a TIFF with one bit for each pixel, uncompressed: a hole in a sparse file.
  static func writeTIFF(side: Int, to file: URL) throws {
    let (stride, start) = ((side + 7) / 8, 4_096)
    let fields: [(tag: Int, value: Int)] = [
      (256, side), (257, side), (258, 1), (259, 1), (262, 1), (273, start), (277, 1), (278, side),
      (279, stride * side),
    ]
    var data = Data("II".utf8) + little(42, 2) + little(8, 4) + little(fields.count, 2)
    for field in fields {
      data += little(field.tag, 2) + little(4, 2) + little(1, 4) + little(field.value, 4)
    }
    try (data + little(0, 4)).write(to: file)
    let handle = try FileHandle(forWritingTo: file)
    try handle.truncate(atOffset: UInt64(start + stride * side))
    try handle.close()
  }

  /// The order of the coefficients of a JPEG.
  enum Order {
    /// All coefficients of a block at once, so that lines can be decoded one by one.
    case sequential
    /// One color after another, so that all are in memory before the first line is decoded.
    case byColor
    /// The mean of all blocks first.
    case progressive
  }

  /// A gray JPEG in three colors.
  static func jpeg(width: Int, height: Int, _ order: Order) -> Data {
    var data = Data([0xff, 0xd8])
    func append(_ marker: Int, _ content: Data) {
      data += Data([0xff, UInt8(marker)]) + big(content.count + 2, 2) + content
    }
    append(0xdb, Data([0]) + Data(repeating: 1, count: 64))
    append(
      order == .progressive ? 0xc2 : 0xc0,
      Data([8]) + big(height, 2) + big(width, 2) + Data([3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]))
    // The only code, for both differences and other coefficients, is a zero bit: no difference, and the end of the block.
    for table in [0x00, 0x10] {
      append(0xc4, Data([UInt8(table), 1]) + Data(repeating: 0, count: 15) + Data([0]))
    }
    let blocks = ((width + 7) / 8) * ((height + 7) / 8)
    func scan(_ colors: [UInt8], bits: Int) {
      append(
        0xda,
        Data([UInt8(colors.count)]) + Data(colors.flatMap { [$0, 0] })
          + Data([0, order == .progressive ? 0 : 63, 0]))
      data += Data(count: (blocks * bits + 7) / 8)
    }
    switch order {
    case .sequential: scan([1, 2, 3], bits: 6)
    case .byColor: for color in [1, 2, 3] as [UInt8] { scan([color], bits: 2) }
    case .progressive: scan([1, 2, 3], bits: 3)
    }
    return data + Data([0xff, 0xd9])
  }

  /// A drawing with that many squares, each of them blurred.
  static func svg(blurs: Int) -> Data {
    let square = #"<rect width="900" height="900" fill="red" filter="url(#b)"/>"#
    return Data(
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="1000" height="1000">
      <filter id="b"><feGaussianBlur stdDeviation="20"/></filter>
      \(String(repeating: square, count: blurs))</svg>
      """.utf8)
  }

  private static func little(_ value: Int, _ count: Int) -> Data {
    Data((0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) })
  }

  private static func big(_ value: Int, _ count: Int) -> Data { Data(little(value, count).reversed()) }

  private static let crcTable: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xedb8_8320 : value >> 1 }
  }

  private static func crc(_ data: Data) -> Int {
    let table = crcTable
    var crc = UInt32.max
    for byte in data { crc = table[Int(UInt8(truncatingIfNeeded: crc) ^ byte)] ^ crc >> 8 }
    return Int(crc ^ .max)
  }
}

/// Bits in the order from the lowest of each byte up.
private struct BitWriter {
  private var full: [UInt8] = []
  private var rest = 0
  private var restCount = 0

  var isEmpty: Bool { full.isEmpty && restCount == 0 }

  mutating func appendLowFirst(_ value: Int, _ count: Int) {
    rest |= value << restCount
    restCount += count
    while restCount >= 8 {
      full.append(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
      restCount -= 8
    }
  }

  /// Appends bits in the order of Huffman codes.
  mutating func appendHighFirst(_ value: Int, _ count: Int) {
    appendLowFirst((0..<count).reduce(0) { $0 << 1 | value >> $1 & 1 }, count)
  }

  /// Appends the same bits repeatedly. After eight times, the bytes repeat.
  mutating func appendRepeated(_ count: Int, _ append: (inout BitWriter) -> Void) {
    for _ in 0..<min(count, 16 + count % 8) { append(&self) }
    guard count > 16 else { return }
    let start = full.count
    for _ in 0..<8 { append(&self) }
    let period = full[start...]
    full.reserveCapacity(full.count + count / 8 * period.count)
    for _ in 0..<(count - 16 - count % 8) / 8 - 1 { full += period }
  }

  func bytes() -> Data { Data(restCount > 0 ? full + [UInt8(truncatingIfNeeded: rest)] : full) }
}
