import Translation

/// How older messages are loaded. The raw values are used on the command line and in the settings.
package enum OlderLoading: String, CaseIterable, Codable, Sendable {
  /// When the reader pulls the list down at its top and releases it, or presses the button there.
  case pull
  /// Automatically, before the reader reaches the oldest loaded message.
  case auto

  package var title: String {
    switch self {
    // Translators: how older messages are loaded, after "Older:": by a pull, or automatically.
    case .pull: tr("Pull")
    case .auto: tr("Auto")
    }
  }

  package var explanation: String {
    switch self {
    case .pull: tr("On pull: drag down at the top")
    case .auto: tr("Automatically, while scrolling")
    }
  }
}
