import Gtk
import Translation

/// What an indicator of a ``RefreshOverlay`` shows.
public enum RefreshDisplay: Sendable, Equatable {
  case hidden
  /// Pulled: `progress` runs from 0 (pending) to 1 (ready); `isReady`: letting go loads.
  case pulling(progress: Double, isReady: Bool)
  case loading
  /// It went well: a sentence about what came.
  case done(String)
  /// It failed: a sentence, and the reason for whoever wants to know.
  case failed(String, reason: String)
}

/// A widget that shows how a pull and its load go. It lies over the content; the overlay gives it its place,
/// its opacity, and hides it.
@MainActor
public protocol RefreshIndicator: Widget {
  func show(_ display: RefreshDisplay)
  /// The person wants a failed load once more. Set by the overlay.
  var didRequestRetry: (() -> Void)? { get set }
  /// The person has read of a failure and wants it out of the way. Set by the overlay; an indicator that has nothing
  /// for it may leave it out: Escape does it too.
  var didRequestDismissal: (() -> Void)? { get set }
}

extension RefreshIndicator {
  public var didRequestDismissal: (() -> Void)? {
    get { nil }
    set {}
  }
}

/// What the default indicator says.
public struct RefreshWords: Sendable, Equatable {
  public var pull: String
  public var release: String
  public var loading: String
  public var done: String
  public var failed: String
  public var retry: String
  /// The name of the button that takes a failure away.
  public var dismiss: String

  public init(
    pull: String = tr("Pull to refresh"), release: String = tr("Release to refresh"),
    loading: String = tr("Loading…"),
    done: String = tr("Up to date"), failed: String = tr("Could not load"), retry: String = tr("Retry"),
    dismiss: String = tr("Close")
  ) {
    self.pull = pull
    self.release = release
    self.loading = loading
    self.done = done
    self.failed = failed
    self.retry = retry
    self.dismiss = dismiss
  }
}
