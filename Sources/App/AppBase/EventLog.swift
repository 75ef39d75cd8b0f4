import GLib
import Logging

/// Logs the events of one part of the program, with fields:
///
///     let log = EventLog("pager")
///     log.debug("loading", ["direction": "previous", "generation": 3])
///
/// writes `pager: loading direction=previous generation=3`. The names of events and fields are stable: scripts read
/// them. The name of an event is empty if its fields say everything.
package struct EventLog: Sendable {
  package typealias Fields = KeyValuePairs<String, any CustomStringConvertible>

  private let logger: Logger

  package init(_ label: String) { logger = Logger(label: label) }

  /// Logs a change of state. The fields are evaluated only if debug messages are on.
  package func debug(_ event: String, _ fields: @autoclosure () -> Fields = [:]) {
    logger.debug("\(Self.line(event, fields()))")
  }

  /// Logs a failure that the user should be able to look up.
  package func warning(_ event: String, _ fields: @autoclosure () -> Fields = [:]) {
    logger.warning("\(Self.line(event, fields()))")
  }

  /// The line of an event. The fields keep their order, which a dictionary of metadata would lose.
  package static func line(_ event: String, _ fields: Fields) -> String {
    let words = [event] + fields.map { LogField($0.key, $0.value).description }
    return words.filter { !$0.isEmpty }.joined(separator: " ")
  }
}

/// Writes log messages to standard error, one on each line: `label: event key=value …`, without time and level. Lines
/// that cannot be written are lost.
package struct StandardErrorLog: LogHandler {
  package let label: String
  package var logLevel: Logger.Level
  package var metadata: Logger.Metadata = [:]

  package init(label: String, logLevel: Logger.Level, metadata: Logger.Metadata = [:]) {
    self.label = label
    self.logLevel = logLevel
    self.metadata = metadata
  }

  /// Makes this the handler of all loggers of the process, from `level` up. Call it once, before the first logger is
  /// made.
  package static func bootstrap(level: Logger.Level) {
    LoggingSystem.bootstrap { StandardErrorLog(label: $0, logLevel: level) }
  }

  package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  package func log(event: LogEvent) {
    let all = metadata.merging(event.metadata ?? [:]) { $1 }
    let fields = all.sorted { $0.key < $1.key }.map { LogField($0.key, $0.value) }
    let line = ([label + ":", event.message.description] + fields.map(\.description)).joined(separator: " ")
    // A full disk or a closed terminal must not end the program, or prevent it from storing data.
    try? StandardStream.error.write(line + "\n")
  }
}

/// One `key=value` of a log line.
struct LogField: CustomStringConvertible {
  let key: String
  let value: String

  init(_ key: String, _ value: any CustomStringConvertible) {
    self.key = key
    self.value = value.description
  }

  /// Quotes values that contain white space, control characters, quotes or "=", and escapes quotes, line breaks and
  /// control characters in them.
  var description: String {
    let isPlain =
      !value.isEmpty && !value.contains { $0.isWhitespace || $0 == "\"" || $0 == "=" }
      && value.unicodeScalars.allSatisfy(\.isPrintable)
    guard !isPlain else { return "\(key)=\(value)" }
    let escaped = value.reduce(into: "") { text, character in
      switch character {
      case "\"", "\\": text += "\\\(character)"
      case _ where character.isNewline: text += "\\n"
      default:
        for scalar in character.unicodeScalars {
          // A name from an archive must not control the terminal that shows the log.
          if scalar.isPrintable || scalar == "\t" {
            text.unicodeScalars.append(scalar)
          } else {
            text += "\\u{\(String(scalar.value, radix: 16))}"
          }
        }
      }
    }
    return "\(key)=\"\(escaped)\""
  }
}
