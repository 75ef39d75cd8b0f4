import Gtk
import Translation

/// The progress of what is done before an archive is open.
final class OpeningProgressPage: Box {
  let work: ArchiveSource.Work
  /// What is done.
  let words: String
  private let bar = ProgressBar()

  init(_ work: ArchiveSource.Work) {
    self.work = work
    let text: String
    switch work {
    case .generating:
      words = tr("Generating the sample conversation")
      text = tr(
        "It has {messages}. This happens only once.", ["messages": Counted.messages(ArchiveSource.demoLength)]
      )
    case .upgrading:
      words = tr("Upgrading the archive…")
      text = tr("An earlier version wrote it. This happens only once, and a copy is kept until then.")
    }
    super.init(.vertical)
    let status = StatusPage(.symbol(.chat), title: words, text: text)
    bar.addClass("bs-progress")
    bar.setAccessibleLabel(words)
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
