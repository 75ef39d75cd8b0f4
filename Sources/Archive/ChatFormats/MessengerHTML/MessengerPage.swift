import Chats

/// The classes of the parts of a page in an HTML download of Messenger, Facebook or Instagram. Their names are those of
/// the exporter's style sheets: new ones, and those of downloads until 2021.
enum MessengerClass {
  case message, sender, contents, time, reactions

  private var names: [String] {
    switch self {
    case .message: ["_a6-g", "_2lej"]
    case .sender: ["_a6-h", "_2lel"]
    case .contents: ["_a6-p", "_2let"]
    case .time: ["_a6-o", "_2lem"]
    case .reactions: ["_a6-q", "_tqp"]
    }
  }

  /// The title of a page and its heading can be the name of the chat.
  static func role(of tag: HTMLTag) -> HTMLRecords.Role? {
    if message.isClass(of: tag) { return .record }
    return tag.name == "title" || tag.name == "h1" ? .head : nil
  }

  func isClass(of tag: HTMLTag) -> Bool { names.contains { tag.isOf(class: $0) } }

  /// The first element of the class in another one.
  func first(in element: HTMLElement) -> HTMLElement? {
    element.first { isClass(of: $0.tag) }
  }

  /// Whether a page that begins with this head has messages. Its lists of posts and likes have the same classes, but not the
  /// empty element before the text.
  static func areMessages(in head: FileHead) -> Bool {
    head.isHTML
      && ["_a6-p", "_2let"].contains { head.contains("\($0)\"><div><div></div><div>") }
  }
}

/// A message of a page.
struct MessengerPageMessage {
  private let element: HTMLElement

  init(_ element: HTMLElement) { self.element = element }

  /// The heading with the sender: empty for a deleted account; nil if the message has none, and is the sender's of the one
  /// before it.
  var sender: String? { MessengerClass.sender.first(in: element).map { $0.line ?? "" } }
  var time: String? { MessengerClass.time.first(in: element)?.line }

  /// Whether this is a message, and not the list of the people at the beginning of a page.
  var isMessage: Bool { time != nil || contents != nil }

  /// Whether a part of the page is missing between this message and another one.
  var hasPartsOfAnother: Bool { element.elements.count { MessengerClass.time.isClass(of: $0.tag) } > 1 }

  private var contents: HTMLElement? { MessengerClass.contents.first(in: element) }

  /// The texts of the parts of the message: its own text, which can be empty, and what was shared with it.
  var texts: (text: String, shared: [String]) {
    guard let contents else { return ("", []) }
    var box = contents
    // The parts are in the innermost element that is alone in another one.
    while box.elements.count == 1, let inner = box.elements.first, inner.name == "div", box.ownLine == nil {
      box = inner
    }
    let parts = Array(box.elements)
    guard parts.count > 1, box.ownLine == nil else { return (Self.text(of: box), []) }
    let texts = parts.map(Self.text)
    // The first part is empty: it is the place of a name that messages do not have.
    let place = texts.count > 1 && texts[0].isEmpty ? 1 : 0
    var known = Set(texts[place].split(separator: "\n"))
    // The preview of a link repeats the text.
    let shared = texts.dropFirst(place + 1).flatMap { $0.split(separator: "\n") }.filter {
      !Self.isNetworkAddress($0) && known.insert($0).inserted
    }
    return (texts[place], shared.map(String.init))
  }

  /// Whether a line is the network address from which the message was sent.
  private static func isNetworkAddress(_ line: Substring) -> Bool {
    guard let colon = line.range(of: ": "), ["IP", "IP Address"].contains(line[..<colon.lowerBound]) else {
      return false
    }
    return line[colon.upperBound...].allSatisfy { $0.isHexDigit || $0 == "." || $0 == ":" }
  }

  /// The text of an element without reactions and the words for files.
  private static func text(of element: HTMLElement) -> String {
    let root = HTMLElement(tag: HTMLTag(name: ""), children: [.element(element)])
    return HTMLText.styled(root, collapses: false) { element in
      if MessengerClass.reactions.isClass(of: element.tag) { return .replaced(by: "", nil) }
      switch element.name {
      case "a":
        guard let address = element.tag.attribute("href"), isAddress(address) else {
          return element.tag.attribute("href") == nil ? .none : .replaced(by: "", nil)
        }
        let words = element.line ?? address
        return .replaced(by: words.contains(address) ? words : "\(words) \(address)", nil)
      case "img", "video", "audio": return .replaced(by: "", nil)
      case "div", "p", "li": return .block(nil)
      default: return .none
      }
    }.text
  }

  private static func isAddress(_ path: String) -> Bool { path.contains("://") || path.hasPrefix("mailto:") }

  /// The paths of the message's files in the download, each once.
  var files: [String] {
    var found: [String] = []
    var known: Set<String> = []
    if let contents { Self.addFiles(in: contents, to: &found, &known) }
    return found
  }

  private static func addFiles(
    in element: HTMLElement, to found: inout [String], _ known: inout Set<String>
  ) {
    for inner in element.elements {
      let key =
        inner.name == "a" ? "href" : ["img", "video", "audio", "source"].contains(inner.name) ? "src" : nil
      if let path = key.flatMap({ inner.tag.attribute($0) }), !isAddress(path), !path.isEmpty,
        !path.hasPrefix("#")
      {
        let path = path.removingPercentEncoding ?? path
        if known.insert(path).inserted { found.append(path) }
      }
      addFiles(in: inner, to: &found, &known)
    }
  }

  /// The emoji and the names of reactions: “😂Mara Lind (Dec 28, 2020 6:56 am)”.
  var reactions: [(emoji: String, name: String)] {
    guard let list = MessengerClass.reactions.first(in: element) else { return [] }
    return list.all(named: "li").compactMap { item in
      guard var line = item.line, let first = line.first, !first.isLetter, !first.isNumber else { return nil }
      if line.last == ")", let open = line.lastIndex(of: "("), open > line.startIndex,
        line[open...].contains(where: \.isNumber)
      {
        line = String(line[..<open])
      }
      let name = line.dropFirst().trimmingCharacters(in: .whitespaces)
      return name.isEmpty ? nil : (String(first), name)
    }
  }
}
