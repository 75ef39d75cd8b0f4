import ArgumentParser

/// What a window is to show and how, as it can be asked for on the command line.
struct WindowOptions: ParsableArguments {
  @Option(help: "The tab to show first.")
  var tab = Tab.chat

  @Option(help: ArgumentHelp("Delay each page load by this many milliseconds, 0 to 60000.", valueName: "ms"))
  var latency = 0

  @Option(help: "How older messages are loaded: “auto”, two screens ahead of the reader.")
  var loadOlder = OlderLoading.auto

  @Option(help: "Which look to take: light, dark, or the system's.")
  var colorScheme = Theme.Scheme.system

  /// What `--latency` takes, in milliseconds.
  static let latencyRange = 0...60_000

  func validate() throws {
    guard Self.latencyRange.contains(latency) else {
      throw ValidationError(
        "--latency takes \(Self.latencyRange.lowerBound) to \(Self.latencyRange.upperBound) milliseconds, not \(latency)."
      )
    }
  }
}

/// How older messages are loaded.
enum OlderLoading: String, CaseIterable, ExpressibleByArgument, Sendable {
  /// By themselves, before the reader reaches the oldest one there is.
  case auto
}

extension Tab: ExpressibleByArgument {}
extension Theme.Scheme: ExpressibleByArgument {}

/// One wish for a window, on its way to the process that has the windows.
struct OpenRequest {
  /// Absolute; nil for the made-up conversation.
  let archivePath: String?
  let options: WindowOptions

  /// The wish as a command line, from which ``init(arguments:)`` makes it again.
  var arguments: [String] {
    var words = [
      Program.name, "open", "--tab=\(options.tab.rawValue)", "--latency=\(options.latency)",
      "--load-older=\(options.loadOlder.rawValue)",
    ]
    // After the mark, a path may begin with a dash.
    if let archivePath { words += ["--", archivePath] }
    return words
  }

  init(archivePath: String?, options: WindowOptions) {
    self.archivePath = archivePath
    self.options = options
  }

  /// Throws what ArgumentParser throws, if the words come from somewhere else than ``arguments``.
  init(arguments: [String]) throws {
    let command = try BackscrollCommand.parseAsRoot(Array(arguments.dropFirst()))
    guard let open = command as? OpenCommand else {
      throw CommandFailure("Only windows can be asked of a running Backscroll.")
    }
    self.init(archivePath: open.archive, options: open.options)
  }
}
