/// The color scheme that the user has chosen. The raw values are stored in the settings and taken by `--color-scheme`.
package enum ColorScheme: String, CaseIterable, Codable, Sendable {
  /// Follows the desktop's preference.
  case system
  case light, dark
}
