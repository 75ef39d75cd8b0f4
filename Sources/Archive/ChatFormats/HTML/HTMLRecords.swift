import Chats
import Translation

/// Reads the messages and the head of a page, one element after the other.
///
/// A record begins with its tag, regardless of open elements: all exporters escape people's texts, so that no text
/// contains such a tag. Damage in a record therefore does not affect other records.
struct HTMLRecords {
  /// The effect of a tag on the reading.
  enum Role {
    /// A message. It ends an open element.
    case record
    /// A part of the page outside of its messages, such as the title. In an open element, the tag is a part of that.
    case head
    /// A tag between messages. It ends an open element, and the tags in it have roles of their own.
    case mark
  }

  struct Record {
    /// Without contents for a mark.
    let element: HTMLElement
    /// The offset of its tag.
    let place: Int64
    /// Whether the end tag was read and nothing was left out.
    var isWhole = false
    /// Whether it is in more or fewer elements than the record before it, which was whole: a part of the page is missing.
    fileprivate(set) var isShifted = false

    /// The reason to report for a record that has parts of another one.
    static var joinedReason: String {
      tr("damaged HTML joins two messages; at least one of them is not whole")
    }
    static var damagedReason: String { tr("damaged HTML in a message; what could be read is kept") }
    static var shiftedReason: String { tr("damaged HTML before a message; something may be missing there") }
  }

  private var tokens: HTMLTokenizer<ByteReader>
  private let role: (HTMLTag) -> Role?
  private var tree: HTMLTreeBuilder?
  private var place: Int64 = 0
  private var isInRecord = false
  /// The number of open `div` elements, and their number around the last record; nil if that record was damaged.
  private var depth = 0
  private var lastDepth: Int?
  private var isShifted = false
  private var due: [Record] = []
  /// Whether the end tag of the whole page was read.
  private(set) var isWhole = false
  /// Whether the file ends in a message.
  private(set) var endsInRecord = false

  /// - Parameter role: The role of a tag; nil for a part of an element.
  init(_ reader: ByteReader, role: @escaping (HTMLTag) -> Role?) {
    tokens = HTMLTokenizer(reader)
    self.role = role
  }

  /// Bytes read so far.
  var offset: Int64 { tokens.source.offset }
  /// The error that ended the reading early.
  var failure: ImportError? { tokens.source.failure }

  /// The next record; nil at the end and after an error.
  mutating func next() -> Record? {
    while due.isEmpty {
      let start = offset
      guard let token = tokens.next() else {
        endsInRecord = tree != nil && isInRecord
        finish()
        break
      }
      read(token, from: start)
    }
    return due.isEmpty ? nil : due.removeFirst()
  }

  private mutating func read(_ token: HTMLTokenizer<ByteReader>.Token, from start: Int64) {
    defer { count(token) }
    if case .start(let tag) = token, let role = role(tag), role != .head || tree == nil {
      finish()
      if role == .mark {
        due.append(Record(element: HTMLElement(tag: tag), place: start))
      } else {
        (tree, place, isInRecord) = (HTMLTreeBuilder(tag), start, role == .record)
        if isInRecord {
          isShifted = lastDepth.map { $0 != depth } ?? false
          lastDepth = depth
        }
      }
    } else if case .end("html") = token {
      isWhole = true
      finish()
    } else {
      tree?.add(token)
      if tree?.isComplete == true { finish() }
    }
  }

  private mutating func finish() {
    guard let tree else { return }
    var record = Record(
      element: tree.element, place: place, isWhole: tree.isComplete && !tree.isExceeded)
    if isInRecord {
      record.isShifted = isShifted
      if !tree.isComplete { lastDepth = nil }
    }
    due.append(record)
    self.tree = nil
  }

  private mutating func count(_ token: HTMLTokenizer<ByteReader>.Token) {
    switch token {
    case .start(let tag) where tag.name == "div" && !tag.isEmpty: depth += 1
    case .end("div"): depth -= 1
    default: break
    }
  }

  /// The problems of a page that was read to its end.
  func problems(in file: ImportFile) -> [ImportItem] {
    var problems: [ImportItem] = []
    if tokens.hasInvalidText {
      problems.append(.problem(TextRepair.Finding.replaced.reason, in: file, at: .file, .noted))
    }
    if failure == nil, !isWhole {
      let reason = endsInRecord ? tr("the file ends within a message") : tr("unexpected end of the file")
      problems.append(.problem(reason, in: file, at: .byte(offset), .incomplete))
    }
    return problems
  }
}

/// Reads the records of several pages, one page after the other.
struct HTMLParts {
  enum Item {
    case record(HTMLRecords.Record)
    /// The next record is on another page.
    case page
    case problem(ImportItem)
  }

  let files: [ImportFile]
  private let input: ImportInput
  private let role: (HTMLTag) -> HTMLRecords.Role?
  private var page: HTMLRecords
  /// The index of the current page.
  private var part = 0
  private var isAtEnd = false
  /// The bytes of the previous pages.
  private var offsetBefore: Int64 = 0
  private var due: [Item] = []
  private(set) var failure: ImportError?

  init(
    _ files: [ImportFile], of input: ImportInput, role: @escaping (HTMLTag) -> HTMLRecords.Role?
  ) throws(ImportError) {
    (self.files, self.input, self.role) = (files, input, role)
    page = HTMLRecords(try input.bytes(of: files[0]), role: role)
  }

  /// The current page.
  var file: ImportFile { files[part] }
  var offset: Int64 { offsetBefore + page.offset }

  /// The next item; nil at the end of the last page and after an error.
  mutating func next() -> Item? {
    while due.isEmpty {
      if isAtEnd { return nil }
      if let record = page.next() { return .record(record) }
      endPage()
    }
    return due.removeFirst()
  }

  private mutating func endPage() {
    due = page.problems(in: file).map(Item.problem)
    failure = page.failure
    guard failure == nil, part + 1 < files.count else {
      isAtEnd = true
      return
    }
    offsetBefore += page.offset
    part += 1
    do {
      page = HTMLRecords(try input.bytes(of: file), role: role)
      due.append(.page)
    } catch {
      failure = error
      isAtEnd = true
    }
  }

  /// A problem of a record of the current page.
  func problem(_ reason: String, at place: Int64, _ effect: ImportProblem.Effect) -> ImportItem {
    .problem(reason, in: file, at: .byte(place), effect)
  }
}
