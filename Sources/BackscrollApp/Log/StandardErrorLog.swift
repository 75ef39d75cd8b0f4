import Foundation
import Logging

/// Writes log lines to standard error, one a line: `label: event key=value …`.
///
/// No time and no level: a person reads them as they come, and scripts wait for them by their words.
struct StandardErrorLog: LogHandler {
  let label: String
  var logLevel: Logger.Level
  var metadata: Logger.Metadata = [:]

  /// Sends all of the process's logging here, from `level` up. To be called once, first of all.
  static func bootstrap(level: Logger.Level) {
    LoggingSystem.bootstrap { StandardErrorLog(label: $0, logLevel: level) }
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let all = metadata.merging(event.metadata ?? [:]) { $1 }
    let fields = all.sorted { $0.key < $1.key }.map { LogField($0.key, $0.value) }
    let line = ([label + ":", event.message.description] + fields.map(\.description)).joined(separator: " ")
    // In one write, so that lines of several threads do not mix.
    FileHandle.standardError.write(Data((line + "\n").utf8))
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

  /// Values that would break the line or its fields are quoted; quotes and line breaks in them are escaped.
  var description: String {
    let isPlain = !value.isEmpty && !value.contains { $0.isWhitespace || $0 == "\"" || $0 == "=" }
    guard !isPlain else { return "\(key)=\(value)" }
    let escaped = value.reduce(into: "") { text, character in
      switch character {
      case "\"", "\\": text += "\\\(character)"
      case _ where character.isNewline: text += "\\n"
      default: text.append(character)
      }
    }
    return "\(key)=\"\(escaped)\""
  }
}
