import ChatFiles
import CompressedFiles
import Foundation

/// A file that is read from beginning to end in chunks, with a capture to which the reader can return.
///
/// A read error acts as the end of the file and is stored in `failure`, so that everything before it is used.
struct ByteReader {
  /// Maximum bytes of a capture. Telegram's longest message is 4,096 characters, IRC's 512 bytes; anything larger than
  /// this is damage, and keeping it would need unbounded memory.
  static let captureLimit = 32 << 20

  /// The file, which can be opened again.
  let source: ImportFile
  private(set) var failure: ImportError?

  private let stream: any ByteStream
  private let chunkSize: Int
  private let isCancelled: () -> Bool
  var captureLimit: Int
  /// The bytes in memory. They are never changed in place, because parsed values keep them.
  private(set) var chunk: [UInt8] = []
  /// The position in the chunk.
  private(set) var position = 0
  /// The start of the chunk in the file.
  private var chunkOffset: Int64 = 0

  /// The start of the captured bytes in the chunk; nil if there is no capture.
  private var captureStart: Int?
  /// The captured bytes of earlier chunks; nil if they exceed the limit.
  private var captured: [UInt8]? = []
  private var captureOffset: Int64 = 0

  /// - Parameters:
  ///   - start: The position in the file at which reading begins.
  ///   - isCancelled: Called for each chunk. True acts as the end of the file.
  /// - Complexity: O(1), but O(n) in `start` for a file in a zip file, which is unpacked from its beginning.
  init(
    _ source: ImportFile, chunkSize: Int = 256 << 10, captureLimit: Int = ByteReader.captureLimit,
    from start: Int64 = 0, isCancelled: @escaping () -> Bool = { false }
  ) throws(ImportError) {
    self.source = source
    self.chunkSize = chunkSize
    self.isCancelled = isCancelled
    self.captureLimit = captureLimit
    stream = try source.stream(from: start)
    chunkOffset = start
    if start == 0, lookahead(3).elementsEqual(ByteReader.byteOrderMark) { position += 3 }
  }

  /// Opens a file on the disk.
  init(
    _ file: URL, chunkSize: Int = 256 << 10, captureLimit: Int = ByteReader.captureLimit
  ) throws(ImportError) {
    try self.init(
      ImportFile(url: file, byteCount: 0, folder: nil), chunkSize: chunkSize, captureLimit: captureLimit)
  }

  /// Another reader of the same file, at its beginning.
  func again() throws(ImportError) -> ByteReader {
    try ByteReader(source, chunkSize: chunkSize, captureLimit: captureLimit, isCancelled: isCancelled)
  }

  var file: URL { source.url }

  private static let byteOrderMark: [UInt8] = [0xef, 0xbb, 0xbf]

  /// The position in the file.
  var offset: Int64 { chunkOffset + Int64(position) }

  /// The next byte without passing it; nil at the end.
  mutating func peek() -> UInt8? {
    guard position < chunk.count || refill() else { return nil }
    return chunk[position]
  }

  /// Passes the byte that `peek` returned.
  mutating func advance() {
    position += 1
  }

  /// Moves to a position of the chunk.
  mutating func advance(to position: Int) {
    self.position = position
  }

  /// Whether `extend` may be called: a value larger than the capture limit is not kept in memory.
  var canExtend: Bool { chunk.count - position <= captureLimit }

  /// Reads more bytes after those of the chunk, which then begins at the current position; returns false at the end of
  /// the file. Do not call it during a capture.
  ///
  /// - Complexity: Each call doubles the bytes from here, so they are copied at most twice.
  mutating func extend() -> Bool {
    var rest = Array(chunk[position...])
    let wanted = max(chunkSize, min(rest.count, captureLimit + 1 - rest.count))
    let before = rest.count
    while rest.count - before < wanted {
      let more = read()
      if more.isEmpty { break }
      rest.append(contentsOf: more)
    }
    chunkOffset += Int64(position)
    position = 0
    chunk = rest
    return rest.count > before
  }

  /// Passes all bytes that meet the condition.
  ///
  /// - Complexity: O(n) in the number of bytes passed.
  mutating func skip(while condition: (UInt8) -> Bool) {
    repeat {
      while position < chunk.count {
        guard condition(chunk[position]) else { return }
        position += 1
      }
    } while refill()
  }

  /// The next `count` bytes, fewer at the end of the file. Do not call it during a capture.
  mutating func lookahead(_ count: Int) -> ArraySlice<UInt8> {
    if chunk.count - position < count {
      var bytes = Array(chunk[position...])
      while bytes.count < count {
        let more = read()
        if more.isEmpty { break }
        bytes.append(contentsOf: more)
      }
      chunkOffset += Int64(position)
      (chunk, position) = (bytes, 0)
    }
    return chunk[position...].prefix(count)
  }

  // MARK: Capture

  /// The offset at which the capture began; nil if there is no capture.
  var captureOrigin: Int64? { captureStart == nil ? nil : captureOffset }

  /// Starts to capture the bytes from here.
  mutating func beginCapture() {
    captureStart = position
    captured = []
    captureOffset = offset
  }

  /// The bytes since `beginCapture`; nil if they exceed the limit.
  mutating func endCapture() -> [UInt8]? {
    guard let start = captureStart else { return [] }
    captureStart = nil
    // Moved out of the reader, so that the bytes are appended in place: there may be 32 MB of them.
    var bytes = captured ?? []
    let isWhole = captured != nil && bytes.count + position - start <= captureLimit
    captured = []
    guard isWhole else { return nil }
    bytes.append(contentsOf: chunk[start..<position])
    return bytes
  }

