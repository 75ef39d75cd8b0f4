import ArgumentParser

/// Measures the search and the rail in a long archive.
struct FindCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "find",
    abstract:
      "Searches a generated archive, beside SQLite's own search tables, and goes through it by the rail.",
    discussion: """
      Writes archives into the temporary folder and removes them at the end: a gigabyte for 1,000,000 messages, which \
      take some minutes. On the rail the mouse is moved by xdotool, which has to be installed, in a window of the real \
      program; its times are the program's own, from the event to the end of the frame that shows the rows.
      """)

  enum Part: String, ExpressibleByArgument, CaseIterable { case search, rail }

  @Option(help: "How many messages to search.") var messages = 1_000_000
  @Option(help: "How often each search is run.") var rounds = 5
  @Option(help: "Random places on the rail.") var seeks = 40
  @Option(help: "Drags of two seconds across everything, by turns up and down.") var drags = 4
  @Option(
    help: "What to measure: \(Part.allCases.map(\.rawValue).joined(separator: ", ")); all if not given.")
  var only: Part?

  func run() throws {
    if only != .rail { try SearchBench(messages: messages, rounds: rounds).run() }
    if only != .search { try RailBench(messages: messages, seeks: seeks, drags: drags).run() }
  }
}
