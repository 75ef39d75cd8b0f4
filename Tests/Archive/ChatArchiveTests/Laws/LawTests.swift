import Foundation
import Testing

/// The laws of importing, for random chats, exports and orders.
///
/// The environment variable `BACKSCROLL_LAW_CASES` has the number of cases, such as 200000, or a range of them, such as
/// 17..<18. The exports of a single case that fails are kept.
@Suite("The laws of importing", .dedicatedThreads)
struct LawTests {
  @Test("An archive depends only on the set of its imports", arguments: LawRun.all)
  func laws(run: LawRun) async throws {
    var bench = try LawBench(run)
    try await bench.check()
    for report in bench.reports { Issue.record("\(report)") }
    if run.cases.count == 1, !bench.reports.isEmpty { try bench.keepExports() }
  }
}

/// A law of importing.
enum Law: String {
  case contents = "an archive shows what its exports hold"
  case order = "an archive depends on the set of imports, not on their order"
  case again = "importing again adds nothing"
  case forget = "a forgotten import leaves no trace"
  case growth = "imports of one folder are one, and hold the same"
  case people = "people who are joined and parted are as before"
  case roundTrip = "an archive’s export is the archive"
  case sum = "each record counts"
}

/// Cases that share archives, because an archive costs more than a case.
struct LawRun: CustomTestStringConvertible, Sendable {
  let cases: Range<Int>
  var testDescription: String { "\(cases)" }

  private static let size = 50
  private static let zones = ["UTC", "Asia/Seoul", "America/St_Johns", "Europe/Lisbon"]

  var timeZone: TimeZone {
    TimeZone(identifier: Self.zones[cases.lowerBound / Self.size % Self.zones.count])!
  }

  /// The laws to check besides those that need no second archive. A whole run checks one of them, its turn, which makes
  /// it cost a third.
  var laws: [Law] {
    let laws = [Law.order, .roundTrip, .forget, .people]
    return cases.count < Self.size ? laws : [laws[cases.lowerBound / Self.size % laws.count]]
  }

  /// The cases that are asked for.
  static let asked: Range<Int> = {
    let asked = ProcessInfo.processInfo.environment["BACKSCROLL_LAW_CASES"] ?? "5000"
    let bounds = asked.split(separator: "..<").compactMap { Int($0) }
    return bounds.count == 2 ? bounds[0]..<bounds[1] : 0..<(bounds.first ?? 0)
  }()

  static let all: [LawRun] = {
    var runs: [LawRun] = []
    var start = asked.lowerBound
    while start < asked.upperBound {
      let end = min(asked.upperBound, (start / size + 1) * size)
      runs.append(LawRun(cases: start..<end))
      start = end
    }
    return runs
  }()
}
