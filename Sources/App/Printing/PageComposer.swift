import Chats
import Gtk

/// A part of a message on a page.
struct PagePiece {
  /// The name above a piece.
  enum Name { case none, whole, continued }

  let block: PageBlock
  /// The number of the column, from the first one of the document.
  let column: Int
  /// The top of the piece, from that of the column.
  let y: Double
  let hasDay: Bool
  let name: Name
  let strips: Range<Int>
  /// Whether the message ends with the piece.
  let isEnd: Bool
}

/// The beginning of a column: enough for drawing it without the ones before.
struct ColumnStart: Hashable, Sendable {
  /// The first message.
  var message: MessageCursor
  /// The first strip of that message.
  var strip = 0
  var decoration: PageDecoration
}

/// Places messages in columns, one after the other.
struct PageComposer {
  // Points; millimeters where the design has them.
  static let dayGap = (above: 4 * PageMeasures.millimeter, below: 2 * PageMeasures.millimeter)
  static let groupGap = 8.0
  static let messageGap = 2.0
  /// A line of an event has the padding of a bubble, too.
  static let eventGap = 2.0
  static let nameGap = 1.5
  static let reactionsGap = 1.5

  private let measures: PageMeasures
  /// The height of the heading on the first page.
  private let heading: Double
  private var column: Int
  private var y = 0.0

  /// - Parameters:
  ///   - heading: The height of the heading on the first page.
  ///   - column: The number of the first column.
  init(_ measures: PageMeasures, heading: Double, column: Int = 0) {
    self.measures = measures
    self.heading = heading
    self.column = column
    y = top
  }

  private var top: Double { column < measures.columns ? heading : 0 }
  private var isAtTop: Bool { y <= top }
  private var room: Double { measures.body.height - y }

  /// Places a message; returns its pieces.
  ///
  /// - Parameter strip: The first strip that is not placed yet.
  mutating func add(_ block: PageBlock, from strip: Int = 0) -> [PagePiece] {
    var pieces: [PagePiece] = []
    var start = strip
    repeat {
      if let range = fitting(block, from: start) {
        pieces.append(place(block, range, isContinued: start > 0))
        start = range.upperBound
        if start < block.bubble.strips.count { nextColumn() }
      } else {
        nextColumn()
      }
    } while start < block.bubble.strips.count
    return pieces
  }

  private mutating func nextColumn() {
    column += 1
    y = top
  }

  /// The strips that the column takes; nil if the message begins in the next one.
  private func fitting(_ block: PageBlock, from start: Int) -> Range<Int>? {
    let count = block.bubble.strips.count
    let room = room - headHeight(block, isContinued: start > 0) - endHeight(block)
    let whole = start..<count
    if block.bubble.height(whole) <= room { return whole }
    // A whole column has room for anything that is not broken.
    let mayBreak = isAtTop || start > 0 || block.bubble.height(0..<count) > measures.breakableHeight
    guard mayBreak else { return nil }
    return block.bubble.fitting(from: start, into: room, isForced: isAtTop)
  }

  private func name(_ block: PageBlock, isContinued: Bool) -> PagePiece.Name {
    if block.decoration.startsGroup, !isContinued { return block.name == nil ? .none : .whole }
    return isAtTop && block.continuedName != nil ? .continued : .none
  }

  /// The height of what is above the strips, with the gap to the message before.
  private func headHeight(_ block: PageBlock, isContinued: Bool) -> Double {
    var height = 0.0
    if let day = block.day, !isContinued {
      height += (isAtTop ? 0 : Self.dayGap.above) + day.size.height + Self.dayGap.below
    } else if !isAtTop {
      height += gap(block)
    }
    switch name(block, isContinued: isContinued) {
    case .none: break
    case .whole: height += (block.name?.size.height ?? 0) + Self.nameGap
    case .continued: height += (block.continuedName?.size.height ?? 0) + Self.nameGap
    }
    return height
  }

  private func gap(_ block: PageBlock) -> Double {
    if case .event = block.shape { return Self.eventGap }
    return block.decoration.startsGroup ? Self.groupGap : Self.messageGap
  }

  private func endHeight(_ block: PageBlock) -> Double {
    block.reactions.map { $0.size.height + Self.reactionsGap } ?? 0
  }

  private mutating func place(_ block: PageBlock, _ strips: Range<Int>, isContinued: Bool) -> PagePiece {
    let hasDay = block.day != nil && !isContinued
    let gap = isAtTop ? 0 : hasDay ? Self.dayGap.above : self.gap(block)
    let isEnd = strips.upperBound == block.bubble.strips.count
    let piece = PagePiece(
      block: block, column: column, y: y + gap, hasDay: hasDay,
      name: name(block, isContinued: isContinued), strips: strips, isEnd: isEnd)
    y += headHeight(block, isContinued: isContinued) + block.bubble.height(strips)
    if isEnd { y += endHeight(block) }
    return piece
  }
}
