import Controls
import Foundation
import Gtk
import StarredRepositories
import Translation

/// The page of one repository.
final class RepositoryDetail: Bin {
  var repository: Repository? {
    didSet { if let repository { show(repository) } }
  }

  /// Called when a topic was clicked.
  var didChooseTopic: ((String) -> Void)?

  private let text = Box(.vertical, spacing: 12)
  private let scroller: ScrolledWindow
  private var content: [Widget] = []
  /// Points: the largest width of the text, and the least distance to the sides.
  private static let column = 640
  private static let margin = 18

  init() {
    scroller = ScrolledWindow(child: Clamp(text, limit: Self.column, margin: Self.margin))
    scroller.setPolicy(horizontal: .never, vertical: .automatic)
    super.init()
    text.setMargins(top: 24, bottom: 24)
    child = scroller
  }

  override class var cssName: String { "repositorydetail" }
  override class var accessibleRole: AccessibleRole { .group }

  /// Focuses the scroller, so that the keys scroll the page.
  override func grabFocus() -> Bool { scroller.takeFocus() }

  private func show(_ repository: Repository) {
    for widget in [self, scroller] { widget.setAccessibleLabel(repository.spoken) }
    for widget in content { text.remove(widget) }
    content = [
      Self.head(repository), Self.about(repository), Self.topics(repository, self),
      Self.buttons(repository, self),
      Self.facts(repository),
    ]
    for widget in content { text.append(widget) }
    scroller.vadjustment.value = 0
  }

  private static func head(_ repository: Repository) -> Widget {
    let row = Box(.horizontal, spacing: 14)
    let lines = Box(.vertical)
    let (owner, name) = (Label(repository.owner), Label(repository.name))
    owner.addClass("bs-dim")
    name.addClass("bs-film-title")
    for label in [owner, name] {
      label.xalign = 0
      label.wrap(maxCharacters: -1, isCentered: false, hyphenates: false)
    }
    lines.append(owner, name)
    lines.valign = .center
    row.append(MarkView(repository), lines)
    return row
  }

  private static func about(_ repository: Repository) -> Widget {
    let label = Label(repository.description ?? tr("No description."))
    label.addClass(repository.description == nil ? "bs-dim" : "bs-film-plot")
    label.wrap(maxCharacters: 60, isCentered: false)
    label.xalign = 0
    return label
  }

  private static func topics(_ repository: Repository, _ owner: RepositoryDetail) -> Widget {
    let chips = repository.topics.map { topic in
      let button = Button(topic)
      button.addClass("bs-chip")
      button.tooltipText = tr("Show Only “{topic}”", ["topic": topic])
      button.clicked.connect(weak: owner) { $0.didChooseTopic?(topic) }
      return button
    }
    let row = FlowRow(chips, margin: .none)
    row.visible = !chips.isEmpty
    return row
  }

  private static func buttons(_ repository: Repository, _ owner: RepositoryDetail) -> Widget {
    let open = Button(tr("Open in Browser"))
    open.addClass("bs-button")
    open.addClass("primary")
    open.sensitive = repository.url != nil
    open.clicked.connect(weak: owner) { owner in
      if let url = repository.url { Desktop.open(url.absoluteString, from: owner.window) }
    }
    guard let homepage = repository.homepage else { return FlowRow([open], margin: .none) }
    let home = Button(tr("Home Page"))
    home.addClass("bs-button")
    home.clicked.connect(weak: owner) { Desktop.open(homepage.absoluteString, from: $0.window) }
    return FlowRow([open, home], margin: .none)
  }

  private static func facts(_ repository: Repository) -> Widget {
    let updated = repository.updatedAt?.formatted(
      Date.FormatStyle(date: .long, time: .omitted, locale: .desktop))
    let facts: [(String, String?)] = [
      (tr("Stars"), repository.stars.formatted(.number.locale(.desktop))),
      (tr("Language"), repository.language),
      (tr("License"), repository.license), (tr("Last updated"), updated),
      (tr("Kind"), repository.isFork ? tr("A fork of another repository") : nil),
      (tr("State"), repository.isArchived ? tr("Archived: read-only") : nil),
    ]
    let card = FactCard(facts.compactMap { name, value in value.map { (name, $0) } })
    card.setMargins(start: 1, end: 1, top: 6)
    return card
  }
}

/// The picture of a repository in a large size.
private final class MarkView: CustomWidget {
  private let repository: Repository
  private static let size = 64

  init(_ repository: Repository) {
    self.repository = repository
    super.init()
    valign = .center
  }

  override class var accessibleRole: AccessibleRole { .presentation }
  override func measure(_ orientation: Orientation, for size: Int) -> Measure { Measure(minimum: Self.size) }
  override func snapshot(_ snapshot: Snapshot) {
    RepositoryMark.draw(repository, at: Point(x: 0, y: 0), size: Double(Self.size), on: snapshot)
  }
}
