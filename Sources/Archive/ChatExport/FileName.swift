import ChatFiles
import Chats
import FilePaths
import Foundation

/// The name of a file that is saved from an archive.
package struct FileName {
  private let stem: String
  /// With a dot, or empty.
  private let suffix: String

  /// Bytes of a name, of which most file systems allow 255. The rest is for a number.
  private static let byteLimit = 240
  /// Bytes of a suffix; a longer one is a part of the name.
  private static let suffixLimit = 16
  /// Characters, and bytes, of a title or a sender.
  private static let titleLimit = (characters: 80, bytes: 160)

  /// A name with the time and the sender of a file, and its own name: `2021-03-14 18.30.05 Mara IMG_0412.jpg`.
  init(of file: MediaSaver.File, at time: LocalClock.Reading) {
    let own = Self.own(of: file.attachment)
    let known = file.attachment.path.map { Self.suffix(of: Self.lastPart(of: $0)) } ?? ""
    suffix = Self.suffix(of: own).isEmpty ? known : Self.suffix(of: own)
    let ownStem = String(own.dropLast(Self.suffix(of: own).count))
    let words = [
      time.date, time.clock.replacing(":", with: "."), file.sender.map(Self.plain), ownStem,
    ].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " ")
    stem = words.prefix(bytes: Self.byteLimit - suffix.utf8.count)
  }

  /// The name of the first, second, … file with it.
  func numbered(_ number: Int) -> String {
    number == 1 ? stem + suffix : "\(stem) (\(number))\(suffix)"
  }

  /// The name of an attachment as the user knows it, in a form that every file system accepts.
  package static func own(of attachment: Attachment) -> String {
    let path = attachment.path.map(lastPart) ?? ""
    let name = cleaned(lastPart(of: attachment.name ?? ""))
    if !name.isEmpty { return name }
    // A copy beside an archive is named by its contents.
    let isCopy = attachment.path.map(MediaFolder.isCopy) ?? false
    if path.isEmpty || isCopy { return ExportKind.name(attachment.kind).replacing("_", with: " ") }
    return cleaned(path)
  }

  /// A title without the characters that file systems refuse, and not too long; empty if nothing is left.
  package static func plain(_ title: String) -> String {
    let short = String(cleaned(title).prefix(titleLimit.characters)).prefix(bytes: titleLimit.bytes)
    return cleaned(short)
  }

  private static func cleaned(_ text: String) -> String {
    let line = TextWriter.line(text).unicodeScalars.compactMap { scalar -> Unicode.Scalar? in
      switch scalar {
      case "\t": " "
      case "/", "\\", ":", "*", "?", "\"", "<", ">", "|": "-"
      // They turn the direction of a name, so that "gpj.exe" looks like "exe.jpg".
      case _ where scalar.properties.isBidiControl || scalar == "\u{feff}": nil
      default: scalar
      }
    }
    // A name that begins with a dot is hidden; one that ends with a dot or a blank is refused elsewhere.
    return String(String.UnicodeScalarView(line)).trimmingCharacters(in: ends)
  }

  private static let ends = CharacterSet.whitespaces.union(CharacterSet(charactersIn: "."))

  private static func lastPart(of path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    return FilePath.isUTF8(name) ? name : String(decoding: FilePath.bytes(of: name), as: UTF8.self)
  }

  /// The part of a name from its last dot, by which programs recognize the kind; empty if there is none.
  private static func suffix(of name: String) -> String {
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return "" }
    let suffix = name[dot...]
    let isPlain = suffix.dropFirst().utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "z") ~= $0 }
    return suffix.utf8.count > 1 && suffix.utf8.count <= suffixLimit && isPlain ? String(suffix) : ""
  }
}
