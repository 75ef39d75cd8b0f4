import AppBase
import Controls
import Gtk
import Translation

/// The window's menu, with the actions of the shown tab. No menu has more than nine entries.
@MainActor
final class WindowMenu {
  /// In the header.
  let button: MenuButton
  /// The current content; nil before the first tab.
  private(set) var shown: Content?
  /// The state on which a menu depends.
  struct Content: Hashable {
    let tab: Tab
    /// The conditions under which a section is in it.
    let conditions: Set<MenuSection.Condition>

    init(_ tab: Tab, isDemo: Bool = false, hasTool: Bool = false) {
      self.tab = tab
      var conditions: Set = [MenuSection.Condition.always]
      if isDemo { conditions.insert(.inDemo) }
      if !hasTool { conditions.insert(.withoutTool) }
      self.conditions = conditions
    }
  }

  init() {
    button = MenuButton(iconName: "open-menu-symbolic", menu: Menu(), isPrimary: true)
    button.addClass("bs-flat")
    button.valign = .center
    button.tooltipText = tr("Menu")
    button.setAccessibleLabel(tr("Menu"))
    button.setAccessibleKeys("F10")
  }

  func show(_ content: Content) {
    guard content != shown else { return }
    shown = content
    button.show(Self.menu(content))
  }

  /// The whole menu. All windows share it: GTK 4.8 keeps each section that a menu has shown. A shared menu is never
  /// changed: GTK 4.8 does not show a submenu that was removed and added again.
  static func menu(_ content: Content) -> Menu {
    if let known = menus[content] { return known }
    let menu = Menu()
    menu.appendSection(files)
    for section in content.tab.page.menu where content.conditions.contains(section.condition) {
      menu.appendSection(section.menu, label: section.label)
    }
    menu.appendSection(program)
    menus[content] = menu
    return menu
  }

  private static var menus: [Content: Menu] = [:]

  /// The archives that were opened last, with the actions that open them.
  static let recent = Menu()
  private static let files = {
    let menu = MenuSection([
      .action(tr("Open Archive…"), "app.open"), .action(tr("Import…"), "win.import"),
    ]).menu
    menu.appendSubmenu(tr("Recent"), recent)
    return menu
  }()
  /// Without “Quit”, which is a key: the window's own button closes it.
  private static let program = MenuSection([
    // Translators: how the window looks: light, or dark.
    .submenu(
      tr("Appearance"),
      [
        MenuSection([
          .action(tr("Follow System"), "app.color-scheme::system"),
          .action(tr("Light"), "app.color-scheme::light"), .action(tr("Dark"), "app.color-scheme::dark"),
        ]), MenuSection([.action(tr("Show Demo Tabs"), "app.demo-tabs")]),
      ]),
    .submenu(
      // Translators: a menu with “Manual” and “Keyboard Shortcuts”.
      tr("Help"),
      [
        MenuSection([
          .action(tr("Manual"), "app.manual"), .action(tr("Keyboard Shortcuts"), "win.show-help-overlay"),
        ])
      ]), .action(tr("About Backscroll"), "app.about"),
  ]).menu
}
