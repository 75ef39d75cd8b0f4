import Controls
import Foundation
import Gtk
import ScrollCore
import Translation

/// The carousel styles that the tool row offers.
package enum CarouselChoice: String, CaseIterable, Sendable {
  case drag, snap, paged

  var title: String {
    switch self {
    case .drag: tr("Drag")
    case .snap: tr("Snap")
    case .paged: tr("Paged")
    }
  }

  /// A description of the style, for users who do not know its name.
  var explanation: String {
    switch self {
    case .drag: tr("Stays where you let go")
    case .snap: tr("Goes to the nearest card")
    case .paged: tr("One card at a time, as wide as the window")
    }
  }

  var style: CarouselStyle {
    switch self {
    case .drag: .drag
    case .snap: .snap
    case .paged: .paged
    }
  }

  /// Whether captions fade away from the centre. Otherwise a page nearly as wide as the window would show its
  /// neighbour's title.
  var fadesCaption: Bool { self == .paged }
}

/// The tool row below the carousel: style, wrap, autoplay, and changes to the films.
package final class CarouselControls: Box {
  var didChoose: ((CarouselChoice) -> Void)?
  var didChangeWrap: ((Bool) -> Void)?
  var didChangeAutoplay: ((Bool) -> Void)?

  private let choices = SegmentedControl(CarouselChoice.allCases.map { ($0, $0.title) }, name: tr("Style"))
  private let wrapSwitch = Switch()
  private let autoplaySwitch = Switch()
  private let countLabel = Label()
  private var countButton: MenuButton?

  init() {
    super.init(.vertical)
    addClass("bs-tools")
    append(
      ToolRow(
        [
          choices, Self.labelled(tr("Wrap"), wrapSwitch), Self.labelled(tr("Autoplay"), autoplaySwitch),
          makeCount(),
        ],
        end: Self.makeEnd(), spacing: 12, margin: FlowRow.Margin(x: 14, narrowX: 10, y: 9),
        fold: FlowRow.Fold(name: tr("Tools"), opensUp: true)))
    choices.didChoose = { [weak self] in self?.didChoose?($0) }
    choices.explain(\.explanation)
    wrapSwitch.tooltipText = tr("The first card follows the last one")
    wrapSwitch.changed.connect(weak: self) { $0.didChangeWrap?($0.wrapSwitch.active) }
    autoplaySwitch.changed.connect(weak: self) { $0.didChangeAutoplay?($0.autoplaySwitch.active) }
  }

  var choice: CarouselChoice? {
    get { choices.choice }
    set { choices.choice = newValue }
  }

  var wraps: Bool {
    get { wrapSwitch.active }
    set { wrapSwitch.active = newValue }
  }

  var autoplays: Bool {
    get { autoplaySwitch.active }
    set { autoplaySwitch.active = newValue }
  }

  /// The number of cards on the button of the count menu.
  var count = 0 {
    didSet {
      countLabel.text = Self.words(count)
      countButton?.setAccessibleLabel(
        tr("Number of cards: {count}", ["count": count.formatted(.number.locale(.desktop))]))
    }
  }

  static func words(_ count: Int) -> String {
    trn("{count} card", "{count} cards", count)
  }

  private static func labelled(_ name: String, _ control: Switch) -> Widget {
    let group = Box(.horizontal, spacing: 8)
    control.valign = .center
    let label = Label(name)
    // In the popover the switch is at the end.
    label.hexpand = true
    label.xalign = 0
    control.setAccessibleLabelled(by: label)
    group.append(label, control)
    return group
  }

  private func makeCount() -> Widget {
    let menu = Menu()
    for count in FilmShelf.counts { menu.append(Self.words(count), action: "films.count::\(count)") }
    let content = Box(.horizontal, spacing: 6)
    content.append(countLabel, Image(iconName: "pan-down-symbolic", size: 16))
    let button = MenuButton(child: content, menu: menu)
    button.addClass("bs-choice")
    button.valign = .center
    countButton = button
    count = 0
    return button
  }

  private static func makeEnd() -> Widget {
    let end = Box(.horizontal, spacing: 8)
    let late = Button(tr("Load with Delay"))
    late.addClass("bs-button")
    late.setDetailedActionName("films.load-late")
    late.tooltipText = tr("Remove the cards and load them again after a delay")
    late.valign = .center
    late.hexpand = true
    let group = Box(.horizontal)
    group.addClass("bs-group")
    group.valign = .center
    group.append(
      makeButton("list-add-symbolic", "films.insert", tr("Insert Film Before This One")),
      makeButton("list-remove-symbolic", "films.remove", tr("Remove This Film")),
      makeButton("media-playlist-shuffle-symbolic", "films.shuffle", tr("Shuffle Films")))
    end.append(late, group)
    return end
  }

  private static func makeButton(_ iconName: String, _ action: String, _ name: String) -> Widget {
    let button = Button(iconName: iconName)
    button.addClass("bs-flat")
    button.setDetailedActionName(action)
    button.tooltipText = name
    button.setAccessibleLabel(name)
    return button
  }
}
