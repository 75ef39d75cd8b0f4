import Translation

/// How the chats of the sidebar are ordered. The raw values are stored in the settings and taken by `win.sort-chats`.
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
