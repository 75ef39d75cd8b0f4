import Foundation
import Testing

@testable import BackscrollFuzz

/// The fuzzer's targets without the fuzzer. They share a folder, so they take turns.
@Suite("The fuzzer's targets", .serialized, .dedicatedThreads)
struct FuzzTests {
  @Test("The inputs with which the fuzzer begins keep all laws", arguments: FuzzTargets.all.map(\.name))
  func seeds(name: String) throws {
    let target = try #require(FuzzTargets.named(name))
    let seeds = try target.seeds()
    #expect(seeds.count > 5)
    // The whole set takes minutes without optimization.
    for seed in seeds.prefix(12) { #expect(throws: Never.self) { try target.check(seed) } }
    let words = try FuzzWords(of: target).dictionary
    #expect(words.split(separator: "\n").count > 5)
  }

  @Test("Inputs that broke a law once keep it")
  func keptInputs() throws {
    let inputs = try KeptInputs.all
    #expect(!inputs.isEmpty)
    for input in inputs {
      let target = try #require(FuzzTargets.named(input.target))
      #expect(throws: Never.self, "\(input.file.lastPathComponent)") { try target.check(input.bytes) }
    }
  }

  @Test("An export is the same after it was an input")
  func roundTrip() throws {
    let folder = try TemporaryFolder()
    let path = folder.url.appendingPathComponent("a/b.txt")
    try FileManager.default.createDirectory(
      at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data("hello".utf8).write(to: path)
    let export = ExportInput(try ExportInput.of(folder: folder.url, options: [.surveys]))
    #expect(export.files.map(\.path) == ["a/b.txt"] && export.files.map(\.bytes) == [Array("hello".utf8)])
    #expect(export.options == [.surveys])
    #expect(ExportInput(Array("\0\u{1e}../x\nhello".utf8)).files.isEmpty)
    #expect(ExportInput(Array("\0hello".utf8)).files.map(\.path) == ["export"])
  }
}
