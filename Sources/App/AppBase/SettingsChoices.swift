import Translation

// The choices that the settings store.

/// The color scheme that the user has chosen. The raw values are stored in the settings and taken by `--color-scheme`.
package enum ColorScheme: String, CaseIterable, Codable, Sendable {
  /// Follows the desktop's preference.
  case system
  case light, dark
}

/// The order of the chats in the sidebar. The raw values are stored in the settings and taken by `win.sort-chats`.
package enum ChatOrder: String, CaseIterable, Codable, Sendable {
  case recent, unread, name, size

  package var title: String {
    switch self {
    case .recent: tr("Recent")
    case .unread: tr("Unread First")
    case .name: tr("Name")
    case .size: tr("Most Messages")
    }
  }
}

/// The way in which older messages are loaded. The raw values are used on the command line and in the settings.
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
