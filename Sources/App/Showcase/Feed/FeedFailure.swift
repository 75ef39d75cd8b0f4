import Controls
import Gtk
import StarredRepositories
import Translation

/// The content in place of the repositories when the first page has failed.
struct FeedFailure: Equatable {
  /// The remedy for a failure.
  enum Remedy: Equatable {
    /// The same request may succeed.
    case retry
    /// The name of the user is wrong.
    case otherUser
    /// The request is sent again when the server accepts it.
    case wait
  }

  let title: String
  let text: String
  let icon: Icon
  let remedy: Remedy

  /// The picture. The disconnected one is only for a server that cannot be reached.
  enum Icon { case disconnected, person, clock, warning }

  init(_ error: any Error) {
    let feedError = error as? FeedError
    title = feedError?.headline ?? tr("The repositories could not be loaded")
    text = feedError?.advice ?? "\(error)"
    remedy =
      if feedError?.isAboutUser == true { .otherUser } else if feedError?.retryDate != nil { .wait } else {
        .retry
      }
    icon =
      switch feedError {
      case .notFound, .invalidUser: .person
      case .rateLimited: .clock
      case .connection: .disconnected
      default: .warning
      }
  }

  @MainActor var picture: StatusPage.Picture {
    switch icon {
    case .disconnected: .icon("network-offline-symbolic")
    case .person: .symbol(.person)
    case .clock: .icon("document-open-recent-symbolic")
    case .warning: .icon("dialog-warning-symbolic")
    }
  }

  /// Whether the picture is on the color of failures. A wrong name and a wait are not failures.
  var isAlarming: Bool { icon == .disconnected || icon == .warning }
}

/// The page for a failed first load: the reason, and buttons for another try and for the sample, which needs no network.
final class FeedFailurePage: Bin {
  var didRetry: (() -> Void)?
  var didRequestSample: (() -> Void)?

  private let retry = Button(tr("Try Again"))
  private let sample = Button(tr("Show the Sample"))
  private let page: StatusPage

  init() {
    page = StatusPage(.icon("network-offline-symbolic"), title: "", text: "", isFailure: true)
    super.init()
    for button in [retry, sample] { button.addClass("bs-button") }
    retry.addClass("primary")
    retry.clicked.connect(weak: self) { $0.didRetry?() }
    sample.clicked.connect(weak: self) { $0.didRequestSample?() }
    let buttons = FlowRow([retry, sample], margin: .none)
    buttons.halign = .center
    page.append(buttons)
    child = page
  }

  override class var cssName: String { "feedfailure" }

  /// Pointer events around the content go to the widgets below.
  override func contains(_ point: Point) -> Bool { false }

  /// Shows a failure. `offersSample`: false if the sample itself has failed.
  func show(_ failure: FeedFailure, offersSample: Bool) {
    page.show(title: failure.title, text: failure.text)
    page.show(failure.picture, isFailure: failure.isAlarming)
    retry.visible = failure.remedy == .retry
    sample.visible = offersSample
    sample.setClass("primary", failure.remedy != .retry)
  }
}
