import AppBase
import Controls
import Gtk
import Printing
import Translation

/// The pages of a print, one at a time, with buttons to the others.
final class PrintPreview: Box {
  private let sheet = PrintSheet()
  private let older = Button(iconName: "go-previous-symbolic")
  let newer = Button(iconName: "go-next-symbolic")
  let number = Label()
  /// The shown pages; nil while there are none.
  private var printed: PrintedChat?
  /// The number of the shown page, from 0.
  private(set) var page = 0
  private let drawing = LatestTask()

  init() {
    super.init(.vertical, spacing: 10)
    let row = Box(.horizontal, spacing: 10)
    row.halign = .center
    for (button, name, step) in [(older, tr("Previous Page"), -1), (newer, tr("Next Page"), 1)] {
      button.addClass("bs-flat")
      button.tooltipText = name
      button.setAccessibleLabel(name)
      button.clicked.connect(weak: self) { $0.turn(step) }
    }
    number.widthChars = 12
    row.append(older, number, newer)
    append(sheet, row)
    update()
  }

  /// Whether a page has been drawn.
  var isShown: Bool { sheet.texture != nil }

  /// Shows pages, from the number that was shown before. Nil dims the shown page while others are made.
  func show(_ printed: PrintedChat?) {
    self.printed = printed
    drawing.cancel()
    sheet.isDimmed = printed == nil
    guard let printed else { return update() }
    sheet.paper = printed.options.paper
    page = max(0, min(page, printed.drawnPages - 1))
    draw()
  }

  /// Shows an empty sheet.
  func clear(_ paper: PrintOptions.Paper) {
    show(nil)
    sheet.paper = paper
    sheet.texture = nil
    sheet.isDimmed = false
  }

  private func turn(_ step: Int) {
    guard let printed else { return }
    page = max(0, min(page + step, printed.drawnPages - 1))
    draw()
  }

  private func draw() {
    update()
    guard let printed else { return }
    let (page, width) = (page, PrintSheet.pageWidth * sheet.scaleFactor)
    drawing.run {
      try await printed.picture(of: page, width: width)
    } then: { [weak self] result in
      guard let self else { return }
      sheet.texture = try? result.get()
      sheet.setAccessibleLabel(number.text)
    }
  }

  private func update() {
    let count = printed?.drawnPages ?? 0
    older.sensitive = page > 0 && count > 0
    newer.sensitive = page + 1 < count
    number.text =
      printed.map { printed in
        tr(
          "{page} of {count}",
          [
            "page": Counted.number(page + 1),
            "count": printed.isEstimate ? "…" : Counted.number(printed.pageCount),
          ])
      } ?? ""
  }
}

/// A sheet of paper.
final class PrintSheet: CustomWidget {
  /// Points.
  static let pageWidth = 232

  var paper = PrintOptions.Paper.a4 { didSet { if paper != oldValue { queueResize() } } }
  var texture: Texture? { didSet { queueDraw() } }
  var isDimmed = false { didSet { if isDimmed != oldValue { queueDraw() } } }

  override class var cssName: String { "printsheet" }
  override class var accessibleRole: AccessibleRole { .image }

  private var pageHeight: Int {
    Int((Double(Self.pageWidth) * paper.size.height / paper.size.width).rounded())
  }

  override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    orientation == .horizontal ? Measure(minimum: Self.pageWidth + 2) : Measure(minimum: pageHeight + 2)
  }

  override func snapshot(_ snapshot: Snapshot) {
    let rect = Rect(
      x: Double((width - Self.pageWidth) / 2), y: 1, width: Double(Self.pageWidth),
      height: Double(pageHeight))
    let palette = ChatPalette.current(for: self)
    snapshot.stroke(RoundedRect(rect.inset(x: -1, y: -1), radius: 0), width: 1, palette.line)
    // Paper is white in the dark, too.
    snapshot.fill(rect, .white)
    guard let texture else { return }
    snapshot.faded(isDimmed ? 0.4 : 1) { snapshot.texture(texture, in: rect) }
  }
}
