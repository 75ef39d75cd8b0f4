import ArgumentParser

/// Measures what the README claims. Release builds only mean anything: `swift run -c release backscroll-bench`.
struct BackscrollBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backscroll-bench",
    abstract: "Measures the list and the carousel beside the stock widgets, and the program itself.",
    subcommands: [CellCommand.self, OpenBench.self, MemoryBench.self])
}

BackscrollBench.main()
