internal import CGLib

extension String {
  /// Takes over a C string that the caller has to free; nil for NULL.
  package init?(owned text: UnsafeMutablePointer<CChar>?) {
    guard let text else { return nil }
    self.init(cString: text)
    g_free(text)
  }
}

extension String {
  /// The number of cells that the text takes in a terminal. Wide East Asian characters take two.
  public var terminalWidth: Int {
    unicodeScalars.reduce(0) { width, scalar in
      if g_unichar_iszerowidth(scalar.value) != 0 { return width }
      return width + (g_unichar_iswide(scalar.value) != 0 ? 2 : 1)
    }
  }
}
