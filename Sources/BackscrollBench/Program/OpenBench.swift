import ArgumentParser
import ChatArchive
import Foundation

/// From the start of the real program to its first frame, with archives of 1,000 and of 1,000,000 messages in turn.
struct OpenBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open", abstract: "Opens archives of 1,000 and 1,000,000 messages in the real program.")

  @Option(help: "Starts of each.") var rounds = 10

  func run() throws {
    let small = try BenchArchive.path(messages: 1_000)
    let large = try BenchArchive.path(messages: 1_000_000)
    var figures = [Figures(), Figures()]
    // One start of each warms the file cache and does not count.
    for round in 0...rounds {
      for (index, path) in [small, large].enumerated() {
        let app = try AppRun(archive: path)
        let time = try app.wait(for: "window: first-frame", "ms")
        app.end()
        if round > 0 { figures[index].add(time) }
      }
    }
    print("messages\tstart to first frame, median (least … most)")
    print("1000\t\(figures[0].described("ms", digits: 0))")
    print("1000000\t\(figures[1].described("ms", digits: 0))")
    print("ratio\t\(String(format: "%.2f", figures[1].median / figures[0].median))")
  }
}

/// Synthetic archives for the benchmarks, written once.
enum BenchArchive {
  static func path(messages: Int) throws -> String {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(
      "backscroll-bench-\(messages).sqlite"
    ).path
    let archive = try Archive(path: path, mode: .createIfMissing)
    try SyntheticConversation.generate(into: archive, messages: messages, seed: 1) { done in
      if done % 100_000 == 0, done > 0 {
        FileHandle.standardError.write(Data("\(done) messages written\n".utf8))
      }
    }
    return path
  }
}
