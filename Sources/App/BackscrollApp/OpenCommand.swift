import AppBase
import ArgumentParser
import ChatFormats
import ChatStore
import Chats
import Commands
import Foundation
import Gtk
import Logging
import Reader
import Translation

/// `backscroll [ARCHIVE]`: opens the window.
struct OpenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open",
    abstract: tr("Open an archive in a window. “backscroll ARCHIVE” does the same."),
    usage: "backscroll [ARCHIVE] [OPTIONS]")

  @Argument(
    help: ArgumentHelp(
      tr(
        "The archive, or a link to a message in it. Default: the last one opened, or a sample conversation.")),
    completion: .file())
  var archive: String?

  @OptionGroup var options: WindowOptions

  @Option(
    help: ArgumentHelp(
      tr("What to write to standard error. “debug” writes each change of state."), valueName: "level"))
  var logLevel = LogLevel.warning

  /// GLib's option for a start by the session bus, which then sends the files to open.
  @Flag(name: .customLong("gapplication-service"), help: .hidden)
  var waitsForBus = false

  func validate() throws {
    if archive?.isEmpty ?? false { throw ValidationError(tr("The archive’s name is empty.")) }
    if let archive, MessageLink.isLink(archive), MessageLink(archive) == nil {
      throw ValidationError(tr("“{link}” is not a link to a message.", ["link": archive]))
    }
    if archive != nil, options.demo {
      throw ValidationError(tr("Give an archive or --demo, not both."))
    }
  }

  func run() throws {
    StandardErrorLog.bootstrap(level: logLevel.level)
    let link = archive.flatMap { MessageLink($0) }
    var options = options
    options.at = link?.place ?? options.at
    // Open the archive here, although the window opens it again: a wrong path is reported on this terminal and by this
    // process's exit status, even if another process has the windows.
    let path = try archive.map { word in
      // The window reports errors of links, since a program that opens one shows no output.
      if let link { return link.archivePath }
      // Desktops may give the URI of a file.
      let name = word.hasPrefix("file://") ? URL(string: word)?.path ?? word : word
      // The window offers to import it.
      if Importer.recognises(name) { return URL(fileURLWithPath: name).path }
      let archive: Archive
      do {
        archive = try Archive(path: name, mode: .existing)
      } catch let error as ArchiveError where Self.isForWindow(error) && options.at == nil {
        return URL(fileURLWithPath: name).path
      }
      defer { archive.close() }
      if let place = options.at {
        _ = try Blocking.wait {
          try await place.resolved(in: archive, conversations: archive.conversations())
        }
      }
      return archive.path
    }
    let request = OpenRequest(archivePath: path, options: options)
    let (status, signal) = try MainActor.assumeIsolated {
      guard hasDisplay else {
        throw CommandFailure(
          tr(
            "There is no display to open a window on. Start it from a graphical session, or set DISPLAY or WAYLAND_DISPLAY to one."
          ))
      }
      let arguments = waitsForBus ? [Program.name, "--gapplication-service"] : request.arguments
      let application = BackscrollApplication(scheme: options.colorScheme)
      return (application.run(arguments: arguments), application.endingSignal)
    }
    if let signal { throw EndedBySignal(number: signal) }
    guard status == 0 else { throw ExitCode(status) }
  }
}

extension OpenCommand {
  /// Whether the window, and not the terminal, reports that the file is not a Backscroll archive.
  private static func isForWindow(_ error: ArchiveError) -> Bool {
    switch error {
    case .notSQLite, .foreign: MainActor.assumeIsolated { hasDisplay }
    default: false
    }
  }
}

/// The end of the program that a signal has requested.
struct EndedBySignal: Error {
  let number: Int32
}

/// The minimum level of messages on standard error.
enum LogLevel: String, CaseIterable, ExpressibleByArgument, Sendable {
  case error, warning, info, debug

  var level: Logger.Level {
    switch self {
    case .error: .error
    case .warning: .warning
    case .info: .info
    case .debug: .debug
    }
  }
}

