import Foundation
import GitHubServer
import HTTP
import Synchronization
import Testing

@testable import StarredRepositories

@Suite("When GitHub's rate limit is reached", .timeLimit(.minutes(20)))
struct GitHubLimitTests {
  private let room: ServerRoom

  init() throws {
    room = try ServerRoom()
  }

  /// The seconds until a limit's end.
  private func secondsLeft(_ error: FeedError) throws -> Double {
    guard case .rateLimited(_, let until) = error else { throw TestFailure("\(error)") }
    #expect(error.retryDate == until)
    return until.timeIntervalSinceNow
  }

  @Test("A long Retry-After is an error that says until when", arguments: [403, 429])
  func retryAfter(status: Int) async throws {
    try await room.set(script: [.status(status, headers: ["Retry-After": "1800"])])
    #expect((1_700...1_800).contains(try secondsLeft(try await room.source().failure())))
    #expect(try await room.requests().count == 1)
  }

  @Test("Retry-After may be a date")
  func retryAfterDate() async throws {
    try await room.set(script: [.init(do: "status", status: 429, dateIn: ["Retry-After": 1_800])])
    #expect((1_700...1_801).contains(try secondsLeft(try await room.source().failure())))
  }

  @Test("Nothing remaining, and a reset", arguments: [403, 429])
  func reset(status: Int) async throws {
    try await room.set(script: [
      .init(
        do: "status", status: status, headers: ["X-RateLimit-Remaining": "0"],
        resetIn: ["X-RateLimit-Reset": 1_800])
    ])
    #expect((1_700...1_801).contains(try secondsLeft(try await room.source().failure())))
  }

  @Test("A limit without an end lasts a minute")
  func unnamed() async throws {
    try await room.set(script: [
      .status(429), .init(do: "status", status: 403, message: "You have exceeded a secondary rate limit."),
    ])
    for _ in 0..<2 { #expect((50...60).contains(try secondsLeft(try await room.source().failure()))) }
  }

  @Test("A 403 with requests remaining is no limit")
  func plainlyForbidden() async throws {
    try await room.set(script: [.status(403, headers: ["X-RateLimit-Remaining": "55"])])
    #expect(try await room.source().failure() == .server(host: room.base.host, status: 403))
  }

  @Test("A short wait is announced and kept, and then the page loads")
  func shortWait() async throws {
    try await room.set(
      total: 3,
      script: [.status(429, headers: ["Retry-After": "0"]), .status(403, headers: ["Retry-After": "1"])])
    let waits = Mutex<[Date]>([])
    let begin = Date()
    let source = try room.source { until in waits.withLock { $0.append(until) } }
    #expect(try await source.page(nil).items.count == 3)
    let ends = waits.withLock { $0 }
    try #require(ends.count == 2)
    #expect(ends[0] >= begin.addingTimeInterval(1) && ends[1] >= ends[0].addingTimeInterval(2))
    // A request before the end would extend the limit.
    #expect(Date() >= (ends.last ?? .distantFuture))
    #expect(try await room.requests().count == 3)
  }

  @Test("After two waits, another limit is an error")
  func boundedWaits() async throws {
    try await room.set(script: Array(repeating: .status(429, headers: ["Retry-After": "0"]), count: 9))
    let error = try await room.source().failure()
    #expect(error.retryDate != nil)
    #expect(try await room.requests().count == 3)
  }

  @Test("Refusals in a row double the wait, also over several requests, until there is an answer")
  func doubling() async throws {
    let refusal = ServerRoom.Step.status(429, headers: ["Retry-After": "0"])
    try await room.set(script: Array(repeating: refusal, count: 4) + [.list, refusal])
    let source = try room.source(longestWait: .zero)
    for least in [1, 2, 4, 8.0] {
      let begin = Date()
      let until = try #require(try await source.failure().retryDate)
      #expect(until >= begin.addingTimeInterval(least))
    }
    _ = try await source.page(nil)
    #expect(try secondsLeft(try await source.failure()) <= 1)
  }

  // A server that had refused a page got a request for each later page, although all were in the cache.
  @Test("Until a limit ends, pages of the cache are answered without a request")
  func restsWithCache() async throws {
    let folder = try TemporaryFolder()
    try await room.set(total: 90)
    _ = try await room.source(cache: PageCache(folder: folder.path("cache"))).allPages()
    try await room.set(script: [.status(429, headers: ["Retry-After": "600"])])
    let before = try await room.requests().count
    let source = try room.source(cache: PageCache(folder: folder.path("cache")))
    let stale = try await source.page(nil, unreachable: .answerFromCache)
    #expect(stale.staleReason?.retryDate != nil)
    let next = try await source.page(stale.next, unreachable: .answerFromCache)
    #expect(next.staleReason == stale.staleReason)
    #expect(try await room.requests().count == before + 1)
    // A request by the user goes to the server.
    let fresh = try await source.page(nil, unreachable: .fail)
    #expect(fresh.staleReason == nil)
    _ = try await source.page(fresh.next, unreachable: .answerFromCache)
    #expect(try await room.requests().count == before + 3)
  }

  @Test("Cancelling ends a wait")
  func cancelWait() async throws {
    try await room.set(script: [.status(429, headers: ["Retry-After": "600"])])
    let (waits, begun) = AsyncStream.makeStream(of: Date.self)
    let source = try room.source(longestWait: .seconds(3_600)) { begun.yield($0) }
    let task = Task { try await source.page(nil) }
    var iterator = waits.makeAsyncIterator()
    #expect(await iterator.next() != nil)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await room.requests().count == 1)
  }
}

@Suite("Waits after failures")
struct BackoffTests {
  @Test("One second, then twice as long each time, within a bound; an answer ends it")
  func doubling() {
    var backoff = Backoff()
    #expect((0..<5).map { _ in backoff.noteFailure() } == [1, 2, 4, 8, 16])
    for _ in 0..<2_000 { _ = backoff.noteFailure() }
    #expect(backoff.noteFailure() == Backoff.longestDelay)
    backoff.noteSuccess()
    #expect(backoff.noteFailure() == 1)
  }
}

@Suite("Reading limits")
struct RateLimitTests {
  private let now = Date(timeIntervalSince1970: 1_700_000_000)

