/// Columns of text, the first to the left, the others to the right.
struct TextTable {
  private var lines: [[String]]

  init(_ head: [String]) { lines = [head] }

  mutating func add(_ line: [String]) { lines.append(line) }

  var text: String {
    let columns = lines.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in
      lines.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
    }
    return lines.map { line in
      var text = ""
      for (column, field) in line.enumerated() {
        let room = String(repeating: " ", count: widths[column] - field.count)
        text += column == 0 ? field + room : "   " + room + field
      }
      return text
    }.joined(separator: "\n")
  }
}
