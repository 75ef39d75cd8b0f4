import Controls
import Gtk
import StarredRepositories
import Translation

/// What stands in the place of the repositories when the first page has failed.
struct FeedFailure: Equatable {
  /// What can be done about it.
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

  /// The picture. Only a server that cannot be reached looks disconnected.
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

  /// Whether the picture is on the color of failures. A name that is wrong, or a wait, is none.
  var isAlarming: Bool { icon == .disconnected || icon == .warning }
}

/// The page for a first load that has failed: what is wrong, another try, and the sample, which needs no network.
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

  /// Around its content the pointer is for what is below.
  override func contains(_ point: Point) -> Bool { false }

  /// `offersSample`: the sample is not what has failed.
  func show(_ failure: FeedFailure, offersSample: Bool) {
    page.show(title: failure.title, text: failure.text)
    page.show(failure.picture, isFailure: failure.isAlarming)
    retry.visible = failure.remedy == .retry
    sample.visible = offersSample
    sample.setClass("primary", failure.remedy != .retry)
  }
}
