/// The lines of a file. Ends of lines are LF or CR LF; the last line may lack one.
struct LineReader {
  struct Line {
    /// Counted from 1.
    let number: Int
    /// Without the end of the line; nil when the line was too long to be kept.
    let bytes: [UInt8]?
  }

  private(set) var reader: ByteReader
  private var count = 0

  init(_ reader: ByteReader) {
    self.reader = reader
  }

  /// The next line; nil at the end of the file.
  mutating func next() -> Line? {
    guard reader.peek() != nil else { return nil }
    count += 1
    reader.beginCapture()
    reader.skip { $0 != UInt8(ascii: "\n") }
    var bytes = reader.endCapture()
    if reader.peek() != nil { reader.advance() }
    if bytes?.last == UInt8(ascii: "\r") { bytes?.removeLast() }
    return Line(number: count, bytes: bytes)
  }
}
