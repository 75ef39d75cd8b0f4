import Gtk
import Translation

/// "Older: Pull ▾" in the header: how older messages are loaded, and the choice of it.
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
    let menu = Menu()
    for entry in Self.section.entries { menu.append(entry.label, action: entry.action) }
    let button = MenuButton(child: content, menu: menu)
    self.button = button
    button.addClass("bs-flat")
    button.addClass("bs-labelled")
    button.align(vertical: .center)
    button.setTooltip(tr("How older messages are loaded"))
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

  /// The two choices, as the button and the window's menu offer them.
  static var section: MenuSection {
    MenuSection(
      tr("Older Messages"),
      OlderLoading.allCases.map { ($0.explanation, "win.older-loading::\($0.rawValue)") })
  }
}
