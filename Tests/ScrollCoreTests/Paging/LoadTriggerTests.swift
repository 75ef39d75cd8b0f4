import ScrollCore
import Testing

@Suite("When the next page is asked for")
struct LoadTriggerTests {
  private func update(
    _ trigger: inout LoadTrigger, distance: Double, viewport: Double = 100, rowCount: Int = 60,
    state: LoadState = .idle
  ) -> Bool {
    trigger.update(distance: distance, viewport: viewport, rowCount: rowCount, state: state)
  }

  @Test("Outside the band nothing is asked for, inside a page is")
  func band() {
    var trigger = LoadTrigger()
    #expect(!update(&trigger, distance: 200))
    #expect(update(&trigger, distance: 199))
  }

  @Test("A burst of calls asks once, since the load is under way at once")
  func burst() {
    var trigger = LoadTrigger()
    #expect(update(&trigger, distance: 10))
    for _ in 0..<5 { #expect(!update(&trigger, distance: 5, state: .loading)) }
  }

  @Test("A page that leaves the reader inside the band is followed by another, until the end")
  func fillsUp() {
    var trigger = LoadTrigger()
    #expect(update(&trigger, distance: 10))
    #expect(!update(&trigger, distance: 10, state: .loading))
    #expect(update(&trigger, distance: 40))
    #expect(!update(&trigger, distance: 40, state: .end))
  }

  @Test("A higher viewport has a wider band")
  func resize() {
    var trigger = LoadTrigger()
    #expect(!update(&trigger, distance: 300))
    #expect(update(&trigger, distance: 300, viewport: 400))
  }

  @Test("Nothing is asked for before the first page, nor by a viewport without height")
  func nothingYet() {
    var trigger = LoadTrigger()
    #expect(!update(&trigger, distance: 0, rowCount: 0))
    #expect(!update(&trigger, distance: 0, viewport: 0))
  }

  @Test("A failed page is tried again only by a reader who comes back to it")
  func failure() {
    var trigger = LoadTrigger()
    #expect(update(&trigger, distance: 10))
    for _ in 0..<3 { #expect(!update(&trigger, distance: 10, state: .failed("no"))) }
    #expect(!update(&trigger, distance: 500, state: .failed("no")))
    #expect(update(&trigger, distance: 10, state: .failed("no")))
  }

  @Test("A band of rows counts rows")
  func rows() {
    var trigger = LoadTrigger(.rows(3))
    let far = trigger.update(distance: 0, rows: 3, viewport: 100, rowCount: 30, state: .idle)
    let near = trigger.update(distance: 9_999, rows: 2, viewport: 100, rowCount: 30, state: .idle)
    #expect(!far && near)
  }
}
