import CGtk

extension String {
  /// Cells the text takes in a terminal, where letters of East Asia take two.
  public var terminalWidth: Int {
    unicodeScalars.reduce(0) { width, scalar in
      if g_unichar_iszerowidth(scalar.value) != 0 { return width }
      return width + (g_unichar_iswide(scalar.value) != 0 ? 2 : 1)
    }
  }
}
