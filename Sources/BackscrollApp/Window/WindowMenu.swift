import Gtk
import Translation

/// What the window's menu offers: what one does in a tab is there while the tab shows.
@MainActor
struct WindowMenu {
  let menu = Menu()
  /// The tab's own part. The rest stays: GTK stumbles over a submenu that goes and comes again.
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
    for (section, label) in Self.sections(of: tab) { own.appendSection(section, label: label) }
  }

  private static func sections(of tab: Tab) -> [(Menu, label: String?)] {
    func section(_ entries: (label: String, action: String)...) -> Menu {
      let menu = Menu()
      for entry in entries { menu.append(entry.label, action: entry.action) }
      return menu
    }
    switch tab {
    case .chat:
      return [
        (
          section(
            (tr("Go to the Newest Message"), "win.jump-to-end"),
            (tr("Load Older Messages"), "win.load-older"),
            (tr("Look for More Here"), "win.refresh")), nil
        ),
        (section((tr("Someone Is Typing"), "win.simulate-sender")), nil),
        (OlderMenu.makeMenu(), tr("Older Messages")),
      ]
    case .lab:
      return [
        (
          section(
            (tr("Load 30 Older Rows"), "win.lab-load"), (tr("Fling and Load"), "win.lab-fling"),
            (tr("Reset"), "win.lab-reset")), nil
        )
      ]
    case .feed: return [(section((tr("Look for New Ones"), "win.refresh"), (tr("Back"), "win.back")), nil)]
    case .carousel:
      return [
        (
          section(
            (tr("Next Film"), "win.carousel-next"), (tr("Previous Film"), "win.carousel-previous"),
            (tr("Back"), "win.back")), nil
        )
      ]
    case .picker:
      return [
        (section((tr("Set the Options Late"), "win.picker-late"), (tr("Reset"), "win.picker-reset")), nil)
      ]
    }
  }
}
