import Logging

/// Tells what one part of the program does, as events with fields:
///
///     let log = EventLog("pager")
///     log.debug("loading", ["direction": "previous", "generation": 3])
///
/// writes `pager: loading direction=previous generation=3`. The names of events and fields are stable:
/// scripts read them. An event that its fields tell all of has an empty name.
struct EventLog: Sendable {
  typealias Fields = KeyValuePairs<String, any CustomStringConvertible>

  private let logger: Logger

  init(_ label: String) { logger = Logger(label: label) }

  /// A change of state; costs nothing unless debugging is on.
  func debug(_ event: String, _ fields: @autoclosure () -> Fields = [:]) {
    logger.debug("\(Self.line(event, fields()))")
  }

  /// Something failed that the person should be able to look up.
  func warning(_ event: String, _ fields: @autoclosure () -> Fields = [:]) {
    logger.warning("\(Self.line(event, fields()))")
  }

  /// The fields stay in the order they are written in, which a dictionary of metadata would lose.
  static func line(_ event: String, _ fields: Fields) -> String {
    let words = [event] + fields.map { LogField($0.key, $0.value).description }
    return words.filter { !$0.isEmpty }.joined(separator: " ")
  }
}
