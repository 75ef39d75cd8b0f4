import Translation

/// A way to load older rows at the top.
enum LabStrategy: String, CaseIterable, Sendable {
  /// The page is put at the front; nothing else.
  case insert
  /// The first row is remembered, and scrolled to after the insert.
  case restore
  /// GTK's own folk remedy: the value grows by what `upper` grew by.
  case upperDelta = "upper-delta"
  /// The list is turned over: what holds still is the row, not the offset.
  case inverted
  /// The same, and the load is pulled for and shown.
  case invertedPull = "inverted-pull"

  var title: String {
    switch self {
    case .insert: tr("Insert")
    case .restore: tr("Restore")
    case .upperDelta: tr("Upper-delta")
    case .inverted: tr("Inverted")
    case .invertedPull: tr("Inverted + pull")
    }
  }

  var subtitle: String {
    switch self {
    case .insert: tr("Pull, then put the page at the front")
    case .restore: tr("Remember the first id, scroll back to it")
    // Translators: GTK's names for a scroll bar's figures; they may stay as they are.
    case .upperDelta: tr("value += new upper − old upper")
    case .inverted: tr("Older rows are appended to a turned list")
    case .invertedPull: tr("The same, and you always see the state")
    }
  }
}
