import Gtk

/// What the window's menu offers: what one does in a tab is there while the tab shows.
@MainActor
struct WindowMenu {
  let menu = Menu()
  /// The tab's own part. The rest stays: GTK stumbles over a submenu that goes and comes again.
  private let own = Menu()

  init(recent: Menu) {
    let files = Menu()
    files.append("Open Archive…", action: "app.open")
    files.appendSubmenu("Recent", recent)
    let program = Menu()
    program.append("Keyboard Shortcuts", action: "win.show-help-overlay")
    program.append("About Backscroll", action: "app.about")
    program.append("Quit", action: "app.quit")
    let look = Menu()
    look.append("Like the Desktop", action: "app.color-scheme::system")
    look.append("Light", action: "app.color-scheme::light")
    look.append("Dark", action: "app.color-scheme::dark")
    menu.appendSection(files)
    menu.appendSection(own)
    menu.appendSection(look, label: "Look")
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
            ("Go to the Newest Message", "win.jump-to-end"), ("Load Older Messages", "win.load-older"),
            ("Look for More Here", "win.refresh")), nil
        ),
        (OlderMenu.makeMenu(), "Older Messages"),
        (section(("Someone Is Typing", "win.simulate-sender")), nil),
      ]
    case .lab:
      return [
        (
          section(
            ("Load 30 Older Rows", "win.lab-load"), ("Fling and Load", "win.lab-fling"),
            ("Reset", "win.lab-reset")), nil
        )
      ]
    case .feed: return [(section(("Look for New Ones", "win.refresh"), ("Back", "win.back")), nil)]
    case .carousel:
      return [
        (
          section(
            ("Next Film", "win.carousel-next"), ("Previous Film", "win.carousel-previous"),
            ("Back", "win.back")), nil
        )
      ]
    case .picker:
      return [(section(("Set the Options Late", "win.picker-late"), ("Reset", "win.picker-reset")), nil)]
    }
  }
}
