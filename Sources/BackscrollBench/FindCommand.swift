import ArgumentParser

/// Measures what finds a place in a long archive.
struct FindCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "find",
    abstract: "Searches a generated archive, beside SQLite's own search tables.",
    discussion: """
      Writes archives into the temporary folder and removes them at the end: a gigabyte for 1,000,000 messages, which \
      take some minutes.
      """)

  @Option(help: "How many messages to search.") var messages = 1_000_000
  @Option(help: "How often each search is run.") var rounds = 5

  func run() throws {
    try SearchBench(messages: messages, rounds: rounds).run()
  }
}
