import Backscroll
import Gtk

/// The selected part of a row's text. It is changed by a drag with Shift, because a plain drag scrolls; by two and
/// three clicks; after "Select Text" by any drag with the mouse; and for fingers by two handles.
@MainActor
package final class TextSelection {
  /// The effect of a drag on the text.
  private enum Mode {
    case scrolls
    /// The drag selects, until the next click.
    case selects
    /// The drag scrolls, and the handles select.
    case hasHandles
  }

  /// A place between two characters: a line as high as the text, in the row's coordinates.
  struct Caret: Equatable {
    var x: Double
    var y: Double
    var height: Double
    /// Whether the selected character beside it reads from right to left.
    var isRightToLeft: Bool
  }

  private(set) unowned var row: MessageRow
  private var mode = Mode.scrolls
  /// The selected bytes of the text.
  private(set) var range: Range<Int>? {
    didSet {
      guard range != oldValue else { return }
      row.queueDraw()
      row.handles?.selectionChanged(self)
    }
  }

  init(of row: MessageRow) {
    self.row = row
    addDrag()
  }

  /// The selected text; nil if nothing is selected.
  var text: String? { range.flatMap { $0.isEmpty ? nil : row.text.slice($0) } }
  /// Whether the selection has handles.
  var hasHandles: Bool { mode == .hasHandles && text != nil }

  /// Ends the selection. Returns whether there was one.
  @discardableResult
  func end() -> Bool {
    mode = .scrolls
    defer { range = nil }
    return range != nil
  }

  /// Selects all of the text. A drag with the mouse then selects, as on any other text; fingers get handles.
  func selectAll() {
    mode = row.window?.lastInput == .touch ? .hasHandles : .selects
    select(0..<row.text.text.utf8.count)
    offer()
  }

  /// A double click selects a word, a triple click the message.
  func pressed(_ count: Int, at point: Point) {
    if count == 1 {
      range = nil
      return
    }
    if count == 2 { selectWord(at: point) } else { selectWhole() }
  }

  private func selectWhole() {
    guard row.texts != nil else { return }
    selectByPress(0..<row.text.text.utf8.count)
  }

  /// Selects the word at a point of the text. Returns whether there is text.
  @discardableResult
  private func selectWord(at point: Point) -> Bool {
    guard let byte = byte(at: point), let body = row.texts?.body else { return false }
    var word = body.word(around: byte)
    // A finger on a space selects the word before it.
    if word.isEmpty, byte > 0, row.window?.lastInput == .touch { word = body.word(around: byte - 1) }
    selectByPress(word)
    return true
  }

  private func selectByPress(_ range: Range<Int>) {
    if row.window?.lastInput == .touch { mode = .hasHandles }
    select(range)
    // Ctrl+C copies from the focused row.
    row.takeFocus()
    offer()
  }

  /// Handles a finger held on the text: selects another word if the text is being selected. Returns whether it did.
  func held(at point: Point) -> Bool { mode == .hasHandles && range != nil && selectWord(at: point) }

  /// Ends, at a click, a selection that only a drag would change.
  func clicked(byTouch: Bool) {
    mode = .scrolls
    if byTouch { range = nil }
  }

  /// Copies the selected text, or the message.
  func copy() {
    if let copied = text ?? row.content?.message.text { Desktop.copy(copied, from: row) }
  }

  /// Makes the selected text the primary selection, which the middle button pastes.
  func offer() { if let text { Desktop.select(text, from: row) } }

  private func select(_ range: Range<Int>) {
    SelectionOwner.shared.take(self)
    self.range = range
  }

  // MARK: Drags

  private func addDrag() {
    let drag = GestureDrag()
    drag.button = 1
    var origin: (byte: Int, point: Point)?
    drag.dragBegin.connect(weak: self) { [weak drag] selection, x, y in
      origin = nil
      guard selection.row.messageSelection?.isActive != true,
        selection.mode == .selects || drag?.modifiers.contains(.shift) ?? false,
        let byte = selection.byte(at: Point(x: x, y: y), clamped: true)
      else {
        drag?.set(.denied)
        return
      }
      drag?.set(.claimed)
      origin = (byte, Point(x: x, y: y))
    }
    drag.dragUpdate.connect(weak: self) { selection, dx, dy in
      guard let origin else { return }
      selection.move(to: Point(x: origin.point.x + dx, y: origin.point.y + dy), from: origin.byte)
    }
    drag.dragEnd.connect(weak: self) { selection, _, _ in
      guard selection.text != nil else { return }
      selection.row.takeFocus()
      selection.offer()
    }
    row.add(drag)
  }

  /// Selects from one end to the character at a point, on either side of it.
  func move(to point: Point, from fixed: Int) {
    guard let byte = byte(at: point, clamped: true) else { return }
    // With handles, the selection stays non-empty: two handles at one place could not be told apart.
    if byte == fixed, mode == .hasHandles { return }
    select(min(fixed, byte)..<max(fixed, byte))
  }

  // MARK: Places

  /// The byte of the text at a point. Outside of the text nil, or the nearest byte if `clamped`.
  private func byte(at point: Point, clamped: Bool = false) -> Int? {
    guard let place = row.geometry?.text, let body = row.texts?.body,
      let found = body.index(at: Point(x: point.x - place.x, y: point.y - place.y), clamped: clamped)
    else { return nil }
    guard found.isTrailing else { return found.byte }
    let rest = row.text.text.utf8.dropFirst(found.byte)
    return found.byte + (String(rest)?.first.map { String($0).utf8.count } ?? 0)
  }

  /// The two ends of the selection.
  var carets: (lower: Caret, upper: Caret)? {
    guard let range, !range.isEmpty, let place = row.geometry?.text, let body = row.texts?.body,
      let last = String(row.text.text.utf8.prefix(range.upperBound))?.last
    else { return nil }
    func caret(_ edges: TextLayout.Edges, _ x: Double) -> Caret {
      Caret(x: place.x + x, y: place.y + edges.y, height: edges.height, isRightToLeft: edges.isRightToLeft)
    }
    guard let first = body.edges(of: range.lowerBound),
      let end = body.edges(of: range.upperBound - String(last).utf8.count)
    else { return nil }
    return (caret(first, first.leading), caret(end, end.trailing))
  }
}

/// The only selection of a text in the program.
@MainActor
private final class SelectionOwner {
  static let shared = SelectionOwner()
  private weak var selection: TextSelection?

  func take(_ selection: TextSelection) {
    if let before = self.selection, before !== selection { before.end() }
    self.selection = selection
  }
}
