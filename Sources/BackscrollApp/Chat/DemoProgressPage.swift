import Gtk

/// Says that the made-up conversation is being made.
final class DemoProgressPage: Box {
  private let bar = ProgressBar()

  init() {
    super.init(.vertical)
    let status = StatusPage(
      .symbol(.chat), title: "Making up a conversation",
      text: "\(Counted.messages(ArchiveSource.demoLength)) to try things out with. This happens once.")
    bar.addClass("bs-progress")
    bar.setAccessibleLabel("Making up a conversation")
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
