import Foundation

// The names are short because they are at every sentence. xgettext reads them from `Resources/po/meson.build`, and
// parses Swift as if it were C. So a message is one literal on one line, without interpolation; values have names in braces.

/// The message in the user's language, with values in place of their names: `tr("Hello {name}", ["name": you])`.
public func tr(_ message: String, _ values: [String: String] = [:]) -> String {
  fill(Catalogue.lookUp(message, in: Catalogue.domain), values)
}

/// The message for a count, in the language's form for it. `{count}` in it is replaced by the count in the locale's
/// format: `trn("{count} row", "{count} rows", rows)`.
public func trn(
  _ one: String, _ many: String, _ count: Int, _ values: [String: String] = [:], locale: Locale = .desktop
) -> String {
  var values = values
  values["count"] = count.formatted(.number.locale(locale))
  return fill(Catalogue.lookUp(one, many, count, in: Catalogue.domain), values)
}

/// The message in a context, for words that other languages translate in several ways: `trc("verb", "Open")`.
public func trc(_ context: String, _ message: String, _ values: [String: String] = [:]) -> String {
  fill(Catalogue.lookUp(message, context: context, in: Catalogue.domain), values)
}

/// Replaces names in braces by their values. Braces within values, and names without a value, stay.
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
