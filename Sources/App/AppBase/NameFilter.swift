import Foundation

/// The comparison of the names of people and chats with a typed filter.
package enum NameFilter {
  /// The most scalars of a name that are searched.
  package static let limit = 400

  /// A text without the differences that a filter ignores.
  package static func searchable(_ text: String) -> String {
    String(text.unicodeScalars.prefix(limit))
      .folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
  }
}
