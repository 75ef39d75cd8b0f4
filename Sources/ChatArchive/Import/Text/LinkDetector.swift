/// Finds the web addresses in a plain text.
enum LinkDetector {
  private static let starts: [[UInt8]] = ["https://", "http://", "ftp://", "www."].map { Array($0.utf8) }

  /// A link for each address that begins a word with “https://”, “http://”, “ftp://” or “www.”.
  ///
  /// The sentence's own marks at the end do not belong to the address, nor does a bracket that was opened
  /// before it.
  ///
  /// - Complexity: O(n) in the length of the text.
  static func links(in text: String) -> [TextEntity] {
    let bytes = Array(text.utf8)
    var links: [TextEntity] = []
    var position = 0
    while position < bytes.count {
      guard isWordStart(position, in: bytes),
        let start = starts.first(where: { begins(bytes, at: position, $0) })
      else {
        position += 1
        continue
      }
      let run = endOfRun(at: position, in: bytes)
      let end = run - position <= longest ? endOfAddress(bytes[position..<run]) : position
      if end > position + start.count,
        let target = LinkTarget.web(String(decoding: bytes[position..<end], as: UTF8.self))
      {
        links.append(TextEntity(start: position, length: end - position, kind: .link(target: target)))
      }
      position = run
    }
    return links
  }

  private static func isWordStart(_ position: Int, in bytes: [UInt8]) -> Bool {
    guard position > 0 else { return true }
    let before = bytes[position - 1]
    return !(before.isDigit || before.isASCIILetter || before >= 0x80)
  }

  private static func begins(_ bytes: [UInt8], at position: Int, _ start: [UInt8]) -> Bool {
    guard bytes.count - position >= start.count else { return false }
    for (index, byte) in start.enumerated() where bytes[position + index].lowercased != byte { return false }
    return true
  }

  /// Where the next blank or quotation mark stands.
  private static func endOfRun(at start: Int, in bytes: [UInt8]) -> Int {
    bytes[start...].firstIndex { $0 <= 0x20 || excluded.contains($0) } ?? bytes.count
  }

  private static func endOfAddress(_ run: ArraySlice<UInt8>) -> Int {
    var end = run.endIndex
    while end > run.startIndex {
      let last = run[end - 1]
      if let opening = brackets[last] {
        let address = run[..<end]
        if address.count(where: { $0 == last }) <= address.count(where: { $0 == opening }) { break }
      } else if !trailing.contains(last) {
        break
      }
      end -= 1
    }
    return end
  }

  /// Browsers and servers take about 2,000 bytes; what is much longer is no address, and not worth the search.
  private static let longest = 4096

  private static let excluded = Set("<>\"`".utf8)
  private static let trailing = Set(".,;:!?'*_~".utf8)
  private static let brackets: [UInt8: UInt8] = [
    UInt8(ascii: ")"): UInt8(ascii: "("), UInt8(ascii: "]"): UInt8(ascii: "["),
    UInt8(ascii: "}"): UInt8(ascii: "{"),
  ]
}

extension UInt8 {
  fileprivate var isASCIILetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(lowercased) }

  fileprivate var lowercased: UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
  }
}
