import Foundation
import Testing

@testable import BackscrollApp
@testable import Reader

@Suite("Where the reader was in each chat")
struct SavedPlacesTests {
  private func inFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "backscroll-places-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.appendingPathComponent("deep/places.json"))
  }

  private static let place = ChatPlace.Row(message: 4711, order: 1 << 40, top: -12.5)

  @Test("A place and a text are there at the next start, by archive and chat")
  func kept() throws {
    try inFolder { file in
      try SavedPlaces.update(file) {
        $0["/a"][1] = SavedPlaces.Chat(id: 1, place: Self.place, text: "Half a thought")
        $0["/a"].chat = 1
        $0["/b"][1] = SavedPlaces.Chat(id: 1, text: "Elsewhere")
      }
      let places = SavedPlaces.load(from: file)
      #expect(places["/a"][1] == SavedPlaces.Chat(id: 1, place: Self.place, text: "Half a thought"))
      #expect(places["/a"].chat == 1)
      #expect(places["/a"][2].isUsual)
      #expect(places["/b"][1].text == "Elsewhere")
      #expect(places.archives.map(\.path) == ["/b", "/a"])
    }
  }

  @Test("Nobody else may read what was written")
  func mode() throws {
    try inFolder { file in
      try SavedPlaces.update(file) { $0["/a"][1].text = "Secret" }
      let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
      #expect(attributes[.posixPermissions] as? Int == 0o600)
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: file.deletingLastPathComponent().path).count == 1)
    }
  }

  @Test("A damaged file counts as empty and is replaced", arguments: ["", "{", "[1]", #"{"archives": 3}"#])
  func damaged(_ text: String) throws {
    try inFolder { file in
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
      #expect(SavedPlaces.load(from: file) == SavedPlaces())
      try SavedPlaces.update(file) { $0["/a"][1].text = "New" }
      #expect(SavedPlaces.load(from: file)["/a"][1].text == "New")
    }
  }

  @Test("A chat at its end without a text needs no entry, and what was left longest ago goes first")
  func bounds() throws {
    var places = SavedPlaces()
    for number in 0..<(SavedPlaces.chatLimit + 5) {
      places["/a"][Int64(number)] = SavedPlaces.Chat(id: Int64(number), place: Self.place)
    }
    #expect(places["/a"].chats.count == SavedPlaces.chatLimit)
    #expect(places["/a"][4].isUsual)
    #expect(places["/a"][5].place == Self.place)
    places["/a"][5].place = nil
    #expect(places["/a"].chats.count == SavedPlaces.chatLimit - 1)
    for number in 0..<SavedPlaces.archiveLimit { places["/\(number)"].chat = 1 }
    #expect(places.archives.count == SavedPlaces.archiveLimit)
    #expect(places["/a"].chats.isEmpty)
    let long = String(repeating: "x", count: SavedPlaces.textLimit - 5)
    places["/0"][1].text = "Ten bytes."
    places["/1"][1].text = long
    #expect(places["/1"][1].text == long)
    #expect(places["/0"][1].text.isEmpty)
  }

  @Test("A place that no list can have is not kept", arguments: [Double.nan, .infinity, 1e9])
  func impossible(_ top: Double) throws {
    try inFolder { file in
      try SavedPlaces.update(file) {
        $0["/a"][1] = SavedPlaces.Chat(id: 1, place: .init(message: 1, order: 1, top: top), text: "Text")
      }
      #expect(SavedPlaces.load(from: file)["/a"][1] == SavedPlaces.Chat(id: 1, text: "Text"))
    }
  }
}

extension SavedPlaces {
  /// Changes a file like another process.
  static func update(_ file: URL, _ change: (inout SavedPlaces) -> Void) throws {
    var places = load(from: file)
    change(&places)
    _ = try places.write(to: file)
  }
}
