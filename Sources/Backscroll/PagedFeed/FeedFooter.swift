import Gtk
import Translation

/// What stands below the last item of a feed: that more is on its way, that it failed, or that this is all. Of one
/// height in every state, so that the list's end does not jump.
@MainActor
public final class FeedFooter: Box {
  /// What the footer says.
  public enum State: Sendable, Equatable {
    /// More comes as soon as it is asked for.
    case idle
    case loading
    case failed(reason: String)
    /// All of this many items are there.
    case end(total: Int)
  }

  /// The words of a footer.
  public struct Words: Sendable {
    public var loading = tr("Loading more…")
    public var failed = tr("Could not load more")
    public var retry = tr("Try Again")
    /// "That is all: 300 repositories", from the number.
    public var end: @Sendable (Int) -> String = { total in
      tr("That is all: {items}", ["items": total.formatted(.number.locale(.desktop))])
    }

    public init() {}
  }

  var onRetry: (() -> Void)?
  private let words: Words
  private let spinner = Spinner()
  private let label = Label()
  private let retry: Button
  /// Points, in every state.
  static let height = 52

  init(words: Words) {
    self.words = words
    retry = Button(words.retry)
    super.init(.horizontal, spacing: 10)
    LibraryStyle.install()
    addClass("bs-feed-footer")
    align(horizontal: .center)
    setSizeRequest(height: Self.height)
    setAccessibleRole(.listItem)
    spinner.setSizeRequest(width: 20, height: 20)
    spinner.align(vertical: .center)
    label.ellipsize()
    retry.addClass("bs-button")
    retry.align(vertical: .center)
    retry.clicked.connect(weak: self) { $0.onRetry?() }
    append(spinner, label, retry)
    show(.idle)
  }

  func show(_ state: State) {
    spinner.isSpinning = state == .loading
    spinner.isVisible = state == .loading
    var isFailed = false
    switch state {
    case .idle: label.text = ""
    case .loading: label.text = words.loading
    case .failed(let reason):
      isFailed = true
      label.text = words.failed
      label.setTooltip(reason)
    case .end(let total): label.text = words.end(total)
    }
    if !isFailed { label.setTooltip(nil) }
    retry.isVisible = isFailed
    setClass("failed", isFailed)
    setAccessibleLabel(label.text)
  }
}
