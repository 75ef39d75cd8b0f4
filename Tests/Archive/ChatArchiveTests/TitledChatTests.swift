import Foundation
import Testing

@testable import ChatFormats
@testable import ChatStore
@testable import Chats

/// Exports that know their chat by its title alone, which other chats can share.
@Suite("Chats of one title", .dedicatedThreads)
struct TitledChatTests {
  private let bench: ImportBench

  init() throws { bench = try ImportBench() }

  /// A WhatsApp chat of two people with one message a minute.
  private func lines(
    _ numbers: Range<Int>, of people: (String, String) = ("Mom", "Ada"), word: String = "message"
  ) -> String {
    numbers.map { number in
      let time = String(format: "%02d:%02d", number / 60 % 24, number % 60)
      let day = 1 + number / 1_440
      let name = number % 2 == 0 ? people.0 : people.1
      return "[\(String(format: "%02d", day))/03/2024, \(time):00] \(name): \(word) \(number)\n"
    }.joined()
  }

  private func file(_ text: String, in folder: String) throws -> URL {
    try bench.file(text, named: "\(folder)/WhatsApp Chat with Mom.txt")
  }

  private struct Result: Equatable {
    var added: Int
    var duplicates: Int
    var notes: Int
  }

  private func run(
    _ files: URL..., continuations: ImportOptions.Continuations = .only([])
  ) -> Result {
    var options = ImportOptions(timeZone: .gmt, dayOrder: .dayFirst)
    options.continuations = continuations
    var notes = 0
    let summary = Importer(into: bench.archive, options: options).run(
      files, observer: ImportObserver(problem: { _ in notes += 1 }))
    #expect(summary.failures.isEmpty)
    return Result(added: summary.added, duplicates: summary.duplicates, notes: notes)
  }

  private func strangers(_ files: URL...) -> [ImportSurvey.Stranger] {
    ImportSurvey.of(
      files, options: ImportOptions(timeZone: .gmt, dayOrder: .dayFirst), into: bench.archive
    ).strangers
  }

  private func counts() async throws -> [Int] {
    try await bench.archive.conversations().map(\.messageCount).sorted()
  }

  @Test(
    "Exports with a few common messages at any place are one chat",
    arguments: [
      0..<200, 0..<700, 195..<900, 150..<650, 697..<900, 300..<400,
    ])
  func overlapping(numbers: Range<Int>) async throws {
    let old = try file(lines(198..<700), in: "old")
    let new = try file(lines(numbers), in: "new")
    #expect(run(old).added == 502)
    #expect(strangers(new).isEmpty)
    #expect(run(new).notes == 0)
    #expect(try await counts() == [Set(198..<700).union(numbers).count])
  }

  @Test("A chat without a common message is asked about, and kept apart unless it continues the other")
  func apart() async throws {
    let one = try file(lines(0..<100), in: "a")
    let other = try file(lines(0..<120, of: ("Mom", "Ben"), word: "other"), in: "b")
    #expect(run(one) == Result(added: 100, duplicates: 0, notes: 0))
    #expect(
      strangers(one, other) == [
        .init(file: other.standardizedFileURL, chat: "whatsapp:Mom", title: "Mom", messageCount: 120)
      ])
    #expect(run(other) == Result(added: 120, duplicates: 0, notes: 1))
    #expect(try await counts() == [100, 120])
    // Each file finds its own chat again, also if it has grown.
    for again in [one, other] { #expect(run(again).added == 0) }
    #expect(strangers(one, other).isEmpty)
    let grown = try file(lines(0..<150, of: ("Mom", "Ben"), word: "other"), in: "c")
    #expect(run(grown) == Result(added: 30, duplicates: 120, notes: 0))
    #expect(try await counts() == [100, 150])
    // A later part of the first chat.
    let later = try file(lines(500..<520), in: "d")
    #expect(strangers(later).map(\.messageCount) == [20])
    #expect(run(later, continuations: .only([later])) == Result(added: 20, duplicates: 0, notes: 0))
    #expect(try await counts() == [120, 150])
  }

  @Test("Two files of one import are compared as well")
  func together() async throws {
    let one = try file(lines(0..<100), in: "a")
    let other = try file(lines(0..<120, of: ("Mom", "Ben"), word: "other"), in: "b")
    let more = try file(lines(90..<140), in: "c")
    let part = try file(lines(20..<60), in: "d")
    #expect(strangers(one, other, more, part).map(\.file) == [other])
    #expect(run(one, other, more, part) == Result(added: 260, duplicates: 50, notes: 1))
    #expect(try await counts() == [120, 140])
    try await bench.archive.forget([1])
    #expect(try await counts() == [90, 120])
  }

  @Test("One common message decides between chats of the same people only")
  func people() async throws {
    let old = try file(lines(0..<100), in: "old")
    #expect(run(old).added == 100)
    let next = try file(lines(99..<150), in: "next")
    #expect(strangers(next).isEmpty)
    let others = try file(lines(99..<100) + lines(100..<150, of: ("Mom", "Ben")), in: "others")
    #expect(strangers(others).count == 1)
  }

  @Test("The owner of the second chat does not become that of the first one")
  func owners() async throws {
    let one = try file(lines(0..<100, of: ("Cleo", "Ada")), in: "a")
    let other = try file(lines(0..<120, of: ("Cleo", "Ben"), word: "other"), in: "b")
    #expect(run(one).added == 100)
    var options = ImportOptions(timeZone: .gmt, dayOrder: .dayFirst)
    options.continuations = .only([])
    options.owners = ["whatsapp:Mom": .person(.init(key: "whatsapp:Ben", name: "Ben"))]
    _ = Importer(into: bench.archive, options: options).run([other])
    let known = try await bench.archive.knownOwners(ofKeys: ["whatsapp:Mom", "whatsapp:Mom\u{1f}2"])
    #expect(known == ["whatsapp:Mom\u{1f}2": ["whatsapp:Ben"]])
  }
}
