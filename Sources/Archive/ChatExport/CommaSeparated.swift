/// Comma-separated values, as in RFC 4180.
package enum CommaSeparated {
  /// A line with its line end.
  package static func line(_ values: [String]) -> String {
    values.map(quoted).joined(separator: ",") + "\r\n"
  }

  /// A value in quotes if it has a comma, a quote or a line break. A sign at the beginning could be a formula.
  private static func quoted(_ value: String) -> String {
    let isFormula = value.unicodeScalars.first.map { "=+-@＝＋－＠\t\r".unicodeScalars.contains($0) } ?? false
    let plain = isFormula ? "'\(value)" : value
    let isSpecial = plain.contains { $0 == "," || $0 == "\"" || $0.isNewline }
    return isSpecial ? "\"\(plain.replacing("\"", with: "\"\""))\"" : plain
  }
}
