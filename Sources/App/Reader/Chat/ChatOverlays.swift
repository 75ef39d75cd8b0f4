import AppBase
import Gtk
import Translation

/// A round button in the corner of the messages, which fades in and out.
package class CornerButton: Box {
  fileprivate let button: Button
  fileprivate let face: Overlay

  nonisolated fileprivate static let badgeRoom = 7

  /// The places and sizes of the buttons: beside the own bubbles, above the button that sends. In a narrow window they
  /// are smaller.
  struct Corner: Equatable {
    let isNarrow: Bool

    init(isNarrow: Bool) {
      self.isNarrow = isNarrow
    }

    // Points: from the edges to the lower button, between two buttons, and the size of a button. In a narrow window,
    // the visible part of a button is smaller than the area that takes presses.
    var margin: (end: Int, bottom: Int) { isNarrow ? (10, 6) : (16, 14) }
    private var gap: Int { isNarrow ? 4 : 8 }
    private var size: Int { isNarrow ? 40 : 42 }
    /// Points between a button and a widget beside it.
    private static let besideGap = 8

    /// Points between the list's bottom edge and a widget above that many buttons.
    func room(above count: Int) -> Int {
      count == 0 ? margin.bottom : margin.bottom + CornerButton.badgeRoom + count * (size + gap) - 1
    }

    /// Points between the list's end edge and a widget beside the buttons.
    var roomBeside: Int { margin.end + size + Self.besideGap }
  }

  /// The number of buttons below it, whose space is reserved also while they are hidden.
  private let place: Int

  /// The corner that contains the button.
  var corner = Corner(isNarrow: false) { didSet { if corner != oldValue { updateCorner() } } }

  private func updateCorner() {
    setMargins(end: corner.margin.end, bottom: corner.room(above: place))
    button.setClass("small", corner.isNarrow)
  }

  fileprivate init(iconName: String, place: Int, action: String, keys: String) {
    self.place = place
    let picture = Image(iconName: iconName)
    picture.addClass("bs-corner-face")
    button = Button(child: picture)
    face = Overlay(child: button)
    super.init(.horizontal)
    halign = .end
    valign = .end
    updateCorner()
    addClass("bs-jump")
    button.addClass("bs-round")
    button.addClass("bs-corner")
    button.setDetailedActionName(action)
    button.setAccessibleKeys(keys)
    append(face)
    showOrHide()
  }

  /// The style sheet fades the button. While hidden, it accepts neither clicks nor the focus.
  var isShown = false { didSet { if isShown != oldValue { showOrHide() } } }

  private func showOrHide() {
    setClass("shown", isShown)
    canTarget = isShown
    button.sensitive = isShown
    // The button's action makes it sensitive again.
    button.focusable = isShown
    button.setAccessibleHidden(!isShown)
  }
}

/// A button that returns to the reader's place before a quote, a hit or a date.
final class BackButton: CornerButton {
  init() {
    super.init(iconName: "go-previous-symbolic", place: 1, action: "win.back", keys: "Alt+Left")
    button.tooltipText = tr("Back to Where You Were")
    button.setAccessibleLabel(tr("Back to Where You Were"))
  }
}

/// A button that leads to the unread line and then to the newest message, with the number of unread ones. It is visible
/// when the reader has left the end.
package final class JumpToEndButton: CornerButton {
  private let badge = Label()

  /// The distance from the end, in points, beyond which the button is visible.
  static let distance = 80.0
  /// Larger numbers are shown as "99+".
  private static let countLimit = 99

  init() {
    super.init(iconName: "go-down-symbolic", place: 0, action: "win.jump-to-end", keys: "Control+End")
    badge.addClass("bs-count")
    badge.halign = .center
    badge.valign = .start
    badge.canTarget = false
    badge.visible = false
    // The badge overlaps the button's edge by half, in this margin.
    button.setMargins(top: Self.badgeRoom)
    face.addOverlay(badge)
    updateName()
  }

  /// The number of unseen messages that have arrived.
  var unread = 0 {
    didSet {
      guard unread != oldValue else { return }
      badge.visible = unread > 0
      badge.text = unread > Self.countLimit ? tr("{count}+", ["count": "\(Self.countLimit)"]) : "\(unread)"
      updateName()
    }
  }

  /// Whether the unread line is below the view.
  var leadsToUnread = false { didSet { if leadsToUnread != oldValue { updateName() } } }

  /// The description of the button's action.
  var name: String { leadsToUnread ? tr("Go to Unread Messages") : tr("Go to Newest Message") }

  private func updateName() {
    button.tooltipText = name
    button.setAccessibleLabel(
      unread > 0 ? tr("{name}, {unread}", ["name": name, "unread": Counted.unread(unread)]) : name)
  }
}
