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
  /// Characters of a title or a sender.
  private static let titleLimit = 80

  /// A name with the time and the sender of a file, and its own name: `2021-03-14 18.30.05 Mara IMG_0412.jpg`.
  init(of file: MediaSaver.File, at time: LocalClock.Reading) {
    let own = Self.own(of: file.attachment)
    let known = file.attachment.path.map { Self.suffix(of: Self.lastPart(of: $0)) } ?? ""
    suffix = Self.suffix(of: own).isEmpty ? known : Self.suffix(of: own)
    let words = [
      time.date, time.clock.replacing(":", with: "."), file.sender.map(Self.plain),
      String(own.dropLast(Self.suffix(of: own).count)),
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
    let name = plain(lastPart(of: attachment.name ?? ""), limit: .max)
    if !name.isEmpty { return name }
    return path.isEmpty ? ExportKind.name(attachment.kind) : plain(path, limit: .max)
  }

  /// A title, without the characters that file systems refuse.
  package static func plain(_ title: String) -> String { plain(title, limit: titleLimit) }

  private static func plain(_ text: String, limit: Int) -> String {
    let line = TextWriter.line(text).map { "/\\:*?\"<>|".contains($0) ? "-" : $0 }
    let trimmed = String(line.prefix(limit)).trimmingCharacters(in: .whitespaces)
    // A name that begins with a dot is hidden; one that ends with a dot or is made of dots is refused elsewhere.
    return trimmed.trimmingCharacters(in: CharacterSet(charactersIn: "."))
  }

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
