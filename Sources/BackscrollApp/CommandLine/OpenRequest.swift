import ArgumentParser
import Translation

/// What a window is to show and how, as it can be asked for on the command line.
struct WindowOptions: ParsableArguments {
  @Option(help: "The tab to show first; without it, that of the last time.")
  var tab: Tab?

  @Flag(help: "Open the made-up conversation, whatever was opened the last time.")
  var demo = false

  @Option(help: ArgumentHelp("Delay each page load by this many milliseconds, 0 to 60000.", valueName: "ms"))
  var latency = 0

  @Option(
    help: """
      How older messages are loaded: “auto”, two screens ahead of the reader, or “pull”, when one drags the list \
      down at its top. Without it, as chosen last in the window.
      """)
  var loadOlder: OlderLoading?

  @Option(
    help: ArgumentHelp(
      "Open at a message, by its number, or at a day: 2024-03-14, or 2024-03-14T18:42.",
      valueName: "message-id|date"), transform: StartPlace.parsed)
  var at: StartPlace?

  @Option(
    help: ArgumentHelp("Whose starred repositories the feed shows; without it, a sample.", valueName: "name"))
  var user: String?

  @Option(
    help: ArgumentHelp(
      "The feed's server: GitHub's API, or one that speaks it (Enterprise, Gitea).", valueName: "url"))
  var apiBase: String?

  @Option(help: "Which look to take: light, dark, or the system's; without it, as chosen last in the window.")
  var colorScheme: Theme.Scheme?

  /// What `--latency` takes, in milliseconds.
  static let latencyRange = 0...60_000

  func validate() throws {
    for (name, value) in [("--user", user), ("--api-base", apiBase)] where value?.isEmpty ?? false {
      throw ValidationError(tr("{option} needs a value.", ["option": name]))
    }
    guard Self.latencyRange.contains(latency) else {
      throw ValidationError(
        tr(
          "--latency takes {least} to {most} milliseconds, not {number}.",
          [
            "least": "\(Self.latencyRange.lowerBound)", "most": "\(Self.latencyRange.upperBound)",
            "number": "\(latency)",
          ])
      )
    }
  }
}

extension Tab: ExpressibleByArgument {}
extension Theme.Scheme: ExpressibleByArgument {}
extension OlderLoading: ExpressibleByArgument {}

extension StartPlace {
  static func parsed(_ words: String) throws -> StartPlace {
    guard let place = StartPlace(words) else {
      throw ValidationError(tr("Give a message’s number, or a day such as 2024-03-14 or 2024-03-14T18:42."))
    }
    return place
  }
}

/// One wish for a window, on its way to the process that has the windows.
struct OpenRequest {
  /// Absolute; nil for that of the last time.
  let archivePath: String?
  let options: WindowOptions

  /// The wish as a command line, from which ``init(arguments:)`` makes it again.
  var arguments: [String] {
    var words = [Program.name, "open", "--latency=\(options.latency)"]
    if let tab = options.tab { words.append("--tab=\(tab.rawValue)") }
    if options.demo { words.append("--demo") }
    if let user = options.user { words.append("--user=\(user)") }
    if let apiBase = options.apiBase { words.append("--api-base=\(apiBase)") }
    if let at = options.at { words.append("--at=\(at)") }
    if let loadOlder = options.loadOlder { words.append("--load-older=\(loadOlder.rawValue)") }
    // After the mark, a path may begin with a dash.
    if let archivePath { words += ["--", archivePath] }
    return words
  }

  /// A window as it opens without options; `archivePath` is absolute.
  static func usual(archivePath: String?) -> OpenRequest {
    OpenRequest(archivePath: archivePath, options: parsed([]))
  }

  static var demo: OpenRequest { OpenRequest(archivePath: nil, options: parsed(["--demo"])) }

  private static func parsed(_ words: [String]) -> WindowOptions {
    // Options have values only once they were parsed.
    guard let options = try? WindowOptions.parse(words) else {
      preconditionFailure("Every option of a window has a value of its own")
    }
    return options
  }

  init(archivePath: String?, options: WindowOptions) {
    self.archivePath = archivePath
    self.options = options
  }

  /// Throws what ArgumentParser throws, if the words come from somewhere else than ``arguments``.
  init(arguments: [String]) throws {
    let command = try BackscrollCommand.parseAsRoot(Array(arguments.dropFirst()))
    guard let open = command as? OpenCommand else {
      throw CommandFailure(tr("Only windows can be asked of a running Backscroll."))
    }
    self.init(archivePath: open.archive, options: open.options)
  }
}
