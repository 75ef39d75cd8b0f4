import Chats
import Testing

@testable import ChatFormats

@Suite("Files that are due in a folder")
struct FolderChangesTests {
  private let start = ContinuousClock.now
  private var changes = FolderChanges()

  private mutating func look(_ stamps: [String: String], after seconds: Int) -> FolderChanges.Due {
    changes.look(at: FolderListing(state: .readable, stamps: stamps), now: start + .seconds(seconds))
  }

  @Test("A file is due once it has kept its size and time for five seconds")
  mutating func settling() {
    let first = look(["a": "1"], after: 0)
    #expect(first.isEmpty)
    #expect(first.pendingCount == 1)
    #expect(first.nextLook == start + .seconds(5))
    #expect(look(["a": "2"], after: 4).nextLook == start + .seconds(9))
    #expect(look(["a": "2"], after: 8).isEmpty)
    let due = look(["a": "2"], after: 9)
    #expect(due.settled == ["a": "2"])
    #expect(due.nextLook == nil)
  }

  @Test("A file that was read is due again only if it changes, and one whose import was undone never")
  mutating func known() {
    changes.setKnown([
      WatchedFile(path: "a", stamp: "1"), WatchedFile(path: "b", stamp: "1", outcome: .undone),
      WatchedFile(path: "c", stamp: "1", outcome: .failed),
    ])
    #expect(look(["a": "1", "b": "2", "c": "1"], after: 0).unreadCount == 0)
    _ = look(["a": "0", "b": "3", "c": "2"], after: 10)
    #expect(look(["a": "0", "b": "3", "c": "2"], after: 15).settled == ["a": "0", "c": "2"])
  }

  @Test("A file that grows for half a minute is due if it is a log")
  mutating func growing() {
    for second in 0..<30 { #expect(look(["a": "\(second)"], after: second).isEmpty) }
    let due = look(["a": "30"], after: 30)
    #expect(due.growing == ["a": "30"])
    #expect(due.settled.isEmpty)
    #expect(due.pendingCount == 1)
  }

  @Test(
    "A file that is deleted before it is complete is not due, and neither is anything in a missing folder")
  mutating func gone() {
    _ = look(["a": "1"], after: 0)
    #expect(look([:], after: 1) == FolderChanges.Due())
    // It begins anew.
    #expect(look(["a": "1"], after: 6).isEmpty)
    let missing = changes.look(at: FolderListing(state: .missing), now: start + .seconds(20))
    #expect(missing == FolderChanges.Due())
    #expect(look(["a": "1"], after: 21).settled == ["a": "1"])
  }
}
