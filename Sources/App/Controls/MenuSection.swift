import Gtk

/// A section of the window's menu.
package struct MenuSection {
  /// A label, and the menu or action that it opens or runs.
  package enum Entry {
    case action(_ label: String, _ name: String)
    case submenu(_ label: String, [MenuSection])
  }

  /// The condition under which a section is in the menu.
  package enum Condition: Hashable, CaseIterable {
    case always
    /// Only in the window of the sample conversation.
    case inDemo
    /// While the page's tool has no room in the header.
    case withoutTool
  }

  package let label: String?
  package let entries: [Entry]
  package let condition: Condition

  package init(_ entries: [Entry], label: String? = nil, when condition: Condition = .always) {
    self.label = label
    self.entries = entries
    self.condition = condition
  }
}

extension MenuSection {
  /// The entries as a menu.
  @MainActor
  package var menu: Menu {
    let menu = Menu()
    for entry in entries {
      switch entry {
      case .action(let label, let name): menu.append(label, action: name)
      case .submenu(let label, let sections): menu.appendSubmenu(label, Menu(sections))
      }
    }
    return menu
  }
}

extension Menu {
  /// A menu of sections, independent of their conditions.
  package convenience init(_ sections: [MenuSection]) {
    self.init()
    for section in sections { appendSection(section.menu, label: section.label) }
  }
}