/// The options of a window on the command line.
struct WindowOptions: ParsableArguments {
  @Option(help: ArgumentHelp(tr("The tab to show first. Default: the last one.")))
  var tab: Tab?

  @Flag(help: ArgumentHelp(tr("Open the sample conversation instead of the last archive.")))
  var demo = false

  @Option(
    help: ArgumentHelp(tr("Delay each page load by this many milliseconds, 0 to 60000."), valueName: "ms"))
  var latency = 0

  @Option(
    help: ArgumentHelp(
      tr(
        "How older messages are loaded: “pull”, when you drag down at the top, or “auto”, automatically while scrolling. Default: the last choice in the window."
      )))
  var loadOlder: OlderLoading?

  @Option(
    help: ArgumentHelp(
      tr("Open at a message, given by its number, or at a time: 2024-03-14 or 2024-03-14T18:42."),
      valueName: "message-id|date"), transform: PlaceRequest.parsed)
  var at: PlaceRequest?

  @Option(
    help: ArgumentHelp(
      tr("The GitHub user whose stars the feed shows. Default: a sample."), valueName: "name"))
  var user: String?

  @Option(
    help: ArgumentHelp(
      tr("The feed’s server: GitHub, or one with the same API (GitHub Enterprise, Gitea)."), valueName: "url")
  )
  var apiBase: String?

  @Option(
    help: ArgumentHelp(
      tr(
        "The appearance: “system” follows the system. Default: the last choice in the window."
      ), valueName: "scheme"))
  var colorScheme: ColorScheme?

  /// The range of `--latency`, in milliseconds.
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
extension ColorScheme: ExpressibleByArgument {}
extension OlderLoading: ExpressibleByArgument {}

extension PlaceRequest {
  static func parsed(_ words: String) throws -> PlaceRequest {
    guard let place = PlaceRequest(words) else {
      throw ValidationError(
        tr("Give the number of a message, or a time such as 2024-03-14 or 2024-03-14T18:42."))
    }
    return place
  }
}

/// A request for a window, sent to the process that has the windows.
struct OpenRequest {
  /// Absolute; nil for the archive that was opened last.
  let archivePath: String?
  let options: WindowOptions

  /// The request as a command line, from which ``init(arguments:)`` reads it.
  var arguments: [String] {
    var words = [Program.name, "open", "--latency=\(options.latency)"]
    if let tab = options.tab { words.append("--tab=\(tab.rawValue)") }
    if options.demo { words.append("--demo") }
    if let user = options.user { words.append("--user=\(user)") }
    if let apiBase = options.apiBase { words.append("--api-base=\(apiBase)") }
    if let at = options.at { words.append("--at=\(at)") }
    if let loadOlder = options.loadOlder { words.append("--load-older=\(loadOlder.rawValue)") }
    // After "--", a path may begin with a dash.
    if let archivePath { words += ["--", archivePath] }
    return words
  }

  /// A window without options, at a place; `archivePath` is absolute.
  static func usual(archivePath: String?, at place: PlaceRequest? = nil) -> OpenRequest {
    var options = parsed([])
    options.at = place
    return OpenRequest(archivePath: archivePath, options: options)
  }

  static var demo: OpenRequest { OpenRequest(archivePath: nil, options: parsed(["--demo"])) }

  private static func parsed(_ words: [String]) -> WindowOptions {
    // ArgumentParser gives options their default values only when it parses.
    guard let options = try? WindowOptions.parse(words) else {
      preconditionFailure("Every option of a window has a default value")
    }
    return options
  }

  init(archivePath: String?, options: WindowOptions) {
    self.archivePath = archivePath
    self.options = options
  }

  /// Throws the errors of ArgumentParser for anything but ``arguments``.
  init(arguments: [String]) throws {
    let command = try BackscrollCommand.parseAsRoot(Array(arguments.dropFirst()))
    guard let open = command as? OpenCommand else {
      throw CommandFailure(tr("A running Backscroll can only open windows."))
    }
    self.init(archivePath: open.archive, options: open.options)
  }
}
