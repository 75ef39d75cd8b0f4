import Foundation

/// Finds the name of a chat in the name of its file or folder.
///
/// People and browsers extend file names, and programs put words around the chat's name, in the language of the phone.
/// The chat has the same name in all exports.
struct ChatFileName {
  /// Words that the program writes before the name of the chat.
  var prefixes: [String]
  /// Words that it writes after the name.
  var suffixes: [String] = []
  /// Names of files that do not contain the chat's name, so that the folder or the archive around the file is used.
  var generic: Set<String> = []
  /// Prefixes of such names.
  var genericPrefixes: [String] = []
  /// Whether the program writes the date of the export after the name of the chat.
  var isDated = false

  /// The name of the chat; nil if neither the file nor its folder or archive contains one.
  func title(of file: URL) -> String? {
    let name = stem(file.lastPathComponent)
    if genericPrefixes.contains(where: name.hasPrefix) { return nil }
    if let title = named(name) { return title }
    if !isGeneric(name) { return name.cleanName }
    let folder = stem(file.deletingLastPathComponent().lastPathComponent)
    return named(folder)
      ?? (isGeneric(folder) || Self.places.contains(folder.lowercased()) ? nil : folder.cleanName)
  }

  /// The name between a program's words; nil if there is none.
  private func named(_ name: String) -> String? {
    // Browsers write “WhatsApp_Chat_with_Mara_Lind.txt”.
    let isJoined = !name.contains(" ") && !prefixes.contains { $0.contains("_") }
    let name = isJoined ? name.replacing("_", with: " ") : name
    for prefix in prefixes where name.lowercased().hasPrefix(prefix.lowercased()) {
      let rest = withoutDate(String(name.dropFirst(prefix.count))).cleanName
      if !rest.isEmpty { return withoutSuffix(rest) ?? rest }
    }
    return withoutSuffix(name)
  }

  /// The name without a program's words behind it; nil if there are none.
  private func withoutSuffix(_ name: String) -> String? {
    suffixes.lazy.filter { name.lowercased().hasSuffix($0.lowercased()) }
      .map { String(name.dropLast($0.count)).cleanName }.first { !$0.isEmpty }
  }

  private func withoutDate(_ name: String) -> String {
    guard isDated, let mark = name.lastIndex(where: { $0 == "_" || $0 == " " }) else { return name }
    let date = name[name.index(after: mark)...]
    return date.count >= 8 && date.allSatisfy { $0.isNumber || "-.:".contains($0) }
      ? String(name[..<mark]) : name
  }

  private func isGeneric(_ name: String) -> Bool {
    generic.contains(name.lowercased()) || name.allSatisfy { !$0.isLetter && !$0.isNumber }
  }

  /// The name without the extension, and without the number that browsers add to a second copy.
  private func stem(_ name: String) -> String {
    var name = name.cleanName
    for ending in [".txt", ".csv", ".zip", ".md"] where name.lowercased().hasSuffix(ending) {
      name = String(name.dropLast(ending.count))
    }
    if let open = name.lastIndex(of: "("), name.hasSuffix(")"), open > name.startIndex {
      let number = name[name.index(after: open)...].dropLast()
      if !number.isEmpty, number.count <= 3, number.allSatisfy(\.isNumber) {
        name = String(name[..<open]).cleanName
      }
    }
    return name
  }

  /// Folders for files of any kind.
  private static let places: Set<String> = [
    "downloads", "documents", "desktop", "tmp", "temp", "home", "export", "exports", "chats", "/", "media",
    "files",
  ]
}
