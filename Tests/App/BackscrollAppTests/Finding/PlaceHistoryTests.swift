import Testing

@testable import BackscrollApp
@testable import Reader

@Suite("The places that a reader jumped from")
struct PlaceHistoryTests {
  private func place(_ id: Int64, _ top: Double = 0) -> ReaderPlace {
    .chat(1, .row(ChatPlace.Row(message: id, top: top)))
  }

  @Test("Back goes through them, and forward returns")
  func thereAndBack() {
    var history = PlaceHistory()
    history.leave(place(1))
    history.leave(.results)
    #expect(history.goBack(from: place(3)) == .results)
    #expect(history.goBack(from: .results) == place(1))
    #expect(history.goBack(from: place(1)) == nil)
    #expect(history.goForward(from: place(1)) == .results)
    #expect(history.goForward(from: .results) == place(3))
    #expect(history.goForward(from: place(3)) == nil)
    #expect(history.canGoBack)
  }

  @Test("A jump forgets what was ahead")
  func jumpForgets() {
    var history = PlaceHistory()
    history.leave(place(1))
    #expect(history.goBack(from: place(2)) == place(1))
    history.leave(place(5))
    #expect(!history.canGoForward)
    #expect(history.back == [place(5)])
  }

  @Test("The same place is not kept twice in a row")
  func noRepeats() {
    var history = PlaceHistory()
    history.leave(place(1, 10))
    history.leave(place(1, 12))
    #expect(history.back.count == 1)
    history.leave(.chat(1, .end))
    history.leave(.chat(1, .end))
    #expect(history.back.count == 2)
  }

  @Test("The statistics are left together with the place behind them")
  func statistics() {
    var history = PlaceHistory()
    history.leave(place(1))
    history.leave(.statistics)
    history.leave(place(1))
    #expect(history.back == [place(1), .statistics])
    history.leave(place(7))
    history.leave(.statistics)
    #expect(history.back == [place(1), .statistics, place(7), .statistics])
    #expect(history.goBack(from: place(9)) == .statistics)
  }

  @Test("It is bounded")
  func bounded() {
    var history = PlaceHistory()
    for id in 0..<1_000 { history.leave(place(Int64(id))) }
    #expect(history.back.count == PlaceHistory.limit)
    #expect(history.back.last == place(999))
  }

  @Test("A place where the reader is already is passed over")
  func passedOver() {
    var history = PlaceHistory()
    history.leave(place(1))
    history.leave(place(2))
    #expect(history.goBack(from: place(2)) == place(1))
  }
}
