import Foundation
import Testing

@testable import BackscrollApp
@testable import Showcase

/// The test controls the time of the wait.
@MainActor
@Suite("A wait that a server demands")
struct FeedWaitTests {
  /// A clock that advances only during its waits.
  @MainActor
  private final class Clock {
    var now = Date(timeIntervalSince1970: 1_000)
    var steps: [Double] = []

    func wait(_ duration: Duration) async throws {
      steps.append(Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18)
      now += steps.last!
      await Task.yield()
      try Task.checkCancellation()
    }
  }

  private func run(seconds: Double, didChangeText: ((FeedWait, String?) -> Void)? = nil) async -> (
    texts: [String?], steps: [Double]
  ) {
    let clock = Clock()
    let wait = FeedWait(delay: { try await clock.wait($0) }, now: { clock.now })
    var texts: [String?] = []
    wait.didChangeText = { [weak wait] text in
      texts.append(text)
      if let wait { didChangeText?(wait, text) }
    }
    await withCheckedContinuation { done in
      wait.begin(until: clock.now + seconds) { done.resume() }
    }
    return (texts, clock.steps)
  }

  @Test("Counts down by the second, and tries again once at its end")
  func countsDown() async {
    let told = await run(seconds: 3)
    let sentence = "The server refuses requests for now. Trying again "
    #expect(told.texts == ["in 3 seconds.", "in 2 seconds.", "in a second."].map { sentence + $0 } + [nil])
    #expect(told.steps == [1, 1, 1])
  }

  @Test("A part of a second comes first, so that each count lasts one")
  func part() async {
    let told = await run(seconds: 1.5)
    #expect(told.texts.count == 3)
    #expect(told.steps == [0.5, 1])
  }

  @Test("A long one is told by its hour, and counts its end only")
  func long() async {
    let told = await run(seconds: 3_600)
    #expect(told.texts.first??.contains("Trying again at ") == true)
    #expect(told.texts.dropFirst().first??.hasSuffix("in 90 seconds.") == true)
    #expect(told.steps.first == 3_510)
  }

  @Test("One that is over already tries again at once")
  func over() async {
    let told = await run(seconds: -5)
    #expect(told.texts == [nil])
  }

  @Test("Closed by the reader it says no more, and tries again all the same")
  func hushed() async {
    let told = await run(seconds: 3) { wait, text in if text != nil { wait.hush() } }
    #expect(told.texts.count == 2)
    #expect(told.texts.last == .some(nil))
  }

  @Test("The same wait, demanded again after it was closed, says nothing; a longer one does")
  func demandedAgain() async {
    let clock = Clock()
    let wait = FeedWait(delay: { try await clock.wait($0) }, now: { clock.now })
    var texts: [String] = []
    wait.didChangeText = { if let text = $0 { texts.append(text) } }
    let end = clock.now + 4
    wait.begin(until: end)
    wait.hush()
    wait.pause()
    await withCheckedContinuation { done in wait.begin(until: end + 1) { done.resume() } }
    #expect(texts.isEmpty)
    await withCheckedContinuation { done in wait.begin(until: end + 4) { done.resume() } }
    #expect(texts.count == 3)
  }

  @Test("A try before the end leaves the text until there is an answer")
  func tryBefore() async {
    let clock = Clock()
    let wait = FeedWait(delay: { try await clock.wait($0) }, now: { clock.now })
    var texts: [String?] = []
    await withCheckedContinuation { done in
      wait.didChangeText = { [weak wait] text in
        texts.append(text)
        if text?.contains("in 2 seconds") == true {
          wait?.pause()
          done.resume()
        }
      }
      wait.begin(until: clock.now + 3) { texts.append("tried") }
    }
    await Task.yield()
    #expect(texts.last??.contains("in 2 seconds") == true)
    wait.noteSuccess()
    #expect(texts.last == .some(nil))
    #expect(!texts.contains("tried"))
  }

  @Test("A failure is a wait that says nothing, longer each time, until the server answers")
  func failures() {
    let clock = Clock()
    let wait = FeedWait(delay: { try await clock.wait($0) }, now: { clock.now })
    #expect(!wait.isWaiting)
    for seconds in [1.0, 2, 4] {
      wait.noteFailure()
      clock.now += seconds - 0.5
      #expect(wait.isWaiting)
      clock.now += 0.5
      #expect(!wait.isWaiting)
    }
    wait.noteFailure()
    wait.noteSuccess()
    #expect(!wait.isWaiting)
    wait.noteFailure()
    clock.now += 1
    #expect(!wait.isWaiting, "counted from the beginning")
  }

  @Test("Ended, it says so and tries nothing; another takes its place")
  func ended() async {
    let clock = Clock()
    let wait = FeedWait(delay: { try await clock.wait($0) }, now: { clock.now })
    var texts: [String?] = []
    wait.didChangeText = { texts.append($0) }
    wait.end()
    #expect(texts.isEmpty)
    var tries: [String] = []
    wait.begin(until: clock.now + 5) { tries.append("first") }
    #expect(wait.isWaiting)
    wait.end()
    #expect(!wait.isWaiting)
    #expect(texts == [nil])
    wait.begin(until: clock.now + 5) { tries.append("second") }
    wait.hush()
    await withCheckedContinuation { done in
      wait.begin(until: clock.now + 1) {
        tries.append("third")
        done.resume()
      }
    }
    #expect(tries == ["third"])
    #expect(texts.count { $0 != nil } == 1, "which the reader has not closed")
  }
}
