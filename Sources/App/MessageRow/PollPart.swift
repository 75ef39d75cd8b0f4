import Chats
import Foundation
import Gtk
import Translation

/// A poll as it was exported: the question, and the answers with bars. It cannot be voted in.
@MainActor
final class PollPart: RowPart {
  private struct Option {
    let option: Poll.Option
    let text: TextLayout
    /// "57 %", and the share in 0…1; nil without counts.
    let percent: TextLayout?
    let share: Double?
    let isWinner: Bool
  }

  private let question: TextLayout
  private let kind: TextLayout
  private let options: [Option]
  private let foot: TextLayout?
  private let scale: Double
  private let direction: ReadingDirection

  let inset = (x: 13.0, y: 8.0)
  /// The most options that are shown. Telegram allows 12.
  nonisolated fileprivate static let optionLimit = 30
  private static let optionHeight = 38.0
  /// Points before the text and the bar, with room for the mark of the owner's vote.
  private static let indent = 20.0
  private static let barHeight = 6.0
  private static let widths = (least: 200.0, most: 334.0)

  init(_ poll: Poll, _ maker: RowTextMaker) {
    scale = max(1, maker.scale)
    direction = maker.direction
    question = maker.paragraph(poll.question, size: 11, weight: 600)
    kind = maker.line(poll.isClosed ? tr("Poll, final result") : tr("Poll, open when exported"), size: 9)
    let result = PollResult(poll)
    options = poll.options.prefix(Self.optionLimit).enumerated().map { index, option in
      let share = result.shares?[index]
      let isWinner = result.winners.contains(index)
      return Option(
        option: option,
        text: maker.line(option.text, size: 11, weight: isWinner ? 600 : 400, ellipsized: true),
        percent: share.map { maker.line(PollResult.percent($0), size: 9, weight: 600) }, share: share,
        isWinner: isWinner)
    }
    var note = result.voters.map { trn("{count} voter", "{count} voters", $0) }
    let left = poll.options.count - options.count
    if left > 0 {
      let more = trn("{count} more answer", "{count} more answers", left)
      note = [note, more].compactMap(\.self).joined(separator: " · ")
    }
    foot = note.map { maker.line($0, size: 9, ellipsized: true) }
  }

  private var optionHeight: Double { (Self.optionHeight * scale).rounded() }

  func layOut(limit: Double) -> RowGeometry.Extent {
    let most = min(limit, Self.widths.most)
    question.width = most
    foot?.width = most
    let percents = options.map { $0.percent?.extent.width ?? 0 }.max() ?? 0
    var wide = max(question.extent.width, kind.extent.width, foot?.extent.width ?? 0)
    for option in options {
      option.text.width = nil
      wide = max(wide, option.text.extent.width + Self.indent + percents + 12)
    }
    let width = min(most, max(Self.widths.least, wide))
    question.width = width
    for option in options { option.text.width = max(20, width - Self.indent - percents - 12) }
    var height = question.extent.height + kind.extent.height + 4
    height += Double(options.count) * optionHeight
    if let foot { height += 4 + foot.extent.height }
    return .init(width: width, height: height)
  }

  func draw(in rect: Rect, on snapshot: Snapshot, by painter: inout MessagePainter) {
    func x(_ layout: TextLayout) -> Double { direction.x(leading: 0, width: layout.size.width, in: rect) }
    var y = rect.y
    painter.draw(
      question, size: 11, weight: 600,
      at: Point(x: direction.x(leading: 0, width: question.extent.width, in: rect), y: y),
      painter.textColor, on: snapshot, isSearched: true)
    y += question.extent.height
    snapshot.text(kind, at: Point(x: x(kind), y: y), painter.dimColor)
    y += kind.extent.height + 4
    for option in options {
      draw(option, in: Rect(x: rect.x, y: y, width: rect.width, height: optionHeight), on: snapshot, &painter)
      y += optionHeight
    }
    if let foot { snapshot.text(foot, at: Point(x: x(foot), y: y + 4), painter.dimColor) }
  }

