import Foundation

/// The program without libFuzzer: tries inputs, and makes the files that libFuzzer needs.
///
/// With libFuzzer, `main` is in its library, and calls ``LLVMFuzzerTestOneInput(_:_:)``.
enum FuzzProgram {
  static let usage = """
    Usage: backscroll-fuzz list
           backscroll-fuzz prepare TARGET FOLDER
           backscroll-fuzz TARGET FILE...

      list     prints the names of the targets, and the most bytes of an input of each
      prepare  writes the first inputs of a target to FOLDER/seeds, and its words to FOLDER/words
      TARGET   tries each file, prints a broken law, and ends with status 1 after one
    """

  static func run(_ arguments: [String]) -> Int32 {
    switch (arguments.first, arguments.count) {
    case ("list", 1):
      for target in FuzzTargets.all { print(target.name, target.longest) }
      return 0
    case ("prepare", 3):
      return with(arguments[1]) { try prepare($0, in: URL(fileURLWithPath: arguments[2])) }
    case (let name?, 2...):
      return with(name) { target in
        var status: Int32 = 0
        for file in arguments.dropFirst() {
          do throws(Finding) {
            try target.check(Array(try contents(of: file)))
            print("\(file): no finding")
          } catch {
            print("\(file): \(error)")
            status = 1
          }
        }
        return status
      }
    default:
      print(usage)
      return 2
    }
  }

  private static func with(_ name: String, _ body: (any FuzzTarget) throws -> Int32) -> Int32 {
    guard let target = FuzzTargets.named(name) else {
      print("There is no target “\(name)”.")
      return 2
    }
    defer { Scratch.shared.remove(Scratch.shared.root) }
    do {
      return try body(target)
    } catch {
      print("\(error)")
      return 2
    }
  }

  private static func contents(of file: String) throws(Finding) -> Data {
    do {
      return try Data(contentsOf: URL(fileURLWithPath: file))
    } catch {
      throw Finding("it cannot be read: \(error)")
    }
  }

  private static func prepare(_ target: any FuzzTarget, in folder: URL) throws -> Int32 {
    let seeds = folder.appendingPathComponent("seeds")
    try FileManager.default.createDirectory(at: seeds, withIntermediateDirectories: true)
    let kept = try KeptInputs.all.filter { $0.target == target.name }.map(\.bytes)
    for (number, seed) in (try target.seeds() + kept).enumerated() {
      try Data(seed).write(to: seeds.appendingPathComponent("\(number)"))
    }
    let words = try FuzzWords(of: target)
    try words.dictionary.write(to: folder.appendingPathComponent("words"), atomically: true, encoding: .utf8)
    return 0
  }
}

#if !BACKSCROLL_FUZZER
  @main
  struct BackscrollFuzz {
    static func main() { exit(FuzzProgram.run(Array(CommandLine.arguments.dropFirst()))) }
  }
#endif
