import Foundation

/// How names of people and chats are compared with what a person types.
package enum NameFilter {
  /// The scalars of a name that are searched.
  package static let limit = 400

  /// A text without the differences that a filter does not make.
  package static func searchable(_ text: String) -> String {
    String(text.unicodeScalars.prefix(limit))
      .folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
  }
}
