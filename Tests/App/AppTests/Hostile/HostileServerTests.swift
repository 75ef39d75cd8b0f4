import Foundation
import GitHubServer
import XCTest

@testable import AppTestSupport
@testable import BackscrollApp
@testable import Commands

/// Servers whose responses are made to cost gigabytes, in the Feed tab of the real window.
final class HostileServerTests: XCTestCase {
  /// The most kilobytes that a response may cost: its bytes, and up to 400,000 values.
  private static let bound = 150_000

  /// Refreshes until one more refresh has failed; returns the line of the log.
  private func refresh(_ app: AppUnderTest) throws -> String {
    func lines(_ event: String) -> [String] { app.lines.filter { $0.hasPrefix("feed: \(event) ") } }
    let known = lines("failed").count
    let deadline = Date(timeIntervalSinceNow: AppUnderTest.patience)
    while lines("failed").count == known {
      guard deadline > Date() else { throw TestFault("No failure: \(app.lines.suffix(4))") }
      // After the message about the previous failure has been closed, which is animated.
      if lines("loading").count == known + 1 {
        try app.key("Escape")
        try app.key("F5")
      }
      try app.readWhatHasCome()
    }
    return lines("failed").last ?? ""
  }

  func testHostileResponsesAreRefusedInBoundedMemory() throws {
    let tooLong = "is too long for a page and was not read"
    let noList = "is not a list of repositories"
    let needsToken = "requires an access token"
    let challenge = ["WWW-Authenticate": "Basic realm=\"stars\""]
    let cases: [(step: ServerRoom.Step, sentence: String)] = [
      (.repeated("1,", megabytes: 60), tooLong), (.repeated("1,", megabytes: 7), tooLong),
      (.repeated("{},", megabytes: 60), tooLong), (.repeated("{},", megabytes: 7), tooLong),
      (.repeated("\"\(String(repeating: "a", count: 40))\",", megabytes: 7), noList),
      (.bomb, tooLong), (.flood(), tooLong),
      (.status(401, headers: challenge), needsToken), (.pause(status: 401, headers: challenge), needsToken),
      (.flood(status: 401, headers: challenge), needsToken),
    ]
    let room = try ServerRoom()
    let steps = [ServerRoom.Step.list] + cases.map(\.step)
    // Not an asynchronous test: a program that is started on a thread of Swift's pool has all signals blocked.
    try Blocking.wait { try await room.set(total: 20, script: steps) }
    try AppUnderTest(.lines(3), ["--tab", "feed", "--user", "ada", "--api-base", room.address]).use(self) {
      app in
      try app.wait(for: "feed: loaded page=1 count=20")
      try app.feedPicture()
      let before = try app.peakMemory()
      XCTAssertGreaterThan(before, 0)
      for (number, (_, sentence)) in cases.enumerated() {
        let line = try refresh(app)
        XCTAssertTrue(line.contains(sentence), "case \(number): \(line)")
        XCTAssertLessThan(try app.peakMemory() - before, Self.bound, "kilobytes after case \(number)")
      }
    }
    XCTAssertEqual(try Blocking.wait { try await room.requests().count }, cases.count + 1)
  }
}