  private func wait(_ status: Int, _ headers: [String: String], body: String = "") -> Double? {
    let response = HTTPResponse(
      status: status, headers: headers.map { ($0.key, $0.value) }, body: Data(body.utf8))
    return RateLimit.retryDate(response, now: now)?.timeIntervalSince(now)
  }

  @Test("A reset counts by the server's clock, however wrong ours is")
  func clocksApart() {
    let headers = [
      "x-ratelimit-remaining": "0", "x-ratelimit-reset": "1700010060",
      "date": "Wed, 15 Nov 2023 01:00:00 GMT",
    ]
    #expect(wait(403, headers) == 60)
  }

  @Test("Retry-After goes before the reset")
  func precedence() {
    #expect(
      wait(403, ["Retry-After": "5", "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1700009999"]) == 5)
  }

  // The server got requests as fast as it answered, 635 times in 5 seconds.
  @Test("No time, and a time in the past, mean a second")
  func noTime() {
    for value in ["0", "-5", "0.001", "-inf", "Wed, 15 Nov 1995 01:00:00 GMT"] {
      #expect(wait(429, ["Retry-After": value]).map { $0 >= 1 } == true, "\(value)")
    }
    #expect(wait(403, ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1"]) == 1)
  }

  @Test("A far time is bounded; nonsense is a minute")
  func oddValues() {
    #expect(wait(429, ["Retry-After": "99999999999"]) == 86_400)
    #expect(wait(429, ["Retry-After": "nan"]) == 60)
    #expect(wait(429, ["Retry-After": "soon"]) == 60)
  }

  @Test("Other answers are no limits")
  func others() {
    #expect(wait(503, ["Retry-After": "5"]) == nil)
    #expect(wait(200, ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1700000060"]) == nil)
    #expect(wait(403, [:], body: "Repository access blocked") == nil)
  }
}
