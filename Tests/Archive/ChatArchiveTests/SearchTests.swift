import Foundation
import GRDB
import SeededRandom
import Testing

@testable import ChatStore
@testable import Chats

@Suite("Searching an archive", .dedicatedThreads)
struct SearchTests {
  private let folder: TemporaryFolder
  private let archive: Archive

  init() throws {
    folder = try TemporaryFolder()
    archive = try Archive(path: folder.path("a"), mode: .createIfMissing)
  }

  private func query(_ text: String) -> SearchQuery {
    SearchQuery(text, period: { SearchQuery.period($0, in: .gmt) })
  }

  /// The texts of all hits, the newest first.
  private func found(_ text: String, in chat: Conversation.ID? = nil) async throws -> [String] {
    try await archive.search(query(text), in: chat, limit: 100).map(\.message.text)
  }

  private func write(_ texts: [String], in conversation: String = "test:walks") throws {
    _ = try archive.writeBatch(
      texts.enumerated().map {
        .sample("\($0)", at: Int64($0) * 3_600_000, text: $1, in: conversation)
      })
  }

  // MARK: Words

  /// The table of the measurements that led to the choice of this index.
  @Test(
    "Korean and Chinese are found as parts of a text are",
    arguments: [
      ("서울역", "서울역에서", true), ("서울", "서울역에서", true), ("역에서", "서울역에서", true), ("역", "서울역에서", true),
      ("울역에", "서울역에서", true), ("서", "서울역에서", true), ("에서서", "서울역에서", false), ("서역", "서울역에서", false),
      ("你好", "前言你好世界", true), ("界", "前言你好世界", true), ("世界你", "前言你好世界", false), ("前言你好世界", "前言你好世界", true),
      ("ㅋㅋ", "ㅋㅋㅋ", true), ("ㅋ", "아 ㅋ", true), ("日本の", "日本の山", true), ("ラーメン", "塩ラーメン屋", true),
      ("สวัสดี", "คุณสวัสดีครับ", true), ("ດີ", "ສະບາຍດີ", true), ("ជំរាប", "សូមជំរាបសួរ", true),
      ("မင်္ဂလာ", "အမေမင်္ဂလာပါ", true),
    ])
  func tableOfRuns(words: String, text: String, isFound: Bool) async throws {
    try write(["before", text, "after", text.decomposedStringWithCanonicalMapping])
    #expect(try await found(words).count == (isFound ? 2 : 0))
    #expect(try await found(words.decomposedStringWithCanonicalMapping).count == (isFound ? 2 : 0))
  }

