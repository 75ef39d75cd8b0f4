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
    case .insert: "Insert"
    case .restore: "Restore"
    case .upperDelta: "Upper-delta"
    case .inverted: "Inverted"
    case .invertedPull: "Inverted + pull"
    }
  }

  var subtitle: String {
    switch self {
    case .insert: "Pull, then put the page at the front"
    case .restore: "Remember the first id, scroll back to it"
    case .upperDelta: "value += new upper − old upper"
    case .inverted: "Older rows are appended to a turned list"
    case .invertedPull: "The same, and you always see the state"
    }
  }
}
