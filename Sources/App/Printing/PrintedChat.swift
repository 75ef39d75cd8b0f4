import AppBase
import ArchiveWords
import ChatExport
import ChatStore
import Chats
import Foundation
import Gtk
import Translation

/// A chat that is divided into pages.
///
/// The division reads all messages once and keeps only where each column begins, so memory does not grow with the
/// texts. Each page can then be drawn on its own.
package struct PrintedChat: Sendable {
  /// The contents of the pages.
  package struct Counts: Sendable, Hashable {
    package var messages = 0
    package var notes = 0
    package var pictures = 0
    package var films = 0
  }

  package let options: PrintOptions
  package private(set) var counts = Counts()
  /// The number of pages; an estimate if ``isEstimate``.
  package private(set) var pageCount = 0
  /// Whether the division ended before the last message.
  package private(set) var isEstimate = false

  let source: ExportSource
  private let people: String
  private let pictures: PagePictures
  private let printedAt: Date
  private var columns: [ColumnStart] = []

  /// The number of pages that can be drawn.
  package var drawnPages: Int { isEstimate ? columns.count / options.columns : pageCount }

  /// Divides a chat into pages.
  ///
  /// - Parameters:
  ///   - pictures: The sizes of pictures, which another division has found.
  ///   - limit: The number of pages after which the rest is estimated; nil for all.
  ///   - date: The day that is printed at the foot.
  ///   - progress: Called after each page, with the number of its last message.
  ///   - isCancelled: Called for each message. Once it returns true, ``ExportError/cancelled`` is thrown.
  /// - Returns: Nil if there are no messages.
  @concurrent
  package static func divide(
    _ archive: Archive, _ chat: Conversation.ID, _ options: PrintOptions,
    pictures: PagePictures = PagePictures(), limit: Int? = nil, on date: Date = Date(),
    progress: @Sendable (ExportProgress) -> Void = { _ in },
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) async throws(ExportError) -> PrintedChat? {
    guard
      let source = try await ExportSource(
        archive, chat: chat, span: options.span, timeZone: options.timeZone,
        renamesPeople: options.renamesPeople, hasNotes: options.includesNotes,
        keepsFiles: options.showsPictures, isCancelled: isCancelled)
    else { return nil }
    let people = try await Self.names(source.people())
    var printed = PrintedChat(
      options: options, source: source, people: people, pictures: pictures, printedAt: date)
    try await printed.divide(limit: limit, progress, isCancelled)
    return printed
  }

  private init(
    options: PrintOptions, source: ExportSource, people: String, pictures: PagePictures, printedAt: Date
  ) {
    self.options = options
    self.pictures = pictures
    self.source = source
    self.people = people
    self.printedAt = printedAt
  }

  // MARK: Dividing

  private mutating func divide(
    limit: Int?, _ progress: @Sendable (ExportProgress) -> Void,
    _ isCancelled: @escaping @Sendable () -> Bool
  ) async throws(ExportError) {
    let press = press()
    press.maker.isCancelled = isCancelled
    var walk = PageWalk(source.reader(), press, column: 0)
    var read = 0
    while let (message, pieces) = try await walk.next() {
      guard !isCancelled() else { throw .cancelled }
      read += 1
      count(message)
      for piece in pieces where piece.column >= columns.count {
        columns.append(
          ColumnStart(
            message: piece.block.cursor, strip: piece.strips.lowerBound, decoration: piece.block.decoration))
        progress(ExportProgress(messages: read, total: source.survey.count))
      }
      if let limit, columns.count > limit * options.columns {
        isEstimate = true
        break
      }
    }
    pageCount = (columns.count + options.columns - 1) / options.columns
    if isEstimate, read > 0 {
      // The last column has only begun.
      let full = Double(columns.count - 1) / Double(options.columns)
      pageCount = Int((full * Double(source.survey.count) / Double(read)).rounded(.up))
      counts.messages = source.survey.count
    }
  }

  private mutating func count(_ message: Message) {
    counts.messages += 1
    if message.kind == .note { counts.notes += 1 }
    for attachment in message.attachments {
      switch attachment.kind {
      case .photo, .sticker, .animation: counts.pictures += 1
      case .video, .roundVideo: counts.films += 1
      case .audio, .voice, .file: break
      }
    }
  }

  func press() -> PagePress {
    PagePress(
      options, pictures, title: source.chat.title, facts: facts, people: people,
      foot: tr("Printed from Backscroll, {date}", ["date": day(printedAt)]))
  }

  private func day(_ date: Date) -> String {
    let times = MessageTimeFormatter(locale: options.locale, timeZone: options.timeZone)
    return times.fullDate(of: Int64(date.timeIntervalSince1970 * 1_000), hasWeekday: false)
  }

  /// "14 March 2025 to 2 April 2025 · 386 messages · times in Rome".
  private var facts: String {
    let times = MessageTimeFormatter(locale: options.locale, timeZone: options.timeZone)
    var parts: [String] = []
    if let span = source.survey.times {
      parts.append(
        Self.span(
          times.fullDate(of: span.lowerBound, hasWeekday: false),
          times.fullDate(of: span.upperBound, hasWeekday: false)))
    }
    parts.append(Counted.messages(source.survey.count, locale: options.locale))
    parts.append(tr("times in {place}", ["place": place(of: options.timeZone)]))
    return parts.joined(separator: " · ")
  }

  /// "Rome"; for a zone without a place "GMT+3".
  private func place(of zone: TimeZone) -> String {
    let parts = zone.identifier.split(separator: "/")
    guard parts.count > 1, parts[0].lowercased() != "etc", let place = parts.last else {
      return zone.abbreviation() ?? zone.identifier
    }
    return String(place).replacing("_", with: " ")
  }

  static func span(_ first: String, _ last: String) -> String {
    first == last ? first : tr("{first} to {last}", ["first": first, "last": last])
  }

  /// The most people that are named, and the most characters of a name.
  private static let namedPeople = 24
  private static let nameLength = 40

  private static func names(_ people: [(name: String, isOwner: Bool)]) -> String {
    let others = people.filter { !$0.isOwner }
    var names = others.prefix(namedPeople).map { person in
      let line = person.name.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      return line.count > nameLength ? String(line.prefix(nameLength)) + "…" : line
    }
    if others.count < people.count { names.append(tr("you")) }
    let left = others.count - min(others.count, namedPeople)
    if left > 0 { names.append(trn("{count} more person", "{count} more people", left)) }
    return names.joined(separator: ", ")
  }

  // MARK: Drawing

  /// Draws a page as a picture.
  ///
  /// - Parameters:
  ///   - page: From 0, below ``drawnPages``.
  ///   - width: Pixels.
  @concurrent
  package func picture(of page: Int, width: Int) async throws(ExportError) -> Texture {
    let press = press()
    let pieces = try await pieces(of: page, press)
    let size = options.paper.size
    let scale = Double(width) / size.width
    return Texture(width: width, height: Int((size.height * scale).rounded())) { context in
      context.setColor(.white)
      context.paint()
      context.scale(x: scale, y: scale)
      draw(pieces, page, press, on: context)
    }
  }

  /// Draws the contents of a page.
  func draw(_ pieces: [PagePiece], _ page: Int, _ press: PagePress, on context: CairoContext) {
    press.draw(pieces, page: page, of: pageCount, isEstimate: isEstimate, on: context)
  }

  /// Reads messages from the beginning of a page.
  func walk(from page: Int, _ press: PagePress) -> PageWalk {
    let first = columns[page * options.columns]
    return PageWalk(
      source.reader(from: first.message), press, column: page * options.columns, first)
  }

  /// The contents of a page, read from its first message on.
  func pieces(of page: Int, _ press: PagePress) async throws(ExportError) -> [PagePiece] {
    var walk = walk(from: page, press)
    var shown: [PagePiece] = []
    while let (_, pieces) = try await walk.next() {
      for piece in pieces {
        guard piece.column < (page + 1) * options.columns else { return shown }
        shown.append(piece)
      }
    }
    return shown
  }

  /// Writes all pages as a PDF document, which has an outline of months.
  ///
  /// - Parameters:
  ///   - destination: The file, or a function that receives the bytes.
  ///   - progress: Called after each page; counts pages.
  ///   - isCancelled: Called for each message. Once it returns true, nothing is written.
  /// - Precondition: ``isEstimate`` is false.
  @concurrent
  package func writePDF(
    to destination: ExportDestination, progress: @Sendable (ExportProgress) -> Void = { _ in },
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) async throws(ExportError) -> ExportSummary {
    let output = try PDFOutput(destination)
    do {
      try await write(to: output, progress, isCancelled)
      return ExportSummary(messages: counts.messages, notes: counts.notes, bytes: try output.commit())
    } catch {
      output.discard()
      throw error
    }
  }

  private func write(
    to output: PDFOutput, _ progress: @Sendable (ExportProgress) -> Void,
    _ isCancelled: @escaping @Sendable () -> Bool
  ) async throws(ExportError) {
    let press = press()
    press.maker.isCancelled = isCancelled
    let size = options.paper.size
    let document = PDFDocument(width: size.width, height: size.height, title: source.chat.title) {
      output.write($0)
    }
    var walk = PageWalk(source.reader(), press, column: 0)
    var page = 0
    var shown: [PagePiece] = []
    func endPage() throws(ExportError) {
      for piece in shown {
        guard piece.strips.lowerBound == 0, let month = piece.block.month else { continue }
        document.addOutline(month, y: press.measures.body.y + piece.y)
      }
      press.draw(shown, page: page, of: pageCount, isEstimate: false, on: document.context)
      guard document.endPage() else { throw output.failure }
      page += 1
      shown = []
      progress(ExportProgress(messages: page, total: pageCount, unit: .pages))
    }
    while let (_, pieces) = try await walk.next() {
      guard !isCancelled() else { throw .cancelled }
      for piece in pieces {
        if piece.column >= (page + 1) * options.columns { try endPage() }
        shown.append(piece)
      }
    }
    try endPage()
    guard document.finish() else { throw output.failure }
  }
}

