import ChatFiles

/// The bytes of a file in UTF-16 as UTF-8, without the byte order mark: Notepad and Excel save files in UTF-16.
///
/// Half of a surrogate pair and a last odd byte become “�”.
final class UTF16Stream: ByteStream {
  private let stream: any ByteStream
  private let isBigEndian: Bool
  /// Bytes of a character whose other bytes were not read yet.
  private var rest: ArraySlice<UInt8>
  private var isAtEnd = false

  /// - Parameters:
  ///   - head: The first bytes of the file, which were read from the stream.
  /// - Returns: Nil if the file is not in UTF-16.
  init?(_ stream: any ByteStream, head: [UInt8]) {
    let isUTF32 = head.starts(with: [0xff, 0xfe, 0, 0])
    guard !isUTF32, head.starts(with: [0xff, 0xfe]) || head.starts(with: [0xfe, 0xff]) else { return nil }
    self.stream = stream
    isBigEndian = head[0] == 0xfe
    rest = head.dropFirst(2)
  }

  func bytes(upTo count: Int) throws -> [UInt8] {
    // A unit of two bytes has at most three in UTF-8.
    let wanted = max(count / 3, 1) * 2
    while !isAtEnd {
      let more = try stream.bytes(upTo: wanted)
      isAtEnd = more.isEmpty
      let bytes = converted(rest + more)
      if !bytes.isEmpty { return bytes }
    }
    return []
  }

  private func converted(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var converted: [UInt8] = []
    converted.reserveCapacity(bytes.count)
    var position = bytes.startIndex
    func unit(_ place: Int) -> UInt16? {
      guard place + 1 < bytes.endIndex else { return nil }
      let (first, second) = (UInt16(bytes[place]), UInt16(bytes[place + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    while let first = unit(position) {
      if first < 0x80 {
        converted.append(UInt8(first))
      } else if let scalar = Unicode.Scalar(first) {
        converted.append(contentsOf: scalar.utf8)
      } else if UTF16.isLeadSurrogate(first), let second = unit(position + 2) {
        if UTF16.isTrailSurrogate(second) {
          converted.append(contentsOf: UTF16.decode(UTF16.EncodedScalar([first, second])).utf8)
          position += 2
        } else {
          converted += Self.replacement
        }
      } else if UTF16.isLeadSurrogate(first), !isAtEnd {
        // The next bytes may be the other half.
        break
      } else {
        converted += Self.replacement
      }
      position += 2
    }
    rest = bytes[position...]
    if isAtEnd, !rest.isEmpty {
      converted += Self.replacement
      rest = []
    }
    return converted
  }

  private static let replacement = Array("\u{fffd}".utf8)
}
