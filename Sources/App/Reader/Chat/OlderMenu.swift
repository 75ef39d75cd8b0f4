import AppBase
import Controls
import Gtk
import Translation

/// "Older: Pull ▾" in the header: a menu for the loading of older messages.
final class OlderMenu: Box {
  private let value = Label()
  private var button: MenuButton?

  init(_ choice: OlderLoading) {
    self.choice = choice
    super.init(.horizontal)
    let name = Label(tr("Older:"))
    name.addClass("bs-dim")
    let content = Box(.horizontal, spacing: 4)
    content.append(name, value, Image(iconName: "pan-down-symbolic", size: 16))
    let button = MenuButton(child: content, menu: Self.menu)
    self.button = button
    button.addClass("bs-flat")
    button.addClass("bs-labelled")
    button.valign = .center
    button.tooltipText = tr("How older messages are loaded")
    append(button)
    update()
  }

  var choice: OlderLoading {
    didSet { if choice != oldValue { update() } }
  }

  private func update() {
    value.text = choice.title
    button?.setAccessibleLabel(tr("Older messages: {choice}", ["choice": choice.title]))
  }

  /// All windows share it: GTK 4.8 keeps each section that a menu has shown.
  private static let menu = Menu(sections)

  /// The two choices, and an entry that loads more at once, for the button and the window's menu.
  static var sections: [MenuSection] {
    [
      MenuSection(
        OlderLoading.allCases.map { .action($0.explanation, "win.older-loading::\($0.rawValue)") },
        label: tr("A long chat is loaded in parts")),
      MenuSection([.action(tr("Load Older Messages"), "win.load-older")]),
    ]
  }
}
