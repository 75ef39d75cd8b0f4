import Foundation

/// The log's lines about pulls, pages, the feed and the carousel.
extension ProgramUnderTest {
  /// The values of a field in the lines of one kind, such as "feed: loaded", in order; "?" for lines without the field.
  func values(of field: String, in event: String) -> [String] {
    lines.filter { $0.hasPrefix("\(event) ") }.map { line in
      line.split(separator: " ").first { $0.hasPrefix("\(field)=") }
        .map { String($0.dropFirst(field.count + 1)) } ?? "?"
    }
  }

  // MARK: Pulls and pages

  /// The steps of a pull that loads, and of a key that loads.
  static var pullLoadSteps: [String] { ["none→pending", "pending→ready", "ready→loading", "loading→none"] }
  static var keyLoadSteps: [String] { ["none→loading", "loading→none"] }

  /// The steps of the pull so far, each as "from→to", at both edges.
  var pullSteps: [String] {
    zip(values(of: "from", in: "pull: state"), values(of: "to", in: "pull: state")).map { "\($0)→\($1)" }
  }

  /// The requests for pages so far, except the first one, which the window makes when it opens.
  var requests: [String] { Array(values(of: "direction", in: "pager: loading").dropFirst()) }

  /// The pages of older messages that were loaded since the window opened.
  var pagesLanded: Int { lines.filter { $0.hasPrefix("pager: loaded direction=previous count=60") }.count }

  /// Waits for a step of the pull.
  func waitForPull(_ from: String, _ to: String, edge: String = "start") throws {
    try wait(for: "pull: state from=\(from) to=\(to) edge=\(edge)")
  }

  // MARK: The feed and the carousel

  /// The values of a field in the feed's lines of one kind, in order.
  func feed(_ event: String, _ field: String) -> [String] { values(of: field, in: "feed: \(event)") }

  /// The chosen and the reached pages so far, in order, each as "index reason" and as index.
  var selects: [String] {
    zip(values(of: "index", in: "carousel: select"), values(of: "reason", in: "carousel: select")).map {
      "\($0) \($1)"
    }
  }
  var settles: [String] { values(of: "index", in: "carousel: settle") }
  var activations: [String] { values(of: "index", in: "carousel: activate") }
  /// The options that have settled after an input, as indices.
  var pickerSettles: [String] { values(of: "index", in: "picker: settle") }
}
