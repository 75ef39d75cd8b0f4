import Foundation
import Testing

/// The libraries' public declarations, which others build on: `docs/API.txt` has them all.
@Suite("The public API")
struct PublicAPITests {
  private static let list = Repository.root.appending(path: "docs/API.txt")

  @Test("It changes only together with docs/API.txt")
  func unchanged() throws {
    let present = try Repository.libraries.flatMap { library in
      ["# \(library)"] + (try Repository.sources(of: library).flatMap { PublicAPI(of: $0).lines }).sorted()
        + [""]
    }
    if ProcessInfo.processInfo.environment["BACKSCROLL_UPDATE_API"] != nil {
      try present.joined(separator: "\n").write(to: Self.list, atomically: true, encoding: .utf8)
    }
    let known = try String(contentsOf: Self.list, encoding: .utf8).components(separatedBy: "\n")
    let lines = present.difference(from: known).map { change in
      switch change {
      case .insert(_, let line, _): "+ \(line)"
      case .remove(_, let line, _): "- \(line)"
      }
    }
    let advice = "note the change in CHANGELOG.md, and run this test with BACKSCROLL_UPDATE_API=1"
    #expect(lines.isEmpty, "\(advice):\n\(lines.joined(separator: "\n"))")
  }

  @Test("Members are listed with their types, requirements and cases without the word “public”")
  func members() {
    let text = """
      /// A list.
      public final class List<Item>: Widget {
        /// Rows.
        public private(set) var rows: [Item] = []
        private var hidden = 0
        public init(
          _ rows: [Item], isOpen: Bool = false
        ) { self.rows = rows }
        public enum Edge {
          case start, end
        }
        struct Inner {
          public var notPublic = 0
        }
        @_spi(Testing) public var forTests: Int { 0 }
      }

      extension List {
        public static func make() -> List { List([]) }
      }

      public protocol Model {
        var count: Int { get }
      }
      """
    #expect(
      PublicAPI(of: text).lines == [
        "List: final class List<Item>: Widget", "List: private(set) var rows: [Item]",
        "List: init(_ rows: [Item], isOpen: Bool = false)", "List.Edge: enum Edge",
        "List.Edge: case start, end",
        "List: static func make() -> List", "Model: protocol Model", "Model: var count: Int { get }",
      ])
  }
}
