import Foundation
import Translation

/// Makes valid UTF-8 of what claims to be it.
enum TextRepair {
  enum Finding: Sendable, Hashable {
    case replaced, windows1252

    /// What was done, for the report.
    var reason: String {
      switch self {
      case .replaced: tr("not valid UTF-8; the broken bytes became “{sign}”", ["sign": "\u{fffd}"])
      case .windows1252: tr("not valid UTF-8; read as Windows-1252")
      }
    }
  }

  /// Bytes of valid UTF-8, and what had to be done to them; nil when they were valid.
  ///
  /// A text without a single valid sequence beyond ASCII was most likely written in the older encoding of the west;
  /// one that has some is UTF-8 with damage, for instance cut off within a character at IRC's 512 bytes.
  static func utf8(_ bytes: [UInt8]) -> (bytes: [UInt8], finding: Finding?) {
    if bytes.allSatisfy({ $0 < 0x80 }) || String(validating: bytes, as: UTF8.self) != nil {
      return (bytes, nil)
    }
    let replaced = String(decoding: bytes, as: UTF8.self)
    let hasOtherCharacters = replaced.unicodeScalars.contains { $0.value >= 0x80 && $0 != "\u{fffd}" }
    if !hasOtherCharacters, let text = String(data: Data(bytes), encoding: .windowsCP1252) {
      return (Array(text.utf8), .windows1252)
    }
    return (Array(replaced.utf8), .replaced)
  }
}
