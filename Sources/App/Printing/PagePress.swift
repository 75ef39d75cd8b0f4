import AppBase
import ArchiveWords
import Chats
import Foundation
import Gtk
import Translation

/// Everything that draws the pages of one chat. Not for two threads at once.
final class PagePress {
  let measures: PageMeasures
  let maker: BlockMaker
  private let options: PrintOptions
  private let pictures: PictureShelf
  private let title: String
  private let foot: String
  private let heading: [TextLayout]
  private let dates: DateWords

  private static let titleSize = 20.0
  private static let factsSize = 9.0
  /// Points between the lines of the heading, and around its hairline.
  private static let headingGap = 3.0
  private static let headingEnd = (above: 8.0, below: 10.0)

  /// - Parameters:
  ///   - title: The title of the chat.
  ///   - facts: The line below the title on the first page.
  ///   - people: The names of the people.
  ///   - foot: The words at the foot of each page.
  init(
    _ options: PrintOptions, _ pictures: PagePictures, title: String, facts: String, people: String,
    foot: String
  ) {
    let language = (Catalogue.language ?? "en").replacing("_", with: "-")
    let isRightToLeft = Locale.Language(identifier: language).characterDirection == .rightToLeft
    self.options = options
    self.pictures = PictureShelf(pictures)
    self.title = title
    self.foot = foot
    measures = PageMeasures(options, isRightToLeft: isRightToLeft)
    maker = BlockMaker(
      options, measures, pictures, PageFonts(language: language, isRightToLeft: isRightToLeft))
    dates = DateWords(DayCalendar(timeZone: options.timeZone, locale: options.locale), locale: options.locale)
    let width = measures.body.width
    heading = [
      maker.line(title, size: Self.titleSize, weight: 700, width: width),
      maker.line(facts, size: Self.factsSize, width: width),
      maker.paragraph(people, size: Self.factsSize, lineHeight: nil, width: width),
    ].filter { !$0.text.isEmpty }
  }

  /// The height of the heading on the first page.
  var headingHeight: Double {
    heading.reduce(Self.headingEnd.above + Self.headingEnd.below - Self.headingGap) {
      $0 + $1.size.height + Self.headingGap
    }
  }

  /// Draws a page with its head and foot.
  ///
  /// - Parameters:
  ///   - page: The number of the page, from 0.
  ///   - count: The number of all pages; an estimate is not printed.
  func draw(_ pieces: [PagePiece], page: Int, of count: Int, isEstimate: Bool, on context: CairoContext) {
    let canvas = PageCanvas(context: context, measures: measures)
    let painter = PagePainter(
      canvas: canvas, measures: measures, bubbles: options.bubbles, pictures: pictures, maker: maker)
    if page == 0 { drawHeading(canvas) } else { drawHead(pieces, canvas) }
    for piece in pieces { painter.draw(piece) }
    if measures.columns == 2, pieces.contains(where: { $0.column % 2 == 1 }) { drawDivider(page, canvas) }
    let number = tr(
      "{page} of {count}",
      ["page": Counted.number(page + 1), "count": isEstimate ? "…" : Counted.number(count)])
    draw(foot, number, bottom: measures.footBottom, weight: 400, canvas)
  }

  private func drawHeading(_ canvas: PageCanvas) {
    var y = measures.body.y
    for (index, layout) in heading.enumerated() {
      canvas.text(
        layout, x: measures.body.x, y: y, index == 0 ? PageInk.text : PageInk.secondary)
      y += layout.size.height + Self.headingGap
    }
    canvas.hairline(
      from: measures.body.x, to: measures.body.maxX, y: y - Self.headingGap + Self.headingEnd.above)
  }

  /// Draws the running head: the chat, and the days of the page.
  private func drawHead(_ pieces: [PagePiece], _ canvas: PageCanvas) {
    guard let first = pieces.first?.block.sentAt, let last = pieces.last?.block.sentAt else { return }
    let days = PrintedChat.span(dates.shortDay(first), dates.shortDay(last))
    let bottom = measures.headTop + BlockMaker.edgeSize * 1.5
    draw(title, days, bottom: bottom, weight: 600, canvas)
    canvas.hairline(from: measures.body.x, to: measures.body.maxX, y: bottom + 3)
  }

  /// Draws words at both edges of the page.
  private func draw(
    _ leading: String, _ trailing: String, bottom: Double, weight: Int, _ canvas: PageCanvas
  ) {
    let end = maker.line(trailing, size: BlockMaker.edgeSize)
    let room = measures.body.width - end.size.width - 12
    let start = maker.line(leading, size: BlockMaker.edgeSize, weight: weight, width: room)
    canvas.text(start, x: measures.body.x, y: bottom - start.size.height, PageInk.secondary)
    canvas.text(
      end, x: measures.body.maxX - end.size.width, y: bottom - end.size.height, PageInk.secondary)
  }

  private func drawDivider(_ page: Int, _ canvas: PageCanvas) {
    let middle = (measures.leading(0) + measures.columnWidth + measures.leading(1)) / 2
    let top = measures.body.y + (page == 0 ? headingHeight : 0)
    canvas.fill(
      Rect(
        x: middle - PageInk.hairline / 2, y: top, width: PageInk.hairline, height: measures.body.maxY - top),
      PageInk.line.faded(0.6))
  }
}
