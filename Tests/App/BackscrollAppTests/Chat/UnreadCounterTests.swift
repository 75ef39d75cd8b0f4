import Testing

@testable import BackscrollApp
@testable import Reader

@Suite("Unread messages")
struct UnreadCounterTests {
  @Test("What comes into view as it arrives is not unread")
  func there() {
    var unread = UnreadCounter()
    unread.arrived(1, readerIsThere: true)
    #expect(unread == UnreadCounter())
  }

  @Test("The line stands above the first, and counts those after it")
  func line() {
    var unread = UnreadCounter()
    for id in 1...3 { unread.arrived(Int64(id), readerIsThere: false) }
    #expect(unread.count == 3)
    #expect(unread.marker == .init(id: 1, count: 3))
    unread.saw([1])
    #expect(unread.count == 2)
    #expect(unread.marker == .init(id: 1, count: 3), "the line does not move under the reader")
    unread.arrived(4, readerIsThere: false)
    #expect(unread.marker == .init(id: 1, count: 4))
  }

  @Test("Once all is seen the line stays, and moves on with the next that is not")
  func moves() {
    var unread = UnreadCounter()
    unread.arrived(1, readerIsThere: false)
    unread.sawAll()
    #expect(unread.count == 0)
    #expect(unread.marker == .init(id: 1, count: 1))
    unread.arrived(2, readerIsThere: true)
    #expect(unread.marker == .init(id: 1, count: 1))
    unread.arrived(3, readerIsThere: false)
    #expect(unread.marker == .init(id: 3, count: 1))
    unread.clear()
    #expect(unread == UnreadCounter())
  }

  @Test("Another import is counted while messages of the one before are unread, and each message once")
  func imports() {
    var unread = UnreadCounter()
    unread.addImported([1, 2, 3])
    unread.saw([1, 2])
    unread.addImported([1, 2, 3, 4, 5])
    #expect(unread.count == 3)
    #expect(unread.marker == .init(id: 1, count: 5), "the line does not move under the reader")
    unread.addImported([1, 2, 3, 4, 5])
    #expect(unread.count == 3)
    unread.addImported([9, 1, 2, 3, 4, 5])
    #expect(unread.marker == .init(id: 9, count: 6), "the earliest that was not seen")
    unread.sawAll()
    unread.addImported([9, 1, 2, 3, 4, 5, 6])
    #expect(unread.count == 1)
    #expect(unread.marker == .init(id: 6, count: 1))
    unread.clear()
    #expect(unread == UnreadCounter())
  }
}