  private func draw(
    _ option: Option, in rect: Rect, on snapshot: Snapshot, _ painter: inout MessagePainter
  ) {
    let own = painter.message.isOnOwnBubble
    let accent = own ? Color.white : painter.palette.accentForeground
    let bar = Rect(
      x: direction.x(trailing: 0, width: rect.width - Self.indent, in: rect),
      y: rect.maxY - Self.barHeight - 6,
      width: rect.width - Self.indent, height: Self.barHeight)
    let baseline = bar.y - 2 - option.text.extent.height
    let textX = direction.x(leading: 0, width: option.text.size.width, in: bar)
    painter.draw(
      option.text, size: 11, weight: option.isWinner ? 600 : 400, at: Point(x: textX, y: baseline),
      painter.textColor,
      on: snapshot, isSearched: true)
    if let percent = option.percent {
      let size = percent.extent
      snapshot.text(
        percent,
        at: Point(
          x: direction.x(trailing: 0, width: size.width, in: rect),
          y: baseline + ((option.text.extent.height - size.height) / 2).rounded()), painter.textColor)
    }
    if option.option.isChosen {
      let mark = Rect(
        x: direction.x(leading: 0, width: 14, in: rect),
        y: baseline + ((option.text.extent.height - 14) / 2).rounded(),
        width: 14, height: 14)
      snapshot.icon(
        IconPaintable(named: "object-select-symbolic", size: 14, for: painter.row), in: mark, accent)
    }
    guard let share = option.share else { return }
    let high = painter.palette.isHighContrast
    let trough = own ? Color.white.faded(0.25) : painter.palette.foreground.faded(0.12)
    snapshot.fill(RoundedRect(bar, radius: 3), trough)
    let filled = max(share > 0 ? Self.barHeight : 0, (bar.width * share).rounded())
    guard filled > 0 else { return }
    let isAccent = option.option.isChosen || option.isWinner
    let other = own ? Color.white.faded(0.66) : painter.palette.foreground.faded(high ? 1 : 0.45)
    snapshot.fill(
      RoundedRect(
        Rect(x: direction.x(leading: 0, width: filled, in: bar), y: bar.y, width: filled, height: bar.height),
        radius: 3),
      isAccent ? accent : other)
  }
}

extension Poll {
  /// The poll for screen readers: the question, and for each answer "Boots, 80%, most votes".
  package var spoken: String {
    let result = PollResult(self)
    let answers = options.prefix(PollPart.optionLimit).enumerated().map { index, option in
      let parts = [
        option.text, result.shares.map { PollResult.percent($0[index]) },
        result.winners.contains(index) ? tr("most votes") : nil, option.isChosen ? tr("your vote") : nil,
      ]
      return parts.compactMap(\.self).joined(separator: ", ")
    }
    return ([tr("Poll: {question}", ["question": question])] + answers).joined(
      separator: "; ")
  }
}

/// The results of a poll's counts.
package struct PollResult: Equatable {
  /// The share of each answer in 0…1; nil if a count is not stored, or there are no votes.
  package private(set) var shares: [Double]?
  /// The indices of the answers with most votes; empty while the poll is open.
  package private(set) var winners: Set<Int> = []
  /// The number of voters; nil if unknown.
  private(set) var voters: Int?

  /// The largest number of votes that is accepted, since numbers from a file must not overflow.
  private static let most = 1_000_000_000

  package init(_ poll: Poll) {
    voters = poll.voterCount.map { min(max($0, 0), Self.most) }
    let votes = poll.options.compactMap { option in option.votes.map { min(max($0, 0), Self.most) } }
    guard votes.count == poll.options.count, !votes.isEmpty else { return }
    let sum = votes.reduce(0) { min($0 + $1, Self.most) }
    // If each person can give several answers, shares are of the people.
    let whole = max(voters ?? sum, votes.max() ?? 0)
    voters = voters ?? sum
    guard whole > 0 else { return }
    shares = votes.map { Double($0) / Double(whole) }
    let best = votes.max() ?? 0
    if poll.isClosed, best > 0 { winners = Set(votes.indices.filter { votes[$0] == best }) }
  }

  /// "57%" in the desktop's locale.
  package static func percent(_ share: Double) -> String {
    share.formatted(.percent.precision(.fractionLength(0)).locale(.desktop))
  }
}
