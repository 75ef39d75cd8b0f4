import ArgumentParser

/// Measures what the README claims. Release builds only mean anything: `swift run -c release backscroll-bench`.
struct BackscrollBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backscroll-bench",
    abstract: "Measures opening, prepending, memory and the carousel.",
    subcommands: [PrependBench.self, OpenBench.self, MemoryBench.self, CarouselBench.self])
}

BackscrollBench.main()