  /// Ends the capture and moves to the second captured byte. Stays at the current position if the capture exceeds the
  /// limit.
  ///
  /// - Complexity: O(1) if the capture began in this chunk. Otherwise the chunk is copied, once for each time that the
  ///   next one is read.
  mutating func rewindIntoCapture() {
    guard let start = captureStart else { return }
    captureStart = nil
    guard let earlier = captured else { return }
    captured = []
    if earlier.isEmpty {
      position = min(start + 1, chunk.count)
    } else {
      chunk = earlier + chunk[start...]
      chunkOffset = captureOffset
      position = 1
    }
  }

  /// Reads the next chunk. Returns false at the end of the file.
  private mutating func refill() -> Bool {
    if let start = captureStart {
      if let count = captured?.count, count + chunk.count - start <= captureLimit {
        captured?.append(contentsOf: chunk[start...])
      } else {
        captured = nil
      }
      captureStart = 0
    }
    chunkOffset += Int64(chunk.count)
    chunk = read()
    position = 0
    return !chunk.isEmpty
  }

  private mutating func read() -> [UInt8] {
    guard failure == nil, !isCancelled() else { return [] }
    do {
      return try stream.bytes(upTo: chunkSize)
    } catch let error as ZipError {
      failure = .compressed(path: file.relativePath, error)
      return []
    } catch {
      failure = .readFailed(path: file.relativePath, offset: offset, reason: error.systemReason)
      return []
    }
  }
}

/// The lines of a file, which end with LF or CR LF, or all with CR. The end of the last line is optional.
struct LineReader {
  struct Line {
    /// Counted from 1.
    let number: Int
    /// Without the line end; nil if the line exceeds the capture limit.
    let bytes: [UInt8]?
    /// Whether it has a line end. Only the last line of a file can lack one.
    let isEnded: Bool
  }

  private(set) var reader: ByteReader
  private var count = 0
  private let lineEnd: UInt8

  init(_ reader: ByteReader) {
    var reader = reader
    lineEnd = LineReader.lineEnd(of: reader.lookahead(FileHead.length))
    self.reader = reader
  }

  /// The line end of a text that begins with these bytes. Programs of old Macs write CR alone.
  static func lineEnd(of head: ArraySlice<UInt8>) -> UInt8 {
    let (feed, carriage) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
    return head.contains(feed) || !head.contains(carriage) ? feed : carriage
  }

  /// The next line; nil at the end of the file.
  mutating func next() -> Line? {
    guard reader.peek() != nil else { return nil }
    count += 1
    reader.beginCapture()
    let lineEnd = lineEnd
    reader.skip { $0 != lineEnd }
    var bytes = reader.endCapture()
    let isEnded = reader.peek() != nil
    if isEnded { reader.advance() }
    if bytes?.last == UInt8(ascii: "\r") { bytes?.removeLast() }
    return Line(number: count, bytes: bytes, isEnded: isEnded)
  }
}

/// A position in a short byte sequence, for parsers of fixed forms.
///
/// Every `skip` and every function that returns an optional either passes the requested bytes or does not move.
struct ByteCursor {
  private let bytes: ArraySlice<UInt8>
  /// The index of the next byte. Moving it is faster than making a slice, which counts a reference.
  private var position: Int

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  /// The remaining bytes.
  var rest: ArraySlice<UInt8> { bytes[position...] }

  var isAtEnd: Bool { position == bytes.endIndex }

  /// The next byte, without passing it; nil at the end.
  private var next: UInt8? { isAtEnd ? nil : bytes[position] }

  /// The remaining bytes as text.
  var text: String { String(decoding: rest, as: UTF8.self) }

  /// Passes exactly this text.
  mutating func skip(_ text: String) -> Bool {
    var end = position
    for byte in text.utf8 {
      guard end < bytes.endIndex, bytes[end] == byte else { return false }
      end += 1
    }
    position = end
    return true
  }

  /// Passes this byte.
  mutating func skip(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    position += 1
    return true
  }

  /// Passes all bytes that meet the condition; returns whether there was any.
  @discardableResult
  mutating func skip(while condition: (UInt8) -> Bool) -> Bool {
    let start = position
    while let next, condition(next) { position += 1 }
    return position > start
  }

  /// The number that the next digits form. The range limits how many there are, to 18 at most.
  mutating func number(digits: ClosedRange<Int>) -> Int? {
    var (number, end) = (0, position)
    while end < bytes.endIndex, end - position < digits.upperBound, bytes[end].isDigit {
      number = number * 10 + Int(bytes[end] - UInt8(ascii: "0"))
      end += 1
    }
    guard end - position >= digits.lowerBound else { return nil }
    position = end
    return number
  }

  /// The text before the mark, which is passed as well; nil if there is no mark.
  mutating func text(before mark: String) -> String? {
    var end = self
    while !end.skip(mark) {
      guard !end.isAtEnd else { return nil }
      end.position += 1
    }
    defer { position = end.position }
    return String(decoding: bytes[position..<end.position - mark.utf8.count], as: UTF8.self)
  }

  /// The text up to the next space, which is not passed; empty if the next byte is a space.
  mutating func word() -> String {
    let start = position
    skip { $0 != UInt8(ascii: " ") }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }
}
