import Gtk
import ScrollCore

/// A row of an ``AnchoredList`` around any widget. It behaves and looks like a row of GtkListView: it can have the focus,
/// so that keys select and activate it, and has the theme's colors while it is selected, pressed or under the pointer.
///
///     let list = AnchoredList(messages, makeContent: { Label() }) { label, message in
///       label.text = "Message \(message.id)"
///     }
///     list.selectionMode = .multiple
///
/// A widget that does this itself can be a row without it, which saves a widget for each row.
@MainActor
public final class ListRow<Content: Widget>: Bin {
  /// The widget in the row.
  public let content: Content

  private let press = GestureClick()

  /// Makes a row around a widget.
  public init(_ content: Content) {
    self.content = content
    super.init(child: content)
    focusable = true
    // With this class, themes color rows under the pointer, and pressed ones.
    addClass("activatable")
    press.pressed.connect(weak: self) { row, _, _, _ in row.pressed() }
    press.released.connect(weak: self) { row, _, _, _ in row.showsPress = false }
    press.cancelled.connect(weak: self) { row, _ in row.showsPress = false }
    add(press)
  }

  public override class var cssName: String { "row" }
  public override class var accessibleRole: AccessibleRole { .listItem }

  private func pressed() {
    showsPress = true
    if !containsFocus { takeFocus() }
  }
}

extension AnchoredList {
  /// Makes a list whose rows are a ``ListRow`` around a widget each.
  ///
  /// - Parameters:
  ///   - model: The rows.
  ///   - restingEdge: See ``init(_:restingEdge:makeRow:bind:)``.
  ///   - makeContent: Makes the widget in a row.
  ///   - bind: Shows an item in the widget, which may have shown another one before. See ``bind``.
  public convenience init<Content>(
    _ model: Model, restingEdge: ScrollEdge = .end, makeContent: @escaping () -> Content,
    bind: @escaping (_ content: Content, _ item: Model.Item) -> Void
  ) where Row == ListRow<Content> {
    self.init(model, restingEdge: restingEdge, makeContent: { _ in makeContent() }, bind: bind)
  }

  /// Makes a list whose rows are a ``ListRow`` each around a widget that depends on the kind of row.
  ///
  /// - Parameters:
  ///   - model: The rows.
  ///   - restingEdge: See ``init(_:restingEdge:makeRow:bind:)``.
  ///   - makeContent: Makes the widget in a row of a kind.
  ///   - bind: Shows an item in the widget, which may have shown another one of the kind before. See ``bind``.
  public convenience init<Content>(
    _ model: Model, restingEdge: ScrollEdge = .end, makeContent: @escaping (_ kind: Model.Kind) -> Content,
    bind: @escaping (_ content: Content, _ item: Model.Item) -> Void
  ) where Row == ListRow<Content> {
    self.init(
      model, restingEdge: restingEdge, makeRow: { ListRow(makeContent($0)) },
      bind: { row, item in bind(row.content, item) })
  }
}

extension PagedFeed {
  /// Makes a feed whose rows are a ``ListRow`` around a widget each, so that keys activate them, too.
  ///
  /// - Parameters:
  ///   - source: The pages.
  ///   - makeContent: Makes the widget in a row.
  ///   - makeSkeleton: See ``makeSkeleton``.
  ///   - bind: Shows an item in the widget, which may have shown another one before. See ``bind``.
  public convenience init<Content>(
    _ source: Source, makeContent: @escaping () -> Content, makeSkeleton: (() -> Widget)? = nil,
    bind: @escaping (_ content: Content, _ item: Item) -> Void
  ) where Row == ListRow<Content> {
    self.init(
      source, makeRow: { ListRow(makeContent()) }, makeSkeleton: makeSkeleton,
      bind: { row, item in bind(row.content, item) })
  }
}
