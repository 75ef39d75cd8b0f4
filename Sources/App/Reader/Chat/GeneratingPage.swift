import AppBase
import Controls
import Gtk
import Translation

/// The progress of generating the sample conversation.
final class GeneratingPage: Box {
  private let bar = ProgressBar()

  init() {
    let title = tr("Generating the sample conversation")
    let text = tr(
      "It has {messages}. This happens only once.", ["messages": Counted.messages(ArchiveSource.demoLength)])
    super.init(.vertical)
    let status = StatusPage(.symbol(.chat), title: title, text: text)
    bar.addClass("bs-progress")
    bar.setAccessibleLabel(title)
    bar.halign = .center
    status.append(bar)
    status.vexpand = true
    append(status)
  }

  /// The completed fraction, 0…1.
  var fraction: Double {
    get { bar.fraction }
    set { bar.fraction = newValue }
  }
}
