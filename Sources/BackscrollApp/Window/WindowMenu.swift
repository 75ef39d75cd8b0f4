import Gtk
import Translation

/// The window's menu, with the actions of the tab that shows.
@MainActor
struct WindowMenu {
  let menu = Menu()
  /// The tab's part. The rest stays in the menu: GTK 4.8 does not show a submenu that was removed and added again.
  private let own = Menu()

  init(recent: Menu) {
    let files = Menu()
    files.append(tr("Open Archive…"), action: "app.open")
    files.append(tr("Import…"), action: "win.import")
    files.appendSubmenu(tr("Recent"), recent)
    let program = Menu()
    program.append(tr("Keyboard Shortcuts"), action: "win.show-help-overlay")
    program.append(tr("About Backscroll"), action: "app.about")
    program.append(tr("Quit"), action: "app.quit")
    let look = Menu()
    look.append(tr("Like the Desktop"), action: "app.color-scheme::system")
    look.append(tr("Light"), action: "app.color-scheme::light")
    look.append(tr("Dark"), action: "app.color-scheme::dark")
    menu.appendSection(files)
    menu.appendSection(own)
    // Translators: the look of the window: light, or dark.
    menu.appendSection(look, label: tr("Look"))
    menu.appendSection(program)
  }

  func show(_ tab: Tab) {
    own.removeAll()
    for section in tab.page.menu {
      let part = Menu()
      for entry in section.entries { part.append(entry.label, action: entry.action) }
      own.appendSection(part, label: section.label)
    }
  }
}
