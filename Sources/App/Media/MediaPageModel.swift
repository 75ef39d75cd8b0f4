import Backscroll
import ChatStore
import Chats
import Foundation
import Gtk
import ScrollCore
import Translation

/// A row of the media page.
struct MediaPageRow {
  enum Content {
    /// The heading of a month.
    case month(title: String, count: String)
    /// Pictures or films side by side; nil for those that are not read yet.
    case cells([MediaItem?])
    case file(MediaItem?)
    case link(MediaItem?)
  }

  enum Kind: Hashable { case month, cells, file, link }

  let content: Content
  /// The number of cells that fit into a row.
  var columns = 1
  /// The place of the first item among all items, the newest first; nil for a month.
  var first: Int?
  /// The number of all items.
  var total = 0
  /// Whether the row belongs to files or links, which are in a centred column.
  var isInColumn = false
}

/// The media of one kind of a conversation as rows, the newest first. The content of a row is read when it is bound.
@MainActor
final class MediaPageModel: ListModel {
  let changes = ListChanges()
  let scope: MediaScope
  private let archive: Archive
  private let conversation: Conversation.ID
  private let monthName: (Int64) -> String
  /// The months, the newest first.
  private var months: [MediaMonth] = []
  private var rows: [Row] = []
  /// The items, by their blocks of ``block`` items.
  private var blocks: [Int: (items: [MediaItem], used: Int)] = [:]
  private var tasks: [Int: Task<Void, Never>] = [:]
  private var clock = 0
  private(set) var total = 0
  private(set) var isLoaded = false
  /// Called with the error if the archive cannot be read.
  var didFail: ((ArchiveError) -> Void)?
  var didLoad: (() -> Void)?

  /// The number of items that are read at once, and of such blocks that are kept.
  private static let block = 60
  private static let blockLimit = 20

  private struct Row {
    /// The index of the row's month.
    let month: Int
    /// The items, the newest first; empty for the heading of a month.
    let items: Range<Int>
  }

  init(
    _ archive: Archive, in conversation: Conversation.ID, _ scope: MediaScope,
    monthName: @escaping (Int64) -> String
  ) {
    self.archive = archive
    self.conversation = conversation
    self.scope = scope
    self.monthName = monthName
  }

  isolated deinit { for task in tasks.values { task.cancel() } }

  /// The number of items side by side.
  var columns = 1 {
    didSet { if columns != oldValue { layOut() } }
  }

  /// Reads the months. This gives the rows, but not their content.
  func load(timeZone: TimeZone) {
    tasks[-1]?.cancel()
    tasks[-1] = Task { [weak self, archive, conversation, scope] in
      do throws(ArchiveError) {
        let months = try await archive.mediaMonths(in: conversation, scope, timeZone: timeZone)
        self?.take(months)
      } catch {
        if case .cancelled = error { return }
        self?.didFail?(error)
      }
    }
  }

  private func take(_ new: [MediaMonth]) {
    months = new.reversed()
    total = months.reduce(0) { $0 + $1.count }
    isLoaded = true
    blocks = [:]
    layOut()
    didLoad?()
  }

  private func layOut() {
    let old = rows.count
    rows = []
    var start = 0
    let step = scope == .shelf(.pictures) || scope == .shelf(.films) ? columns : 1
    for (index, month) in months.enumerated() {
      rows.append(Row(month: index, items: start..<start))
      for first in stride(from: start, to: start + month.count, by: step) {
        rows.append(Row(month: index, items: first..<min(first + step, start + month.count)))
      }
      start += month.count
    }
    changes(.splice(Splice(at: 0, removing: old, inserting: rows.count)))
  }

  // MARK: Rows

  var count: Int { rows.count }

  /// Headings and items have separate ranges of identifiers.
  func id(at index: Int) -> Int {
    rows[index].items.isEmpty ? -1 - rows[index].month : rows[index].items.lowerBound
  }

  func index(of id: Int) -> Int? {
    var (low, high) = (0, rows.count)
    func isBefore(_ row: Row) -> Bool {
      id < 0
        ? row.month < -1 - id : row.items.isEmpty ? row.items.lowerBound <= id : row.items.upperBound <= id
    }
    while low < high {
      let middle = (low + high) / 2
      if isBefore(rows[middle]) { low = middle + 1 } else { high = middle }
    }
    return low < rows.count && self.id(at: low) == id ? low : nil
  }

  func kind(at index: Int) -> MediaPageRow.Kind {
    if rows[index].items.isEmpty { return .month }
    return switch scope {
    case .links: .link
    case .shelf(.files): .file
    case .shelf: .cells
    }
  }

  subscript(index: Int) -> MediaPageRow {
    let row = rows[index]
    let content: MediaPageRow.Content
    switch kind(at: index) {
    case .month:
      content = .month(
        title: monthName(months[row.month].start), count: Self.counted(months[row.month].count, scope))
    case .cells: content = .cells(row.items.map(item))
    case .file: content = .file(item(row.items.lowerBound))
    case .link: content = .link(item(row.items.lowerBound))
    }
    return MediaPageRow(
      content: content, columns: columns, first: row.items.isEmpty ? nil : row.items.lowerBound, total: total,
      isInColumn: scope == .links || scope == .shelf(.files))
  }

  /// The row that contains the item at a place among all items, and the item's column in it.
  func row(ofItemAt place: Int) -> (id: Int, column: Int)? {
    guard let row = rows.first(where: { $0.items.contains(place) }) else { return nil }
    return (row.items.lowerBound, place - row.items.lowerBound)
  }

  /// The month of the row at an index.
  func month(at index: Int) -> String { monthName(months[rows[index].month].start) }

  private static func counted(_ count: Int, _ scope: MediaScope) -> String {
    switch scope {
    case .shelf(.pictures): trn("{count} picture", "{count} pictures", count)
    case .shelf(.films): trn("{count} video", "{count} videos", count)
    case .shelf(.files): trn("{count} file", "{count} files", count)
    case .links: trn("{count} message with links", "{count} messages with links", count)
    }
  }

  // MARK: Items

  /// The item at a place, the newest first; nil until it is read, which this starts.
  func item(_ place: Int) -> MediaItem? {
    let ordinal = total - 1 - place
    let number = ordinal / Self.block
    clock += 1
    guard let block = blocks[number] else {
      read(number)
      return nil
    }
    blocks[number]?.used = clock
    let index = ordinal - number * Self.block
    return block.items.indices.contains(index) ? block.items[index] : nil
  }

  private func read(_ number: Int) {
    guard tasks[number] == nil else { return }
    tasks[number] = Task { [weak self, archive, conversation, scope] in
      do throws(ArchiveError) {
        let items = try await archive.media(
          in: conversation, scope, .from(number * Self.block), limit: Self.block)
        self?.keep(items, as: number)
      } catch {
        if case .cancelled = error { return }
        self?.didFail?(error)
      }
      self?.tasks[number] = nil
    }
  }

  private func keep(_ items: [MediaItem], as number: Int) {
    clock += 1
    blocks[number] = (items, clock)
    while blocks.count > Self.blockLimit, let oldest = blocks.min(by: { $0.value.used < $1.value.used }) {
      blocks[oldest.key] = nil
    }
    let newest = total - 1 - number * Self.block
    let places = max(0, newest - Self.block + 1)..<(newest + 1)
    guard let first = rows.firstIndex(where: { !$0.items.isEmpty && $0.items.upperBound > places.lowerBound })
    else { return }
    for index in first..<rows.count {
      if rows[index].items.lowerBound >= places.upperBound { break }
      if !rows[index].items.isEmpty { changes(.update(index: index)) }
    }
  }
}
