import SeededRandom
import Testing

@testable import ScrollCore

@Suite("What of a drag scrolls and what goes beyond an edge")
struct EdgeTravelTests {
  @Test("Within the content all of it scrolls")
  func within() {
    var travel = EdgeTravel()
    let outcome1 = travel.move(by: 30, before: 100, after: 100)
    #expect(outcome1 == 30)
    let outcome2 = travel.move(by: -70, before: 100, after: 100)
    #expect(outcome2 == -70)
    #expect(travel.beyond == 0)
  }

  @Test("At an edge the rest goes beyond, and is given back before the content scrolls again")
  func beyond() {
    var travel = EdgeTravel()
    let outcome3 = travel.move(by: 30, before: 10, after: 500)
    #expect(outcome3 == 10)
    #expect(travel.beyond == 20)
    let outcome4 = travel.move(by: 15, before: 0, after: 510)
    #expect(outcome4 == 0)
    let outcome5 = travel.move(by: -30, before: 0, after: 510)
    #expect(outcome5 == 0)
    #expect(travel.beyond == 5)
    let outcome6 = travel.move(by: -30, before: 0, after: 510)
    #expect(outcome6 == -25)
    #expect(travel.beyond == 0)
  }

  @Test("The end edge is the start edge turned over")
  func end() {
    var travel = EdgeTravel()
    let outcome7 = travel.move(by: -30, before: 500, after: 10)
    #expect(outcome7 == -10)
    #expect(travel.beyond == -20)
    let outcome8 = travel.move(by: 50, before: 510, after: 0)
    #expect(outcome8 == 30)
    #expect(travel.beyond == 0)
  }

  // In content that fits, both edges are at the same place.
  @Test("Content without room goes beyond either edge, through its place of rest")
  func noRoom() {
    var travel = EdgeTravel()
    let outcome9 = travel.move(by: 40, before: 0, after: 0)
    #expect(outcome9 == 0)
    #expect(travel.beyond == 40)
    let outcome10 = travel.move(by: -100, before: 0, after: 0)
    #expect(outcome10 == 0)
    #expect(travel.beyond == -60)
  }

  // Case 3 at the edge: content under a held pointer must not move when a page is inserted there.
  @Test("A page that lands beyond the edge takes over what the band shows")
  func landed() {
    var travel = EdgeTravel(beyond: 80)
    let outcome11 = travel.landed(shown: 40, before: 0, after: 0)
    #expect(outcome11 == nil)
    let outcome12 = travel.landed(shown: 40, before: 1_000, after: 0)
    #expect(outcome12 == 40)
    #expect(travel.beyond == 0)
    travel = EdgeTravel(beyond: -80)
    let outcome13 = travel.landed(shown: -40, before: 0, after: 1_000)
    #expect(outcome13 == -40)
    travel = EdgeTravel(beyond: 80)
    let outcome14 = travel.landed(shown: 40, before: 25, after: 0)
    #expect(outcome14 == 25, "a page shorter than the band")
  }

  @Test("Nothing of a random drag is lost: what scrolled and what is beyond add up to the hand's way")
  func sums() {
    var generator = SplitMix64(seed: 11)
    for _ in 0..<200 {
      var travel = EdgeTravel()
      var (before, after) = (
        Double.random(in: 0...300, using: &generator), Double.random(in: 0...300, using: &generator)
      )
      var (hand, content) = (0.0, 0.0)
      for _ in 0..<50 {
        let way = Double.random(in: -120...120, using: &generator)
        let scrolled = travel.move(by: way, before: before, after: after)
        hand += way
        content += scrolled
        before -= scrolled
        after += scrolled
        #expect(before >= -1e-9 && after >= -1e-9)
        #expect(abs(content + travel.beyond - hand) < 1e-6)
        #expect(travel.beyond <= 1e-9 || before < 1e-6)
        #expect(travel.beyond >= -1e-9 || after < 1e-6)
      }
    }
  }
}
