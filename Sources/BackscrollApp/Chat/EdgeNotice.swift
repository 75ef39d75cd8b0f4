import Gtk
import ScrollCore

/// A pill over an edge of the message list: that a page is on its way, or that it failed and how to try
/// again.
///
/// It lies over the content and never moves it. While pages come ahead of the reader nobody sees it: the
/// view shows it only when the reader stands at the edge.
final class EdgeNotice: Box {
  enum State: Equatable {
    case hidden
    case loading
    case failed(String)
  }

  private let spinner = Spinner()
  private let warning = Image(iconName: "dialog-warning-symbolic", size: 16)
  private let label = Label()
  private let retry = Button("Try Again")
  private let loadingText: String
  private let failedText: String

  /// `what` is what comes at this edge, e.g. "older messages".
  init(_ what: String, at edge: Alignment, retry action: String) {
    loadingText = "Loading \(what)"
    failedText = "Could not load \(what)."
    super.init(.horizontal, spacing: 8)
    addClass("bs-notice")
    align(horizontal: .center, vertical: edge)
    setMargins(start: 12, end: 12, top: 8, bottom: 8)
    spinner.setSizeRequest(width: 20, height: 20)
    label.ellipsize()
    retry.addClass("bs-button")
    retry.setAction(action)
    append(Disc(spinner, warning, cssClass: "bs-disc"), label, retry)
    isVisible = false
  }

  var state = State.hidden {
    didSet {
      guard state != oldValue else { return }
      var isFailed = false
      if case .failed(let reason) = state {
        isFailed = true
        label.text = failedText
        label.setTooltip(reason)
      } else {
        label.text = loadingText
        label.setTooltip(nil)
      }
      setClass("failed", isFailed)
      spinner.isVisible = !isFailed
      // A spinner that turns unseen costs frames.
      spinner.isSpinning = state == .loading
      warning.isVisible = isFailed
      retry.isVisible = isFailed
      isVisible = state != .hidden
    }
  }
}
