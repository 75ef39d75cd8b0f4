import AppBase
import Gtk
import Translation

/// A round button in the corner of the messages, which fades in and out.
package class CornerButton: Box {
  fileprivate let button: Button
  fileprivate let face: Overlay

  nonisolated fileprivate static let badgeRoom = 7

  /// Where the buttons stand, and how large they are: beside the own bubbles, above the button that sends. In a narrow window they
  /// are smaller.
  struct Corner: Equatable {
    let isNarrow: Bool

    init(isNarrow: Bool) {
      self.isNarrow = isNarrow
    }

    // Points: from the edges to the lower button, from one button to the other, and the size of one. What is to be seen of a
    // button in a narrow window is smaller than what takes presses.
    var margin: (end: Int, bottom: Int) { isNarrow ? (10, 6) : (16, 14) }
    private var gap: Int { isNarrow ? 4 : 8 }
    private var size: Int { isNarrow ? 40 : 42 }
    /// Points from a button to what stands beside it.
    private static let besideGap = 8

    /// Points from the list's bottom edge to what stands above so many buttons.
    func room(above count: Int) -> Int {
      count == 0 ? margin.bottom : margin.bottom + CornerButton.badgeRoom + count * (size + gap) - 1
    }

    /// Points from the list's end edge to what stands beside the buttons.
    var roomBeside: Int { margin.end + size + Self.besideGap }
  }

  /// The number of buttons below it, which have room also while they are hidden.
  private let place: Int

  /// Where it stands.
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
    // The action makes it sensitive again.
    button.focusable = isShown
    button.setAccessibleHidden(!isShown)
  }
}

/// Goes back to where the reader was before a quote, a hit or a date.
final class BackButton: CornerButton {
  init() {
    super.init(iconName: "go-previous-symbolic", place: 1, action: "win.back", keys: "Alt+Left")
    button.tooltipText = tr("Back to Where You Were")
    button.setAccessibleLabel(tr("Back to Where You Were"))
  }
}

/// Goes to the unread line and then to the newest message, with the number of unread ones. It shows when the reader has left
/// the end.
package final class JumpToEndButton: CornerButton {
  private let badge = Label()

  /// The button shows beyond this distance from the end, in points.
  static let distance = 80.0
  /// Larger numbers show as "99+".
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
    unread = 0
  }

  /// Number of messages that have arrived and were not seen.
  var unread = -1 {
    didSet {
      guard unread != oldValue else { return }
      badge.visible = unread > 0
      badge.text = unread > Self.countLimit ? tr("{count}+", ["count": "\(Self.countLimit)"]) : "\(unread)"
      updateName()
    }
  }

  /// Whether the unread line is below what is in view.
  var leadsToUnread = false { didSet { if leadsToUnread != oldValue { updateName() } } }

  /// What it does.
  var name: String { leadsToUnread ? tr("Go to Unread Messages") : tr("Go to Newest Message") }

  private func updateName() {
    button.tooltipText = name
    button.setAccessibleLabel(
      unread > 0 ? tr("{name}, {unread}", ["name": name, "unread": Counted.unread(unread)]) : name)
  }
}
