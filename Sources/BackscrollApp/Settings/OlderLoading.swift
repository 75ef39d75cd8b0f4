import Translation

/// How older messages are loaded. The raw values are what the command line takes and the settings keep.
enum OlderLoading: String, CaseIterable, Codable, Sendable {
  /// When the reader drags the list down at its top and lets go.
  case pull
  /// By themselves, before the reader reaches the oldest one there is.
  case auto

  var title: String {
    switch self {
    // Translators: how older messages are loaded, after "Older:": by a pull, or automatically.
    case .pull: tr("Pull")
    case .auto: tr("Auto")
    }
  }

  var explanation: String {
    switch self {
    case .pull: tr("Pull: drag the list down at its top and let go")
    case .auto: tr("Auto: they come before you get there")
    }
  }
}
