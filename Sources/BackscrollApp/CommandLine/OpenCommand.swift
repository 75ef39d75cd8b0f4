import ArgumentParser
import ChatArchive
import Foundation
import Gtk
import Logging
import Translation

/// `backscroll [ARCHIVE]`: opens the window.
struct OpenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open",
    abstract: "Open an archive in a window (this is what “backscroll ARCHIVE” does).",
    usage: "backscroll [ARCHIVE] [OPTIONS]")

  @Argument(
    help: "The archive; without one, that of the last time, or a made-up conversation.", completion: .file())
  var archive: String?

  @OptionGroup var options: WindowOptions

  @Option(
    help: ArgumentHelp(
      "How much to write to standard error: error, warning, info or debug (each change of state).",
      valueName: "level"))
  var logLevel = LogLevel.warning

  /// GLib's own word for a start by the session's bus, which says afterwards what is to be opened.
  @Flag(name: .customLong("gapplication-service"), help: .hidden)
  var waitsForBus = false

  func validate() throws {
    if archive?.isEmpty ?? false { throw ValidationError(tr("The archive’s name is empty.")) }
    if archive != nil, options.demo {
      throw ValidationError(tr("Name an archive, or take --demo; not both."))
    }
  }

  func run() throws {
    StandardErrorLog.bootstrap(level: logLevel.level)
    // Opened here though the window opens it too: a wrong path must be told to the person who typed it, and
    // with this process's exit status, even when the window is another process's.
    let path = try archive.map { name in
      // What can be imported is offered to be, in the window.
      if Importer.recognises(name) { return URL(fileURLWithPath: name).path }
      let archive = try Archive(path: name, mode: .existing)
      if let place = options.at {
        _ = try Blocking.wait {
          try await place.message(in: archive, conversations: archive.conversations())
        }
      }
      return archive.path
    }
    let request = OpenRequest(archivePath: path, options: options)
    let status = try MainActor.assumeIsolated {
      guard hasDisplay else {
        throw CommandFailure(
          tr(
            "There is no display to open a window on. Start it from a graphical session, or set DISPLAY or WAYLAND_DISPLAY to one."
          ))
      }
      let arguments = waitsForBus ? [Program.name, "--gapplication-service"] : request.arguments
      return BackscrollApplication(scheme: options.colorScheme).run(arguments: arguments)
    }
    guard status == 0 else { throw ExitCode(status) }
  }
}

/// How much is written to standard error.
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
