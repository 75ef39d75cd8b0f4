import ArgumentParser

/// Measures the figures of docs/BENCHMARKS.md. Only release builds are meaningful:
/// `swift run -c release backscroll-bench`.
struct BackscrollBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backscroll-bench",
    abstract: "Measures the list and the carousel beside the stock widgets, and the program itself.",
    subcommands: [
      CompareCommand.self, InstructionsCommand.self, OpenBench.self, MemoryBench.self, FindCommand.self,
      CellCommand.self, ImportCommand.self,
    ],
    defaultSubcommand: CompareCommand.self)
}

BackscrollBench.main()
