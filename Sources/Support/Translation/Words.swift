import Foundation

// Short names: they stand at every sentence. xgettext knows them from `Resources/po/meson.build`, and reads Swift
// as if it were C. So a message is one literal on one line, without interpolation: what varies has a name in braces.

/// The message in the person's language, with the values put where it names them: `tr("Hello {name}", ["name": you])`.
public func tr(_ message: String, _ values: [String: String] = [:]) -> String {
  fill(Catalogue.lookUp(message, in: Catalogue.domain), values)
}

/// The message for a count, in the form that the language has for it. `{count}` in it is the count, written as
/// the locale does: `trn("{count} row", "{count} rows", rows)`.
public func trn(
  _ one: String, _ many: String, _ count: Int, _ values: [String: String] = [:], locale: Locale = .desktop
) -> String {
  var values = values
  values["count"] = count.formatted(.number.locale(locale))
  return fill(Catalogue.lookUp(one, many, count, in: Catalogue.domain), values)
}

/// The message as it is meant in a context, for words that other languages tell apart: `trc("verb", "Open")`.
public func trc(_ context: String, _ message: String, _ values: [String: String] = [:]) -> String {
  fill(Catalogue.lookUp(message, context: context, in: Catalogue.domain), values)
}

/// Puts values where a text has their names in braces. Braces within values, and names that have no value, stay.
func fill(_ text: String, _ values: [String: String]) -> String {
  guard !values.isEmpty else { return text }
  var result = ""
  var rest = Substring(text)
  while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
    result += rest[..<open]
    let name = rest[rest.index(after: open)..<close]
    result += values[String(name)] ?? String(rest[open...close])
    rest = rest[rest.index(after: close)...]
  }
  return result + rest
}
