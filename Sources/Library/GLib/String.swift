internal import CGLib

extension String {
  /// Takes over a C string that the caller has to free; nil for NULL.
  package init?(owned text: UnsafeMutablePointer<CChar>?) {
    guard let text else { return nil }
    self.init(cString: text)
    g_free(text)
  }
}

extension Unicode.Scalar {
  /// GLib's number of the scalar's script. Characters of several scripts, such as punctuation, have separate numbers.
  public var scriptNumber: Int { Int(g_unichar_get_script(value).rawValue) }
}

extension String {
  /// The text with “\u{fffd}” in place of each control character and each mark that overrides the direction of text.
  ///
  /// For names from files and archives, which could otherwise move a terminal's cursor, change its colors or change the
  /// meaning of a line.
  public var printable: String {
    var text = ""
    text.unicodeScalars.append(contentsOf: unicodeScalars.map { $0.isPrintable ? $0 : "\u{fffd}" })
    return text
  }

  /// The number of cells that the text takes in a terminal. Wide East Asian characters take two.
  public var terminalWidth: Int {
    unicodeScalars.reduce(0) { width, scalar in
      if g_unichar_iszerowidth(scalar.value) != 0 { return width }
      return width + (g_unichar_iswide(scalar.value) != 0 ? 2 : 1)
    }
  }
}

extension Unicode.Scalar {
  /// Whether the scalar neither controls a terminal, ends a line nor overrides the direction of text.
  public var isPrintable: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: false
    case .format: !(0x202a...0x202e).contains(value) && !(0x2066...0x2069).contains(value)
    default: true
    }
  }
}
