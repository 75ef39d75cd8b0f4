import Foundation

/// The folder beside an archive with the copies of pictures and files.
package enum MediaFolder {
  /// The folder of an archive's copies.
  package static func of(_ archive: String) -> URL { URL(fileURLWithPath: archive + ".media") }

  /// Whether a path is that of a copy: "…/ARCHIVE.media/HASH-BYTES.SUFFIX".
  package static func isCopy(_ path: String) -> Bool {
    let names = path.utf8.split(separator: UInt8(ascii: "/")).suffix(2)
    guard names.count == 2, let folder = names.first, let file = names.last,
      folder.suffix(6).elementsEqual(".media".utf8)
    else { return false }
    let parts = file.prefix { $0 != UInt8(ascii: ".") }.split(separator: UInt8(ascii: "-"))
    return parts.count >= 2 && parts[0].allSatisfy { $0.isDigit || 0x61...0x7a ~= $0 }
      && parts[1...].allSatisfy { $0.allSatisfy(\.isDigit) }
  }
}
