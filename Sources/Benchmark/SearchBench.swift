import ChatStore
import Chats
import Dispatch
import Foundation
import GRDB
import SampleChat
import Synchronization

/// Measures the search: the time to the first page of hits, the count, and the costs of the index.
///
/// For comparison, it measures SQLite's tokenizers `unicode61` and `trigram` on the same texts, and `LIKE`, in the same run.
struct SearchBench {
  let messages: Int
  let rounds: Int

  /// A search, and its nearest equivalents in SQLite; nil if there is none.
  private struct Subject {
    let name: String
    let query: String
    let match: String?
    let like: String?
  }

  private static let rare = "zirconium"
  private static let subjects = [
    Subject(name: "a rare word", query: rare, match: "\"\(rare)\"", like: rare),
    Subject(name: "a common word", query: "the", match: "\"the\"", like: "the"),
    Subject(name: "a common beginning", query: "s", match: "\"s\" *", like: "s"),
    Subject(
      name: "a phrase", query: "\"the upper gate\"", match: "\"the upper gate\"", like: "the upper gate"),
    Subject(name: "a Korean syllable", query: "밥", match: "\"밥\"", like: "밥"),
    Subject(name: "a common Korean syllable", query: "요", match: "\"요\"", like: "요"),
    Subject(name: "two operators", query: "has:photo from:mara", match: nil, like: nil),
    Subject(name: "a word and two operators", query: "gate before:2024 -from:mara", match: nil, like: nil),
    Subject(name: "own messages", query: "is:own", match: nil, like: nil),
    Subject(name: "nothing", query: "\(rare)x", match: "\"\(rare)x\"", like: "\(rare)x"),
  ]

  private static let page = 50
  private static let countLimit = 1_000