/// Reads messages and places them.
struct PageWalk {
  private var reader: ExportReader
  private let press: PagePress
  private var composer: PageComposer
  private var start: ColumnStart?
  private var previous: Message?
  private var following: Message?
  private var hasBegun = false

  init(_ reader: ExportReader, _ press: PagePress, column: Int, _ start: ColumnStart? = nil) {
    self.reader = reader
    self.press = press
    self.start = start
    composer = PageComposer(press.measures, heading: press.headingHeight, column: column)
  }

  /// The next message, and its pieces; nil at the end.
  nonisolated(nonsending) mutating func next() async throws(ExportError) -> (
    message: Message, pieces: [PagePiece]
  )? {
    if !hasBegun { following = try await reader.next()?.message }
    hasBegun = true
    guard let message = following else { return nil }
    following = try await reader.next()?.message
    let decoration =
      start?.decoration ?? press.maker.decoration(of: message, after: previous, before: following)
    let strip = start?.strip ?? 0
    start = nil
    previous = message
    return (message, composer.add(press.maker.block(message, decoration), from: strip))
  }
}

/// The draft of a document, which becomes a file when it is complete.
private final class PDFOutput {
  private let sink: ExportSink
  private var bytes: Int64 = 0
  private var error: ExportError?

  init(_ destination: ExportDestination) throws(ExportError) { sink = try ExportSink(destination) }

  /// The reason why the document is not complete.
  var failure: ExportError { error ?? .writeFailed(path: "PDF", reason: "cairo") }

  func write(_ piece: [UInt8]) -> Bool {
    do {
      try sink.write(piece)
      bytes += Int64(piece.count)
      return true
    } catch {
      self.error = error
      return false
    }
  }

  /// The number of bytes of the document.
  func commit() throws(ExportError) -> Int64 {
    try sink.commit()
    return bytes
  }

  func discard() { sink.discard() }
}
