import Foundation
import Synchronization
import Testing

@testable import AppBase
@testable import Reader

@Suite("Places are written in the background")
struct PlaceStoreTests {
  /// A file in memory, whose writes can be held up or fail.
  private final class MemoryDisk: Sendable {
    struct State {
      var places = SavedPlaces()
      var fails = false
      var reads = 0
      var writes = 0
    }
    let state = Mutex(State())
    let gate = DispatchSemaphore(value: 0)

    /// - Parameter isHeld: Whether each write waits for a signal of the gate.
    func disk(isHeld: Bool = false) -> PlaceStore.Disk {
      PlaceStore.Disk(
        version: { nil },
        read: { [self] in
          state.withLock {
            $0.reads += 1
            return $0.places
          }
        },
        write: { [self] places in
          if isHeld { _ = gate.wait(timeout: .now() + 60) }
          return try state.withLock { state in
            state.writes += 1
            if state.fails { throw CocoaError(.fileWriteOutOfSpace) }
            state.places = places
            return nil
          }
        })
    }
  }

  private static func change(
    _ chat: Int64, _ text: String, in path: String = "/a", file: UInt64? = 1
  ) -> SavedPlaces.Change {
    .init(path: path, file: file, chat: chat, chats: [.init(id: chat, text: text)])
  }

  private func inFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "backscroll-store-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder.appendingPathComponent("deep/places.json"))
  }

  @Test("The last change is in the file after the wait at the end of the program")
  func lastChange() async throws {
    try await inFolder { file in
      let store = PlaceStore(file)
      for number in 0..<50 { store.put(Self.change(1, "\(number)")) }
      store.waitUntilWritten(atMost: 60)
      #expect(SavedPlaces.load(from: file)["/a"][1].text == "49")
    }
  }

  @Test("Changes during a write are written together, the later one of a chat on top")
  func together() async {
    let memory = MemoryDisk()
    let store = PlaceStore(memory.disk(isHeld: true))
    store.put(Self.change(1, "First"))
    for number in 0..<50 {
      store.put(Self.change(1, "\(number)"))
      store.put(Self.change(2, "Two", in: "/b"))
      store.put(Self.change(3, "Three"))
    }
    for _ in 0..<100 { memory.gate.signal() }
    let archive = await store.archive(at: "/a")
    #expect(archive.chats.map(\.text) == ["Three", "49"])
    #expect(archive.chat == 3)
    store.waitUntilWritten(atMost: 60)
    let state = memory.state.withLock { $0 }
    #expect(state.places["/a"] == archive)
    #expect(state.places["/b"][2].text == "Two")
    #expect((1...2).contains(state.writes))
    #expect(state.reads == 1)
  }

  @Test("What does not change the file is not written")
  func unchanged() async {
    let memory = MemoryDisk()
    let store = PlaceStore(memory.disk())
    for _ in 0..<2 {
      store.put(Self.change(1, "The same"))
      store.waitUntilWritten(atMost: 60)
    }
    #expect(memory.state.withLock(\.writes) == 1)
  }

  @Test("Two processes keep each other's chats; of two changes to one chat the later one is kept")
  func processes() async throws {
    try await inFolder { file in
      let (one, other) = (PlaceStore(file), PlaceStore(file))
      func put(_ store: PlaceStore, _ chat: Int64, _ text: String) {
        store.put(Self.change(chat, text))
        store.waitUntilWritten(atMost: 60)
      }
      put(one, 1, "One")
      put(other, 2, "Other")
      put(one, 3, "Three")
      put(other, 1, "One, later")
      put(one, 4, "Four")
      let places = SavedPlaces.load(from: file)["/a"]
      #expect((1...4).map { places[$0].text } == ["One, later", "Other", "Three", "Four"])
      #expect(await other.archive(at: "/a") == places)
    }
  }

  @Test("Another file at the path of an archive has nothing of the first one")
  func anotherArchive() async {
    let store = PlaceStore(MemoryDisk().disk())
    store.put(Self.change(1, "Old"))
    store.put(Self.change(2, "New", file: 2))
    store.waitUntilWritten(atMost: 60)
    store.put(Self.change(3, "Newer", file: 3))
    #expect(await store.archive(at: "/a").chats.map(\.text) == ["Newer"])
  }

  @Test("A damaged file is no failure", arguments: ["", "{", "[1]", #"{"archives": 3}"#])
  func damaged(_ text: String) async throws {
    try await inFolder { file in
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
      let store = PlaceStore(file)
      #expect(await store.archive(at: "/a").chats.isEmpty)
      store.put(Self.change(1, "New"))
      store.waitUntilWritten(atMost: 60)
      #expect(SavedPlaces.load(from: file)["/a"][1].text == "New")
    }
  }

  @Test("A change that could not be written is written with the next one")
  func full() async {
    let memory = MemoryDisk()
    let store = PlaceStore(memory.disk())
    memory.state.withLock { $0.fails = true }
    store.put(Self.change(1, "Lost?"))
    store.waitUntilWritten(atMost: 60)
    #expect(memory.state.withLock(\.places) == SavedPlaces())
    #expect(await store.archive(at: "/a")[1].text == "Lost?")
    memory.state.withLock { $0.fails = false }
    store.put(Self.change(2, "Next"))
    store.waitUntilWritten(atMost: 60)
    let places = memory.state.withLock(\.places)["/a"]
    #expect(places[1].text == "Lost?")
    #expect(places[2].text == "Next")
  }
}
