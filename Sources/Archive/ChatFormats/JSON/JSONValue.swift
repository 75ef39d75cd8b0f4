import Chats

/// A value of a parsed JSON text.
///
/// Requesting a type other than the value's returns nil.
package struct JSONValue: Sendable {
  let document: JSONDocument
  private let index: Int

  init(_ document: JSONDocument, _ index: Int) {
    self.document = document
    self.index = index
  }

  /// The value of a whole text; nil if it is not JSON, or has more than ``JSONStream/valueLimit`` values.
  ///
  /// Use it for texts that are read as a whole, such as a list of people beside the messages, or JSON in a string. Use
  /// ``JSONStream`` for files that can be large.
  package init?(parsing bytes: [UInt8]) {
    let (bytes, repair) = TextRepair.utf8(bytes)
    let start = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
    var parser = JSONParser()
    guard case .value(let end) = parser.parse(bytes, from: start, isWhole: true),
      bytes[end...].allSatisfy(\.isSpace), !parser.hasTooManyValues
    else { return nil }
    document = JSONDocument(bytes, parser.nodes, hasBareWord: parser.hasBareWord, repair: repair)
    index = 0
  }

  private var kind: JSONDocument.Kind { document.nodes[index].kind }

  package var isNull: Bool { kind == .null }

  package var asString: String? { document.string(index) }
  /// A whole number, including one such as `1.0`.
  package var asInt64: Int64? { document.integer(index) }
  package var asDouble: Double? { document.double(index) }

  package var asBool: Bool? {
    switch kind {
    case .yes: true
    case .no: false
    default: nil
    }
  }

  /// A string, or a whole number as its digits, because versions of a program differ in whether they write numbers or strings.
  package var asText: String? { asString ?? asInt64.map { String($0) } }

  package var asObject: JSONFields? { JSONFields(document, index) }

  /// The elements in their order, without a copy.
  package var asArray: JSONElements? { kind == .array ? JSONElements(document, index) : nil }

  /// The number of bytes of the value in the file; for a string, those between its quotation marks.
  package var byteCount: Int { Int(document.nodes[index].end - document.nodes[index].start) }

  /// The bytes of the value in the file.
  var bytes: ArraySlice<UInt8> {
    document.bytes[Int(document.nodes[index].start)..<Int(document.nodes[index].end)]
  }
}

/// The elements of an array.
package struct JSONElements: Sequence, Sendable {
  private let document: JSONDocument
  private let index: Int

  fileprivate init(_ document: JSONDocument, _ index: Int) {
    self.document = document
    self.index = index
  }

  var isEmpty: Bool { Int(document.nodes[index].next) == index + 1 }

  package struct Iterator: IteratorProtocol {
    private let document: JSONDocument
    private var index: Int
    private let end: Int

    fileprivate init(_ document: JSONDocument, _ index: Int) {
      self.document = document
      self.index = index + 1
      end = Int(document.nodes[index].next)
    }

    package mutating func next() -> JSONValue? {
      guard index < end else { return nil }
      defer { index = Int(document.nodes[index].next) }
      return JSONValue(document, index)
    }
  }

  package func makeIterator() -> Iterator { Iterator(document, index) }
}

/// The members of a JSON object. A member that is missing, or that has another type than requested, is nil and does not
/// affect the others. Of several members with the same key, the first one counts.
///
/// - Complexity: O(m) in the number of members, for each request.
package struct JSONFields: Sendable {
  /// The number of bytes of a name, a title or an answer that are kept. The messengers allow 255 characters.
  static let lineLimit = 1024
  /// The largest plausible number of people, votes or seconds.
  static let countLimit = 1_000_000_000

  private let document: JSONDocument
  private let index: Int
  /// See ``JSONDocument/keySigns(of:)``.
  private let signs: UInt64

  /// Fails if the value is not an object.
  fileprivate init?(_ document: JSONDocument, _ index: Int) {
    guard document.nodes[index].kind == .object else { return nil }
    self.document = document
    self.index = index
    signs = document.keySigns(of: index)
  }

  /// The value of a member; nil if the member is missing. It can be null.
  func value(_ key: StaticString) -> JSONValue? { place(of: key).map { JSONValue(document, $0) } }

  // Inlined, so that the compiler computes the sign.
  @inline(__always) private func place(of key: StaticString) -> Int? {
    signs & JSONDocument.sign(of: key) == 0 ? nil : document.member(key, of: index)
  }

  /// Whether the member exists. Its value can be null.
  @inline(__always) func contains(_ key: StaticString) -> Bool { place(of: key) != nil }

  func string(_ key: StaticString) -> String? { place(of: key).flatMap { document.string($0) } }

  func int64(_ key: StaticString) -> Int64? { place(of: key).flatMap { document.integer($0) } }

  func int(_ key: StaticString) -> Int? { int64(key).flatMap { Int(exactly: $0) } }

  func double(_ key: StaticString) -> Double? { place(of: key).flatMap { document.double($0) } }

  func bool(_ key: StaticString) -> Bool? { value(key)?.asBool }

  /// A string, or a whole number as its digits; see ``JSONValue/asText``.
  func text(_ key: StaticString) -> String? { value(key)?.asText }

  func object(_ key: StaticString) -> JSONFields? { value(key)?.asObject }

  func array(_ key: StaticString) -> JSONElements? { value(key)?.asArray }

  /// The objects of an array, without elements of other types; none if there is no array.
  func objects(_ key: StaticString) -> [JSONFields] { array(key)?.compactMap(\.asObject) ?? [] }

  /// The strings of an array, without elements of other types; none if there is no array.
  func strings(_ key: StaticString) -> [String] { array(key)?.compactMap(\.asString) ?? [] }

  /// A name or similar text, cut after `limit` bytes; nil if it is missing or empty.
  func line(_ key: StaticString, limit: Int = lineLimit) -> String? {
    guard let text = text(key), !text.isEmpty else { return nil }
    return text.prefix(bytes: limit)
  }

  /// A number of people, votes or seconds, from 1; nil if it is anything else.
  func count(_ key: StaticString, limit: Int = countLimit) -> Int? {
    int(key).flatMap { (1...limit).contains($0) ? $0 : nil }
  }

  /// The keys in their order. A key that cannot be decoded is empty.
  package var keys: [String] { members.map(\.key) }

  /// The members in their order.
  package var members: Members { Members(document, index) }

  package struct Members: Sequence, IteratorProtocol {
    private let document: JSONDocument
    private var index: Int
    private let end: Int

    fileprivate init(_ document: JSONDocument, _ index: Int) {
      self.document = document
      self.index = index + 1
      end = Int(document.nodes[index].next)
    }

    package mutating func next() -> (key: String, value: JSONValue)? {
      guard index < end else { return nil }
      defer { index = Int(document.nodes[index + 1].next) }
      return (document.string(index) ?? "", JSONValue(document, index + 1))
    }
  }
}
