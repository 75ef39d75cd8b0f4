/// An end of what scrolls. The raw values are what logs show.
public enum ScrollEdge: String, Sendable, CaseIterable {
  /// Where the content begins: the top.
  case start
  /// Where it ends: the bottom.
  case end
}
