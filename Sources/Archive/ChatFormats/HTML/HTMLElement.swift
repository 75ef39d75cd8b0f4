/// An element of a page with its contents.
struct HTMLElement: Sendable {
  enum Node: Sendable {
    case text(String)
    case element(HTMLElement)
  }

  var tag: HTMLTag
  var children: [Node] = []

  var name: String { tag.name }

  func isOf(class name: String) -> Bool { tag.isOf(class: name) }

  /// The elements directly in this one.
  var elements: some Collection<HTMLElement> {
    children.lazy.compactMap { node in
      if case .element(let element) = node { element } else { nil }
    }
  }

  /// The first element in this one that meets a condition, in the order of the page. Elements for which `isClosed`
  /// returns true are not searched.
  func first(
    isClosed: (HTMLElement) -> Bool = { _ in false }, where condition: (HTMLElement) -> Bool
  ) -> HTMLElement? {
    for element in elements {
      if condition(element) { return element }
      if !isClosed(element), let found = element.first(isClosed: isClosed, where: condition) { return found }
    }
    return nil
  }

  func first(class name: String, isClosed: (HTMLElement) -> Bool = { _ in false }) -> HTMLElement? {
    first(isClosed: isClosed) { $0.isOf(class: name) }
  }

  func first(named name: String) -> HTMLElement? { first { $0.name == name } }

  /// The first element of the first of the classes that occurs in this one.
  func first(ofClasses names: [String]) -> HTMLElement? { names.lazy.compactMap { first(class: $0) }.first }

  /// All elements of a class in this one, except for those nested in another element of the class.
  func all(class name: String) -> [HTMLElement] { all { $0.isOf(class: name) } }

  func all(named name: String) -> [HTMLElement] { all { $0.name == name } }

  private func all(where condition: (HTMLElement) -> Bool) -> [HTMLElement] {
    elements.flatMap { condition($0) ? [$0] : $0.all(where: condition) }
  }

  /// The text of this element and of the elements in it.
  var text: String {
    children.reduce(into: "") { text, node in
      switch node {
      case .text(let piece): text += piece
      case .element(let element): text += element.name == "br" ? "\n" : element.text
      }
    }
  }

  /// The text directly in this element.
  var ownText: String {
    children.reduce(into: "") { text, node in
      if case .text(let piece) = node { text += piece }
    }
  }

  /// The text without surrounding whitespace, cut at the limit of a line; nil if it is empty.
  var line: String? { HTMLElement.line(text) }
  /// Like `line`, without the text of elements in this one.
  var ownLine: String? { HTMLElement.line(ownText) }

  private static func line(_ text: String) -> String? {
    let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
    return trimmed.isEmpty ? nil : trimmed.prefix(bytes: JSONFields.lineLimit)
  }
}

/// Builds an element from tokens.
///
/// Missing and superfluous end tags do no harm: an end tag closes the innermost open element of its name with all open
/// elements in it.
struct HTMLTreeBuilder {
  /// The number of tags and texts in an element. Further tags are left out.
  static let nodeLimit = 100_000
  /// The number of bytes of text in an element.
  static let byteLimit = 32 << 20
  /// The largest depth of nested elements.
  static let depthLimit = 256

  /// The open elements, the innermost last.
  private var open: [HTMLElement]
  private var nodeCount = 0
  private var byteCount = 0
  /// The number of open elements that were nested too deep to be kept.
  private var tooDeep = 0
  /// Whether anything was left out.
  private(set) var isExceeded = false

  init(_ root: HTMLTag) {
    open = [HTMLElement(tag: root)]
  }

  /// Whether the element has ended.
  var isComplete: Bool { open.count == 1 && isEnded }
  private var isEnded = false

  /// The element with everything that was added.
  var element: HTMLElement {
    var copy = self
    while copy.open.count > 1 { copy.closeInnermost() }
    return copy.open[0]
  }

  mutating func add<Source>(_ token: HTMLTokenizer<Source>.Token) {
    switch token {
    case .text(let text):
      byteCount += text.utf8.count
      if isWithinLimits() {
        open[open.count - 1].children.append(.text(text))
      } else if byteCount <= Self.byteLimit {
        append(text)
      }
    case .start(let tag):
      guard isWithinLimits() else { return }
      if tag.isEmpty {
        open[open.count - 1].children.append(.element(HTMLElement(tag: tag)))
      } else if open.count < Self.depthLimit {
        open.append(HTMLElement(tag: tag))
      } else {
        tooDeep += 1
      }
    case .end(let name):
      if tooDeep > 0 {
        tooDeep -= 1
        return
      }
      guard let place = open.lastIndex(where: { $0.name == name }) else { return }
      while open.count - 1 > place { closeInnermost() }
      if place == 0 { isEnded = true } else { closeInnermost() }
    }
  }

  /// Adds a text to the one before it.
  private mutating func append(_ text: String) {
    let place = open.count - 1
    guard case .text(var joined)? = open[place].children.last else {
      open[place].children.append(.text(text))
      return
    }
    // Removed first, so that the text is not copied.
    open[place].children.removeLast()
    joined += text
    open[place].children.append(.text(joined))
  }

  private mutating func isWithinLimits() -> Bool {
    nodeCount += 1
    if nodeCount > Self.nodeLimit || byteCount > Self.byteLimit { isExceeded = true }
    return !isExceeded
  }

  private mutating func closeInnermost() {
    let element = open.removeLast()
    open[open.count - 1].children.append(.element(element))
  }
}

extension HTMLElement {
  /// The elements and texts of a piece of HTML.
  init(parsing html: String) {
    var tokens = HTMLTokenizer(BytesInMemory(html))
    // No tag has an empty name, so no end tag closes this one.
    var tree = HTMLTreeBuilder(HTMLTag(name: ""))
    while let token = tokens.next() { tree.add(token) }
    self = tree.element
  }
}
