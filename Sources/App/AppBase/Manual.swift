import Foundation

/// The manual: a folder with a web page for each language.
package enum Manual {
  /// The page in a language, such as "pt_BR", otherwise in the language without its region, otherwise in English. Nil if
  /// the folder has none of them.
  ///
  /// - Parameter language: The language of the texts; nil for English.
  package static func page(in folder: URL, language: String?) -> URL? {
    let names = [language, language?.split(separator: "_").first.map(String.init), "en"].compactMap(\.self)
    return names.lazy.map { folder.appendingPathComponent("\($0)/index.html") }
      .first { FileManager.default.fileExists(atPath: $0.path) }
  }
}