  @Test("Words have to be there all, phrases in their order, and what is excluded not at all")
  func words() async throws {
    try write([
      "The boiler is cold", "A cold spring", "cold boiler", "Café at the Straße", "Ångström",
      "snake_case-name", "a.b@example.org",
      "one\0two", "👍🏽 great", "",
    ])
    #expect(try await found("cold boiler") == ["cold boiler", "The boiler is cold"])
    #expect(try await found("\"cold boiler\"") == ["cold boiler"])
    #expect(try await found("cold -boiler") == ["A cold spring"])
    #expect(try await found("col") == ["cold boiler", "A cold spring", "The boiler is cold"])
    #expect(try await found("col boiler") == [])
    #expect(try await found("cafe STRASSE") == ["Café at the Straße"])
    #expect(try await found("angstrom") == ["Ångström"])
    #expect(try await found("snake_case") == ["snake_case-name"])
    #expect(try await found("example.org") == ["a.b@example.org"])
    #expect(try await found("two") == ["one two"])
    #expect(try await found("👍") == ["👍🏽 great"])
    #expect(try await found("-cold").count == 7)
    for nothing in ["", "!!", "§", "¶"] { #expect(try await found(nothing) == []) }
  }

  @Test("Names of files, polls, places and contacts are found, each as a text of its own")
  func otherTexts() async throws {
    var message = ImportedMessage.sample("1", text: "minutes")
    message.attachments = [
      Attachment(kind: .file, name: "Boiler plan.pdf"), Attachment(kind: .sticker, name: "🥶"),
    ]
    message.details.content = .poll(
      Poll(question: "Tea?", options: [.init(text: "Green"), .init(text: "Black")]))
    var place = ImportedMessage.sample("2", text: "here")
    place.details.content = Place(latitude: 1, longitude: 2, name: "Łódź", address: "Quai d'Orsay").map(
      Message.Content.place)
    var contact = ImportedMessage.sample("3", text: "him")
    contact.details.content = .contact(Contact(name: "Amir", phone: "+49 170"))
    _ = try archive.writeBatch([message, place, contact])
    for words in ["boiler", "plan.pdf", "tea", "\"green\"", "minutes", "lodz", "orsay", "amir", "+49"] {
      #expect(try await found(words).count == 1)
    }
    for words in ["\"minutes boiler\"", "\"green black\"", "🥶"] { #expect(try await found(words) == []) }
  }

  // MARK: Filters

  @Test("Filters narrow a search, alone and with words")
  func filters() async throws {
    let day: Int64 = 86_400_000
    var messages: [ImportedMessage] = [
      .sample("1", at: 0, text: "boiler one", own: true),
      .sample("2", at: 10 * day, text: "boiler two", from: ImportedMessage.jonas),
      .sample("3", at: 400 * day, text: "boiler three", attachments: [Attachment(kind: .photo)]),
      .sample("4", at: 401 * day, text: "film", attachments: [Attachment(kind: .roundVideo)]),
      .sample(
        "5", at: 402 * day, text: "page",
        entities: [TextEntity(start: 0, length: 4, kind: .link(target: "https://a.b"))]),
      .sample(
        "6", at: 403 * day, text: "song", from: ImportedMessage.jonas, attachments: [Attachment(kind: .audio)]
      ),
      .sample("7", at: 404 * day, text: "said", attachments: [Attachment(kind: .voice)]),
    ]
    messages[0].reactions = [.init(key: "👍", count: 1)]
    var other = ImportedMessage.sample("1", at: 500 * day, text: "boiler elsewhere", in: "test:other")
    other.conversationTitle = "House and garden"
    _ = try archive.writeBatch(messages + [other])
    #expect(try await found("boiler from:mara") == ["boiler elsewhere", "boiler three", "boiler one"])
    #expect(try await found("from:jon") == ["song", "boiler two"])
    #expect(try await found("boiler -from:\"Mara Lind\"") == ["boiler two"])
    #expect(try await found("in:garden") == ["boiler elsewhere"])
    #expect(
      try await found("boiler -in:\"house and garden\"") == ["boiler three", "boiler two", "boiler one"])
    #expect(try await found("has:photo") == ["boiler three"])
    #expect(try await found("has:video") == ["film"])
    #expect(try await found("has:link") == ["page"])
    #expect(try await found("has:file") == ["song"])
    #expect(try await found("has:voice") == ["said"])
    #expect(try await found("has:reaction") == ["boiler one"])
    #expect(try await found("is:own") == ["boiler one"])
    #expect(try await found("boiler -is:own from:mara") == ["boiler elsewhere", "boiler three"])
    #expect(try await found("boiler before:1970-01-11") == ["boiler one"])
    #expect(try await found("boiler on:1970-01-11") == ["boiler two"])
    #expect(try await found("boiler -on:1970") == ["boiler elsewhere", "boiler three"])
    #expect(try await found("boiler after:1970") == ["boiler elsewhere", "boiler three"])
    #expect(try await found("after:1970 before:1971-05 has:photo") == ["boiler three"])
    #expect(try await found("boiler from:nobody") == [])
    #expect(try await found("-from:nobody boiler").count == 4)
    let walks = try #require(try await archive.conversations().first { $0.title == "Walks" }).id
    #expect(try await found("boiler", in: walks).count == 3)
    #expect(try await found("from:mara", in: walks).count == 5)
    #expect(try await archive.searchCounts(query("boiler")).values.sorted() == [1, 3])
  }

  @Test("A name that is one wholly is meant, not those that begin with it; several names of a person are one")
  func names() async throws {
    let ann = ImportedMessage.Sender(key: "a", name: "Ann")
    let anna = ImportedMessage.Sender(key: "b", name: "Anna Vik")
    let old = ImportedMessage.Sender(key: "c", name: "Annika")
    _ = try archive.writeBatch([
      .sample("1", at: 1, text: "x", from: ann), .sample("2", at: 2, text: "y", from: anna),
      .sample("3", at: 3, text: "z", from: old),
      .sample("4", at: 4, text: "w", from: .init(key: "c", name: "Rike")),
    ])
    #expect(try await found("from:ann") == ["x"])
    #expect(try await found("from:anna") == ["y"])
    #expect(try await found("from:vik") == ["y"])
    #expect(try await found("from:annika") == ["w", "z"])
    #expect(try await found("from:an") == ["w", "z", "y", "x"])
    let names = try await archive.people(named: "an").map(\.name)
    #expect(names == ["Rike", "Ann", "Anna Vik"])
    let people = try await archive.people(of: archive.onlyConversation().id)
    let rike = try #require(people.first { $0.name == "Rike" })
    try await archive.mergePerson(rike.id, into: try #require(people.first { $0.name == "Ann" }).id)
    #expect(try await found("from:rike") == ["w", "z", "x"])
    #expect(try await archive.people(named: "").map(\.messageCount) == [3, 1])
    #expect(try await archive.chats(titled: "wal").map(\.name) == ["Walks"])
    #expect(try await archive.chats(titled: "x").isEmpty)
  }

  @Test("The filter that empties a search is named")
  func obstacle() async throws {
    try write(["boiler"])
    func obstacle(_ text: String) async throws -> String? {
      try await archive.searchObstacle(query(text), in: nil).map { String(query(text).text[$0.range]) }
    }
    #expect(try await obstacle("boiler from:mara has:photo") == "has:photo")
    #expect(try await obstacle("boiler before:1970 from:mara") == "before:1970")
    #expect(try await obstacle("from:nobody") == "from:nobody")
    #expect(try await obstacle("boiler from:mara") == nil)
    #expect(try await obstacle("kettle from:mara") == nil)
  }

  // MARK: Order and pages

  @Test("Pages go on where the last one ended, in both directions, also among messages of one moment")
  func pages() async throws {
    var random = SplitMix64(seed: "pages")
    // Out of order, in two chats, many with the same time.
    let messages = (0..<600).map { index in
      ImportedMessage.sample(
        "\(index)", at: Int64(random.below(40)) * 7_200_000 - 100_000_000,
        text: index % 3 == 0 ? "boiler" : "kettle",
        in: index % 2 == 0 ? "test:a" : "test:b")
    }
    for part in 0..<6 { _ = try archive.writeBatch(Array(messages[part * 100..<part * 100 + 100])) }
    let all = try await archive.search(query("boiler"), in: nil, limit: .max)
    #expect(all.count == 200)
    #expect(all.map(\.cursor) == all.map(\.cursor).sorted(by: >))
    for size in [1, 7, 50, 1000] {
      var pages: [SearchHit] = []
      while true {
        let page = try await archive.search(query("boiler"), in: nil, before: pages.last?.cursor, limit: size)
        pages += page
        if page.count < size { break }
      }
      #expect(pages == all)
    }
    let middle = all[120].cursor
    #expect(try await archive.searchCount(query("boiler"), in: nil, after: middle) == 120)
    #expect(try await archive.searchCount(query("boiler"), in: nil, after: middle, limit: 50) == 50)
    #expect(try await archive.searchCount(query("boiler"), in: nil, limit: 150) == 150)
    let newer = try await archive.search(query("boiler"), in: nil, after: middle, limit: 5)
    #expect(newer == all[115..<120].reversed())
    let chat = try #require(try await archive.conversations().first).id
    let inChat = try await archive.search(query("boiler"), in: chat, limit: .max)
    var ordinals: [Int] = []
    for hit in inChat.reversed() { ordinals.append(try await archive.ordinal(of: hit.cursor, in: chat)) }
    #expect(try await archive.searchMarks(query("boiler"), in: chat) == ordinals)
    #expect(ordinals.count == 100 && ordinals == ordinals.sorted())
    let (last, first) = (inChat[20].cursor, inChat[70].cursor)
    #expect(
      try await archive.searchMatches(query("boiler"), in: chat, from: first, through: last)
        == Set(inChat[20...70].map(\.id)))
    #expect(try await archive.searchMatches(query("boiler"), in: chat, from: last, through: first).isEmpty)
    #expect(try await archive.searchMarks(query("boiler"), in: chat, limit: 3) == Array(ordinals.suffix(3)))
    #expect(try await archive.search(query("boiler"), in: nil, limit: 0).isEmpty)
  }

  @Test("Beginnings of words are looked for in the index after many messages without them")
  func manyRejected() async throws {
    let path = try folder.closedArchive("rejected", 0..<100)
    // The index still has the old words, so the hits show whether it was searched.
    try await DatabaseQueue(path: path).write { try $0.execute(sql: "UPDATE message SET text = 'other'") }
    let archive = try Archive(path: path, mode: .existing)
    for (limit, expected) in [(50, 100), (99, 100), (100, 0)] {
      let found = try await archive.reading { db in
        let run = try SearchRun(SearchQuery("messa"), in: nil, db, costlyLeaves: -1, rejectedLimit: limit)
        let oldest = MessageCursor(orderKey: .min, id: .min)
        return try [run.hits(before: nil, limit: 200).count, run.hits(after: oldest, limit: 200).count]
      }
      #expect(found == [expected, expected])
    }
  }

  // FTS5 refuses expressions that are too deep, which was treated as damage.
  @Test("Hundreds of words and exclusions are a search")
  func manyTerms() async throws {
    let archive = try Archive(path: try folder.closedArchive("terms", 0..<3), mode: .existing)
    let exclusions = (0..<500).map { "-\"no thing \($0)\"" } + (0..<500).map { "-nothing\($0)" }
    let words = Array(repeating: "message", count: 500)
    let query = SearchQuery((words + exclusions).joined(separator: " "))
    #expect(try await archive.search(query, in: nil, before: nil, limit: 10).count == 3)
  }

  @Test("SQLite neither sorts hits nor reads other messages")
  func queryPlan() throws {
    let plan = try DatabaseQueue(path: archive.path).read { db in
      try SearchRun.statements.flatMap { sql in
        try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN \(sql)", arguments: ["x", 0, 1]).map {
          $0["detail"] as String
        }
      }
    }
    #expect(!plan.contains { $0.contains("TEMP B-TREE") })
    #expect(plan.allSatisfy { $0.contains("VIRTUAL TABLE") || $0.contains("INTEGER PRIMARY KEY") })
  }
}
