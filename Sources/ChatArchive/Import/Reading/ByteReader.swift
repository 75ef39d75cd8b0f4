import Foundation

/// A file read from front to back, a chunk at a time, with a mark to which one can go back.
///
/// A failure to read acts as the end of the file and stays in `failure`, so that what came before it is used.
struct ByteReader {
  /// Bytes that a capture may hold. Telegram's longest message is 4,096 characters, IRC's 512 bytes; whatever is
  /// larger than this is damage, and keeping it would cost memory without bound.
  static let captureLimit = 32 << 20

  let file: URL
  private(set) var failure: ImportError?

  private let handle: FileHandle
  private let chunkSize: Int
  private let captureLimit: Int
  private var chunk: [UInt8] = []
  private var position = 0
  /// Where the chunk starts in the file.
  private var chunkOffset: Int64 = 0

  /// Where in the chunk the captured bytes go on; nil when nothing is captured.
  private var captureStart: Int?
  /// What was captured in chunks that are gone; nil once it has become too much.
  private var captured: [UInt8]? = []
  private var captureOffset: Int64 = 0

  init(
    _ file: URL, chunkSize: Int = 256 << 10, captureLimit: Int = ByteReader.captureLimit
  ) throws(ImportError) {
    self.file = file
    self.chunkSize = chunkSize
    self.captureLimit = captureLimit
    do {
      handle = try FileHandle(forReadingFrom: file)
    } catch {
      throw .unreadable(path: file.relativePath)
    }
    if lookahead(3).elementsEqual(ByteReader.byteOrderMark) { position += 3 }
  }

  private static let byteOrderMark: [UInt8] = [0xef, 0xbb, 0xbf]

  /// Bytes before the next one.
  var offset: Int64 { chunkOffset + Int64(position) }

  /// The next byte, which stays the next one; nil at the end.
  mutating func peek() -> UInt8? {
    guard position < chunk.count || refill() else { return nil }
    return chunk[position]
  }

  /// Leaves the byte behind that `peek` has shown.
  mutating func advance() {
    position += 1
  }

  /// Goes to the next byte that does not meet the condition, or to the end.
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

  /// The next `count` bytes, fewer at the end of the file. Not to be called during a capture.
  mutating func lookahead(_ count: Int) -> ArraySlice<UInt8> {
    while chunk.count - position < count {
      let more = read()
      if more.isEmpty { break }
      chunkOffset += Int64(position)
      chunk = chunk[position...] + more
      position = 0
    }
    return chunk[position...].prefix(count)
  }

  /// False when there is nothing more.
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
    guard failure == nil else { return [] }
    do {
      return try handle.read(upToCount: chunkSize).map(Array.init) ?? []
    } catch {
      failure = .readFailed(path: file.relativePath, offset: offset, reason: error.localizedDescription)
      return []
    }
  }
}

extension ByteReader {
  /// Where the capture has begun; nil when nothing is captured.
  var captureOrigin: Int64? { captureStart == nil ? nil : captureOffset }

  /// Keeps the bytes from here on.
  mutating func beginCapture() {
    captureStart = position
    captured = []
    captureOffset = offset
  }

  /// The bytes since `beginCapture`; nil when they were too many to be kept.
  mutating func endCapture() -> [UInt8]? {
    guard let start = captureStart else { return [] }
    captureStart = nil
    defer { captured = [] }
    guard let captured, captured.count + position - start <= captureLimit else { return nil }
    return captured.isEmpty ? Array(chunk[start..<position]) : captured + chunk[start..<position]
  }

  /// Ends the capture and goes back to one byte after its beginning, or stays where it is when too much was
  /// captured to be kept.
  mutating func rewindIntoCapture() {
    guard let start = captureStart else { return }
    captureStart = nil
    guard let captured else { return }
    chunk = captured + chunk[start...]
    self.captured = []
    chunkOffset = captureOffset
    position = min(1, chunk.count)
  }
}
