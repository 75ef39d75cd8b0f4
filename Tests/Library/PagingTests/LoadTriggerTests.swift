import Paging
import Testing

@Suite("The trigger of the next page")
struct LoadTriggerTests {
  private struct Failure: Error {}

  /// The results of the trigger for a sequence of calls with a limit of 10.
  private func answers(_ calls: (remaining: Double, state: LoadState)...) -> [Bool] {
    var trigger = LoadTrigger()
    return calls.map { trigger.update(remaining: $0.remaining, limit: 10, state: $0.state) }
  }

  @Test("It loads once less than the limit is left")
  func limit() {
    #expect(answers((10, .idle), (9, .idle)) == [false, true])
  }

  @Test("A burst of calls loads once, since the load begins immediately")
  func burst() {
    #expect(answers((1, .idle), (1, .loading), (0, .loading)) == [true, false, false])
  }

  @Test("A page that leaves too little is followed by another one, until the end")
  func fillsUp() {
    #expect(answers((1, .idle), (1, .loading), (4, .idle), (4, .end)) == [true, false, true, false])
  }

  @Test("A larger limit loads earlier, and a limit of 0 never loads")
  func limits() {
    var trigger = LoadTrigger()
    let answers = [10.0, 20, 0].map { trigger.update(remaining: 15, limit: $0, state: .idle) }
    #expect(answers == [false, true, false])
    #expect(trigger.update(remaining: -1, limit: 0, state: .idle) == false)
  }

  @Test("A failed page is loaded again only for a reader who comes back to it")
  func failure() {
    let failed = LoadState.failed(Failure())
    #expect(
      answers((1, .idle), (1, failed), (0, failed), (50, failed), (1, failed))
        == [true, false, false, false, true])
  }
}
