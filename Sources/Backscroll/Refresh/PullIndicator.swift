import Gtk
import ScrollCore

/// The default indicator: a pill with a disc and a few words.
///
/// Style classes: `bs-pull` on the pill, with `ready`, `done` or `failed`; `bs-disc` on the disc.
@MainActor
public final class PullIndicator: Box, RefreshIndicator {
  public var words: RefreshWords
  public var didRequestRetry: (() -> Void)?
  public var didRequestDismissal: (() -> Void)?

  private let disc: PullDisc
  private let label = Label()
  private let retry: Button
  private let close = Button(iconName: "window-close-symbolic")

  public init(edge: ScrollEdge, words: RefreshWords = RefreshWords()) {
    self.words = words
    disc = PullDisc(edge: edge)
    retry = Button(words.retry)
    super.init(.horizontal, spacing: 8)
    LibraryStyle.install()
    addClass("bs-pull")
    label.ellipsize()
    retry.addClass("bs-button")
    retry.clicked.connect(weak: self) { $0.didRequestRetry?() }
    close.addClass("bs-flat")
    close.setTooltip(words.dismiss)
    close.setAccessibleLabel(words.dismiss)
    close.clicked.connect(weak: self) { $0.didRequestDismissal?() }
    setAccessibleRole(.status)
    append(disc, label, retry, close)
    show(.hidden)
  }

  public func show(_ display: RefreshDisplay) {
    disc.display = display
    // On its way out the pill keeps its words.
    guard display != .hidden else { return }
    var (isReady, isDone, isFailed) = (false, false, false)
    switch display {
    case .hidden: break
    case .pulling(_, let ready):
      isReady = ready
      label.text = ready ? words.release : words.pull
    case .loading: label.text = words.loading
    case .done(let text):
      isDone = true
      label.text = text
    case .failed(let text, let reason):
      isFailed = true
      label.text = text
      label.setTooltip(reason)
    }
    setClass("ready", isReady)
    setClass("done", isDone)
    setClass("failed", isFailed)
    retry.isVisible = isFailed
    close.isVisible = isFailed
    if !isFailed { label.setTooltip(nil) }
    setAccessibleLabel(label.text)
  }
}
