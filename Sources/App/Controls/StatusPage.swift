import Gtk

/// A page in place of items when there are none: a picture, a title, a sentence, and optionally a button.
///
/// Without room for all, the picture is hidden first, and then the rest scrolls.
package final class StatusPage: CustomWidget {
  package enum Picture {
    case symbol(Symbol)
    /// An icon of the icon theme, by its name.
    case icon(String)
    case spinner
  }

  private let title = Label()
  private let text = Label()
  private let disc: Disc
  private let image: Image?
  private let column: StatusColumn
  private let scroller: ScrolledWindow
  private let action: Button?
  /// Whether pointer events also pass through the content to the widgets below, unless it scrolls or has a visible button.
  package var isTransparent = false

  /// `isFailure` shows the picture on the colour of failures and gives the page the role of an alert.
  package init(
    _ picture: Picture, title: String, text: String, isFailure: Bool = false, action: Button? = nil
  ) {
    let inside = Self.widget(for: picture)
    image = inside as? Image
    disc = Disc(inside, cssClass: "bs-status-disc")
    disc.setClass("failed", isFailure)
    self.action = action
    column = StatusColumn(disc)
    scroller = ScrolledWindow(child: column)
    super.init()
    scroller.setPolicy(horizontal: .never, vertical: .automatic)
    scroller.setParent(self)
    setAccessibleRole(isFailure ? .alert : .group)
    self.title.addClass("bs-status-title")
    self.title.wrap(maxCharacters: 40)
    self.text.addClass("bs-status-text")
    self.text.wrap(maxCharacters: 48)
    for label in [self.title, self.text] { append(label) }
    show(title: title, text: text)
    if let action {
      action.addClass("bs-button")
      action.addClass("primary")
      action.halign = .center
      append(action)
    }
  }

  /// Whether only the widgets below the texts are shown, and the texts only for assistive technology.
  package var isBrief = false { didSet { if isBrief != oldValue { showTexts() } } }

  private func showTexts() {
    title.visible = !isBrief
    text.visible = !isBrief && !text.text.isEmpty
  }

  package func show(title: String, text: String) {
    self.title.text = title
    self.text.text = text
    showTexts()
    for widget in [self, scroller] { widget.setAccessibleLabel(title) }
    setAccessibleDescription(text)
  }

  /// Replaces the picture. Does nothing on a page with a spinner.
  package func show(_ picture: Picture, isFailure: Bool) {
    switch picture {
    case .symbol(let symbol): image?.iconName = symbol.iconName
    case .icon(let name): image?.iconName = name
    case .spinner: break
    }
    disc.setClass("failed", isFailure)
  }

  /// Adds a widget below the others.
  package func append(_ widget: Widget) { column.body.append(widget) }

  /// The sentence below the title.
  package var words: String { text.text }

  package override class var cssName: String { "statuspage" }
  package override var requestMode: RequestMode { .heightForWidth }

  package override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    // GTK stops propagating a resize request at a widget that has not been measured since the previous request.
    _ = scroller.measured(orientation)
    // The column gets the height that it needs, independent of the available one.
    guard orientation == .vertical else { return column.measured(.horizontal) }
    return Measure(minimum: 0, natural: column.measured(.vertical, for: size).natural)
  }

  package override func allocate(width: Int, height: Int) {
    let wide = min(width, column.measured(.horizontal).natural)
    let whole = column.measured(.vertical, for: wide)
    let scrolls = height < whole.minimum
    scroller.focusable = scrolls
    canTarget = scrolls || !isTransparent || action?.visible == true
    for orientation in [Orientation.horizontal, .vertical] { _ = scroller.measured(orientation) }
    let high = min(height, whole.natural)
    scroller.place(leading: (width - wide) / 2, top: (height - high) / 2, width: wide, height: high)
  }

  /// Pointer events around the content go to the widgets below.
  package override func contains(_ point: Point) -> Bool { false }

  package override func dispose() {
    scroller.unparent()
    super.dispose()
  }

  private static func widget(for picture: Picture) -> Widget {
    switch picture {
    case .symbol(let symbol): return Image(symbol, size: 32)
    case .icon(let name): return Image(iconName: name, size: 32)
    case .spinner:
      let spinner = Spinner()
      spinner.spinning = true
      spinner.setSizeRequest(width: 32, height: 32)
      return spinner
    }
  }
}

/// The picture of a status page above the other parts; hidden if there is no room for it.
private final class StatusColumn: CustomWidget {
  let body = Box(.vertical, spacing: StatusColumn.gap)
  private let picture: Widget

  // Points.
  private static let gap = 12
  private static let margin = 18

  init(_ picture: Widget) {
    self.picture = picture
    super.init()
    for child in [picture, body] { child.setParent(self) }
  }

  override var requestMode: RequestMode { .heightForWidth }

  override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    guard orientation == .vertical else {
      let inner = body.measured(.horizontal)
      return Measure(minimum: inner.minimum + 2 * Self.margin, natural: inner.natural + 2 * Self.margin)
    }
    let inner = bodyHeight(in: size)
    return Measure(
      minimum: inner + 2 * Self.margin, natural: inner + pictureSize + Self.gap + 2 * Self.margin)
  }

  private var pictureSize: Int { picture.measured(.vertical).minimum }

  private func bodyHeight(in width: Int) -> Int {
    body.measured(.vertical, for: width < 0 ? -1 : max(0, width - 2 * Self.margin)).minimum
  }

  override func allocate(width: Int, height: Int) {
    let inner = bodyHeight(in: width)
    let size = max(pictureSize, picture.measured(.horizontal).minimum)
    let hasPicture = height >= inner + size + Self.gap + 2 * Self.margin
    picture.isChildVisible = hasPicture
    let all = inner + (hasPicture ? size + Self.gap : 0)
    var y = max(Self.margin, (height - all) / 2)
    if hasPicture {
      picture.place(leading: (width - size) / 2, top: y, width: size, height: size)
      y += size + Self.gap
    }
    body.place(leading: Self.margin, top: y, width: max(0, width - 2 * Self.margin), height: inner)
  }

  override func dispose() {
    for child in [picture, body] { child.unparent() }
    super.dispose()
  }
}

/// A round background with a picture in its middle, or with several of which one is visible.
package final class Disc: Box {
  /// `cssClass` gives the size and the colour.
  package init(_ pictures: Widget..., cssClass: String) {
    super.init(.horizontal)
    addClass(cssClass)
    valign = .center
    for picture in pictures {
      picture.hexpand = true
      picture.halign = .center
      picture.valign = .center
      append(picture)
    }
    // GTK propagates a child's expand flag to its parent, which would stretch the disc.
    hexpand = false
  }
}