  func run() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "backscroll-bench-find-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("with.sqlite").path
    try costs(folder, path)
    try searches(path)
    try others(folder, path)
  }

  // MARK: Costs of the index

  private func costs(_ folder: URL, _ path: String) throws {
    // An index of another version is not written.
    let bare = folder.appendingPathComponent("without.sqlite").path
    do { try Archive(path: bare, mode: .createIfMissing).close() }
    try DatabaseQueue(path: bare).write { try $0.execute(sql: "UPDATE search_state SET version = 0") }
    let without = try write(bare)
    let bareBytes = try byteCount(bare)
    let with = try write(path)
    let archive = try Archive(path: bare, mode: .existing)
    let start = Cost()
    try wait {
      try await archive.resetSearchIndex()
      try await archive.buildSearchIndex()
    }
    let build = start.passed
    archive.close()
    try FileManager.default.removeItem(atPath: bare)
    let bytes = try byteCount(path)
    var table = TextTable(["\(messages) messages", "without", "with the index", "more"])
    for (name, value) in [("import, s", \Cost.wall), ("import, s of CPU", \Cost.cpu)] {
      let (before, after) = (without[keyPath: value], with[keyPath: value])
      table.add([name, short(before), short(after), percent(after - before, of: before)])
    }
    table.add(["file, MB", short(bareBytes), short(bytes), percent(bytes - bareBytes, of: bareBytes)])
    table.add([
      "index alone, built afterwards, s", "", short(build.wall), percent(build.wall, of: without.wall),
    ])
    print(table.text + "\n")
  }

  /// Seconds since the machine started, and of this process's CPU time. Other work on the machine affects only the first.
  private struct Cost {
    var wall = steadyTime()
    var cpu = processCPUTime()

    /// The time since then.
    var passed: Cost { Cost(wall: steadyTime() - wall, cpu: processCPUTime() - cpu) }
  }

  /// Generates the conversation, with a few rare words; returns the cost.
  private func write(_ path: String) throws -> Cost {
    let archive = try Archive(path: path, mode: .createIfMissing)
    defer { archive.close() }
    let start = Cost()
    try SyntheticConversation.generate(into: archive, messages: messages, seed: 1)
    let cost = start.passed
    let times = try wait { try await archive.info() }
    let (first, last) = (times.firstSentAt ?? 0, times.lastSentAt ?? 0)
    _ = try archive.writeBatch(
      (0..<20).map { index in
        ImportedMessage(
          conversationKey: "bench", conversationTitle: "Bench", sourceID: "\(index)",
          sender: .init(key: "bench", name: "Bench"), sentAt: first + (last - first) / 20 * Int64(index),
          text: "Some \(Self.rare) was found")
      })
    return cost
  }

  private func byteCount(_ path: String) throws -> Double {
    let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
    return Double(size ?? 0) / 1_000_000
  }

  // MARK: Searches

  private func searches(_ path: String) throws {
    let archive = try Archive(path: path, mode: .existing)
    let chat = try wait { try await archive.conversations().first { $0.title != "Bench" }?.id }
    let before = residentMemory()
    var table = TextTable(["search", "first page, ms", "the first time", "in one chat", "count, ms", "hits"])
    for subject in Self.subjects {
      let query = SearchQuery(subject.query)
      let pages = try measure { _ = try await archive.search(query, in: nil, limit: Self.page) }
      let inChat = try measure { _ = try await archive.search(query, in: chat, limit: Self.page) }
      let counts = try measure { _ = try await archive.searchCount(query, in: nil, limit: Self.countLimit) }
      let hits = try wait { try await archive.searchCount(query, in: nil, limit: Self.countLimit) }
      table.add([
        subject.name, short(pages.median), short(pages.values.first ?? .nan), short(inChat.median),
        short(counts.median), hits == Self.countLimit ? "\(hits)+" : "\(hits)",
      ])
    }
    print(table.text)
    print("Memory grew by \(short(residentMemory() - before)) MB.\n")
  }

  private func measure(_ body: @escaping @Sendable () async throws -> Void) throws -> Figures {
    var figures = Figures()
    for _ in 0..<rounds {
      let start = steadyTime()
      try wait(body)
      figures.add((steadyTime() - start) * 1_000)
    }
    return figures
  }

  // MARK: SQLite's searches

  private func others(_ folder: URL, _ path: String) throws {
    var configuration = Configuration()
    configuration.prepareDatabase { db in
      try db.execute(sql: "ATTACH ? AS archive", arguments: [path])
    }
    let queue = try DatabaseQueue(
      path: folder.appendingPathComponent("others.sqlite").path, configuration: configuration)
    var table = TextTable(["search", "unicode61", "hits", "trigram", "hits", "LIKE", "hits"])
    var lines = Self.subjects.filter { $0.match != nil }.map { [$0.name] }
    var costs: [String] = []
    for tokenizer in ["unicode61", "trigram"] {
      let start = steadyTime()
      try queue.writeWithoutTransaction { db in
        try db.execute(
          sql: """
            CREATE VIRTUAL TABLE \(tokenizer) USING fts5(text, content='', tokenize='\(tokenizer)');
            INSERT INTO \(tokenizer) (rowid, text) SELECT id, text FROM archive.message ORDER BY id;
            """)
      }
      let bytes = try queue.read { db in
        try Int.fetchOne(
          db,
          sql:
            "SELECT (SELECT sum(length(block)) FROM \(tokenizer)_data) + (SELECT sum(length(sz)) FROM \(tokenizer)_docsize)"
        )
      }
      costs.append(
        "\(tokenizer): built in \(short(steadyTime() - start)) s, \(short(Double(bytes ?? 0) / 1_000_000)) MB"
      )
      try add(
        to: &lines, queue,
        "SELECT rowid FROM \(tokenizer) WHERE \(tokenizer) MATCH ? ORDER BY rowid DESC LIMIT ?"
      ) { $0.match }
    }
    try add(
      to: &lines, queue,
      "SELECT id FROM archive.message WHERE text LIKE '%' || ? || '%' ORDER BY order_key DESC, id DESC LIMIT ?"
    ) { $0.like }
    for line in lines { table.add(line) }
    print(table.text)
    print(costs.joined(separator: "; ") + ".")
  }

  /// Adds the milliseconds to the first page, and the number of hits in it, to each line.
  private func add(
    to lines: inout [[String]], _ queue: DatabaseQueue, _ sql: String, _ argument: (Subject) -> String?
  ) throws {
    let subjects = Self.subjects.filter { $0.match != nil }
    for (index, subject) in subjects.enumerated() {
      var figures = Figures()
      var hits = 0
      for _ in 0..<max(1, rounds / 2) {
        let start = steadyTime()
        hits = try queue.read { db in
          try Int64.fetchAll(db, sql: sql, arguments: [argument(subject), Self.page]).count
        }
        figures.add((steadyTime() - start) * 1_000)
      }
      lines[index] += [short(figures.median), hits == Self.page ? "\(hits)+" : "\(hits)"]
    }
  }

  // MARK: Words

  private func short(_ value: Double) -> String {
    String(format: abs(value) >= 100 ? "%.0f" : abs(value) >= 10 ? "%.1f" : "%.2f", value)
  }

  private func percent(_ part: Double, of whole: Double) -> String {
    String(format: "%.0f %%", part / whole * 100)
  }

  /// Blocks until asynchronous work is done.
  private func wait<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) throws -> Value {
    let result = Outcome<Value>()
    Task.detached {
      do { result.set(.success(try await work())) } catch { result.set(.failure(error)) }
    }
    return try result.get()
  }

  private final class Outcome<Value: Sendable>: Sendable {
    private let result = Mutex<Result<Value, any Error>?>(nil)
    private let isDone = DispatchSemaphore(value: 0)

    func set(_ value: Result<Value, any Error>) {
      result.withLock { $0 = value }
      isDone.signal()
    }

    func get() throws -> Value {
      isDone.wait()
      guard let value = result.withLock({ $0 }) else { preconditionFailure("Signalled after it is set") }
      return try value.get()
    }
  }
}
