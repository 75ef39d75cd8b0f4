import Foundation

/// The facts that only a whole export shows: the shape of its headers, the order of day and month, names that contain a
/// colon, the name of the chat, and its exporter.
struct WhatsAppSurvey {
  private(set) var shape: WhatsAppHeader.Shape?
  /// The order of day and month in headers of other forms, and whether it is certain.
  private(set) var orders: [WhatsAppHeader.Shape: (order: ImportOptions.DayOrder, isCertain: Bool)] = [:]
  private(set) var order = ImportOptions.DayOrder.dayFirst
  /// Whether the order is the only one that the export allows.
  private(set) var isOrderCertain = true
  /// Whether the times are in ascending order, except for a few such as those of pasted chats.
  private(set) var isInOrder = true
  /// The name of the chat in the export's first line.
  private(set) var title: String?
  /// The exporter of the chat, if the export shows it.
  private(set) var owner: String?
  /// The names that contain a colon.
  private(set) var namesWithColon: Set<String> = []

  /// The names of the people who write in the chat, and names that are used in place of a person's.
  private(set) var people: Set<String> = []
  /// Whether the first line, a notice, has the mark of one.
  private(set) var marksEvents = false
  private var findings: [Finding] = []

  /// The largest number of different shapes. All but one belong to pasted texts.
  private static let shapeLimit = 16
  /// The findings about the headers of one shape.
  private struct Finding {
    let shape: WhatsAppHeader.Shape
    var count = 0
    var order = DayOrderEvidence()
    var names = NameSurvey()
    var title: String?
    var marksEvents = false
    var owner: String?
  }

  /// Reads the file once.
  init(_ input: ImportInput, chatName: String?) throws(ImportError) {
    var lines = TextLines(try input.bytes(of: input.parts[0]))
    while let line = lines.next() {
      if let text = line.text, let header = WhatsAppHeader(text) { add(header) }
    }
    conclude(input.options, chatName: chatName)
  }

  private mutating func add(_ header: WhatsAppHeader) {
    var index = findings.firstIndex { $0.shape == header.shape } ?? findings.count
    if index == findings.count {
      guard findings.count < Self.shapeLimit else { return }
      findings.append(Finding(shape: header.shape))
      index = findings.count - 1
    }
    findings[index].count += 1
    let goesOn = findings[index].order.add(header.time)
    let line = WhatsAppLine(header.rest)
    guard let name = line.name else { return }
    let isFirst = findings[index].count == 1
    if isFirst, WhatsAppWords.isEncryptionNotice(String(line.text)) {
      findings[index].title = name
      findings[index].marksEvents = WhatsAppBody.isMarked(line.text)
    }
    if findings[index].owner == nil, WhatsAppWords.isOwnDeletion(line.text) { findings[index].owner = name }
    let beginning = line.text.prefix(Self.longestName)
    findings[index].names.add(
      name, longer: Self.continuation(of: line.text).map { "\(name): \($0)" }, goesOnIn: goesOn,
      // An event of “Work: Anna” has no sign after the name.
      event: WhatsAppWords.endsWithEvent(beginning) ? "\(name): \(beginning)" : nil)
  }

  /// The number of characters in which an event begins after a name.
  private static let longestName = 100

  /// The text before a colon, if that may belong to a name. A person who sends only files or places has “<attached: ”
  /// or “location: ” in each message.
  private static func continuation(of text: Substring) -> String? {
    guard let first = text.unicodeScalars.first, first != "<", !first.isDirectionMark else { return nil }
    let line = WhatsAppLine(text)
    guard let name = line.name, !line.text.isEmpty,
      !WhatsAppWords.contains(WhatsAppWords.folded(name), in: .location)
    else { return nil }
    return name
  }

  private mutating func conclude(_ options: ImportOptions, chatName: String?) {
    // A pasted text can have more lines than the chat around it, but an export begins with a line of its own.
    let most = findings.map(\.count).max() ?? 0
    guard let finding = findings.first(where: { $0.count * 4 >= most }) else { return }
    shape = finding.shape
    for other in findings { orders[other.shape] = other.order.order(asked: options.dayOrder) }
    (order, isOrderCertain) = finding.order.order(asked: options.dayOrder)
    isInOrder = finding.order.isInOrder(order)
    (title, marksEvents) = (finding.title, finding.marksEvents)
    (namesWithColon, people) = finding.names.names(known: [chatName, finding.title], in: DayOrders(order))
    owner = finding.owner
    // A chat of two people has the other person's name.
    let chat = title ?? chatName
    owner = owner ?? Transcript.owner(ofChat: chat, people)
    findings = []
  }
}
