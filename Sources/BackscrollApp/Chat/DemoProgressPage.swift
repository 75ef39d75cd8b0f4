import Gtk
import Translation

/// Says that the made-up conversation is being made.
final class DemoProgressPage: Box {
  private let bar = ProgressBar()

  init() {
    super.init(.vertical)
    let status = StatusPage(
      .symbol(.chat), title: tr("Making up a conversation"),
      text: tr(
        "{messages} to try things out with. This happens once.",
        ["messages": Counted.messages(ArchiveSource.demoLength)]))
    bar.addClass("bs-progress")
    bar.setAccessibleLabel(tr("Making up a conversation"))
    bar.align(horizontal: .center)
    status.append(bar)
    status.isVerticallyExpanding = true
    append(status)
  }

  /// How much is made, 0…1.
  var fraction: Double {
    get { bar.fraction }
    set { bar.fraction = newValue }
  }
}
