import Foundation
import Testing

@testable import AppBase
@testable import BackscrollApp

@Suite("What a person has chosen")
struct SettingsTests {
  private func inFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "backscroll-settings-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.appendingPathComponent("deep/settings.json"))
  }

  @Test("Without a choice, the sample conversation is pulled and an archive loads by itself")
  func defaults() throws {
    try inFolder { file in
      let settings = Settings.load(from: file)
      #expect(settings.olderLoading(for: .demo) == .pull)
      #expect(settings.olderLoading(for: .file(path: "/a")) == .auto)
    }
  }

  @Test("A choice is there at the next start, and leaves the other alone")
  func kept() throws {
    try inFolder { file in
      Settings.update(file) { $0.setOlderLoading(.pull, for: .file(path: "/a")) }
      Settings.update(file) { $0.setOlderLoading(.auto, for: .demo) }
      let settings = Settings.load(from: file)
      #expect(settings.olderLoading(for: .demo) == .auto)
      #expect(settings.olderLoading(for: .file(path: "/b")) == .pull)
    }
  }

  @Test("Demo tabs are shown unless they were switched off; another value counts as not chosen")
  func demoTabs() throws {
    try inFolder { file in
      #expect(Settings.load(from: file).showsDemoTabs == nil)
      Settings.update(file) { $0.showsDemoTabs = false }
      #expect(Settings.load(from: file).showsDemoTabs == false)
      try #"{"showsDemoTabs": "never", "importFolder": "/a"}"#.write(
        to: file, atomically: true, encoding: .utf8)
      #expect(Settings.load(from: file) == Settings(importFolder: "/a"))
    }
  }

  @Test("A change that changes nothing writes nothing")
  func unchanged() throws {
    try inFolder { file in
      func number() throws -> UInt64? {
        try FileManager.default.attributesOfItem(atPath: file.path)[.systemFileNumber] as? UInt64
      }
      Settings.update(file) { $0.noteUsed(.file(path: "/a")) }
      let other = file.deletingLastPathComponent().appendingPathComponent("other")
      // Keeps its number in use.
      try FileManager.default.linkItem(at: file, to: other)
      let before = try number()
      Settings.update(file) { $0.noteUsed(.file(path: "/a")) }
      #expect(try number() == before)
      Settings.update(file) { $0.noteUsed(.file(path: "/b")) }
      #expect(try number() != before)
    }
  }

  @Test("Nobody else may read the choices, which name the archives")
  func mode() throws {
    try inFolder { file in
      Settings.update(file) { $0.noteUsed(.file(path: "/a")) }
      func mode() throws -> Int? {
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        return (attributes[.posixPermissions] as? NSNumber)?.intValue
      }
      #expect(try mode() == 0o600)
      try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
      Settings.update(file) { $0.noteUsed(.file(path: "/b")) }
      #expect(try mode() == 0o600)
      #expect(Settings.load(from: file).recentArchives == ["/b", "/a"])
      let folder = file.deletingLastPathComponent()
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["settings.json"])
    }
  }

  @Test("A broken file, and one that cannot be written, are no reason to stop")
  func broken() throws {
    try inFolder { file in
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      for text in ["", "{", "{\"demoOlderLoading\": \"by magic\"}", "[1]"] {
        try text.write(to: file, atomically: true, encoding: .utf8)
        #expect(Settings.load(from: file) == Settings())
      }
      Settings.update(file) { $0.setOlderLoading(.auto, for: .demo) }
      #expect(Settings.load(from: file).demoOlderLoading == .auto, "and a choice mends it")
      Settings.update(URL(fileURLWithPath: "/proc/nowhere/settings.json")) {
        $0.setOlderLoading(.auto, for: .demo)
      }
    }
  }

  // Each start crashed, and one with 100,000 archives had no window in 10 s.
  @Test("A window that no screen has is not restored, and no more archives than the menu has")
  func impossible() throws {
    try inFolder { file in
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      for size in [Int(Int32.max) + 1, Int.max, 100_000, 0, -5, Int.min] {
        try """
        {"colorScheme": "dark", "windowSize": {"width": \(size), "height": 700, "isMaximized": false}}
        """.write(to: file, atomically: true, encoding: .utf8)
        #expect(Settings.load(from: file).windowSize == nil)
        #expect(Settings.load(from: file).colorScheme == .dark)
      }
      let paths = (0..<20_000).map { "\"/archive-\($0)\"" }.joined(separator: ",")
      try "{\"recentArchives\": [\(paths)]}".write(to: file, atomically: true, encoding: .utf8)
      #expect(Settings.load(from: file).recentArchives == (0..<Settings.recentLimit).map { "/archive-\($0)" })
      let more = String(repeating: "{\"recentArchives\": [\(paths)]}, ", count: 4)
      try "[\(more)]".write(to: file, atomically: true, encoding: .utf8)
      #expect(Settings.load(from: file) == Settings())
    }
  }

  @Test("A value that is unknown does not cost the others")
  func unknownValue() throws {
    try inFolder { file in
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try """
      {"tab": "of tomorrow", "colorScheme": "dark", "windowSize": {"width": 700}, "recentArchives": ["/a"], "new": 1}
      """.write(to: file, atomically: true, encoding: .utf8)
      var expected = Settings()
      expected.colorScheme = .dark
      expected.recentArchives = ["/a"]
      #expect(Settings.load(from: file) == expected)
    }
  }

  @Test("An archive that cannot be opened is forgotten")
  func forgotten() {
    var settings = Settings()
    for path in ["/a", "/b"] { settings.noteUsed(.file(path: path)) }
    settings.forget(.file(path: "/b"))
    settings.forget(.demo)
    #expect(settings.recentArchives == ["/a"])
  }

  @Test("Opened archives are kept once each, the last one first, and not too many")
  func recent() {
    var settings = Settings()
    for number in 0..<12 { settings.noteUsed(.file(path: "/\(number)")) }
    settings.noteUsed(.file(path: "/9"))
    #expect(settings.recentArchives == ["/9", "/11", "/10", "/8", "/7", "/6", "/5", "/4"])
  }

  // Two archives called "chats.sqlite" had one name in the menu.
  @Test(
    "A recent archive has its file's name, with the nearest folders that no archive of the same name is in",
    arguments: [
      (["/home/mara/chats.sqlite", "/b/work.sqlite"], ["chats.sqlite", "work.sqlite"]),
      (
        ["/home/mara/chats.sqlite", "/home/mara/Backup/chats.sqlite"],
        ["chats.sqlite — mara", "chats.sqlite — Backup"]
      ),
      (
        ["/a/old/chats.sqlite", "/b/old/chats.sqlite", "/b/new/chats.sqlite"],
        ["chats.sqlite — a/old", "chats.sqlite — b/old", "chats.sqlite — new"]
      ),
      (["/chats.sqlite", "/a/chats.sqlite"], ["chats.sqlite — /", "chats.sqlite — a"]),
    ])
  func recentTitles(paths: [String], expected: [String]) {
    var settings = Settings()
    settings.recentArchives = paths
    #expect(settings.recentTitles == expected)
  }

  @Test("A start without an archive opens the last one that is still there")
  func last() {
    var settings = Settings()
    #expect(settings.lastSource { _ in true } == .demo)
    for path in ["/b", "/a"] { settings.noteUsed(.file(path: path)) }
    #expect(settings.lastSource { _ in true } == .file(path: "/a"))
    #expect(settings.lastSource { $0 == "/b" } == .file(path: "/b"))
    #expect(settings.lastSource { _ in false } == .demo)
    // A user with own chats opens the sample, and still gets the own chats afterwards.
    settings.noteUsed(.demo)
    #expect(settings.lastSource { _ in true } == .file(path: "/a"))
    #expect(settings.recentArchives == ["/a", "/b"])
  }

  @Test("The window's size and tab, and the look, are there at the next start")
  func window() throws {
    try inFolder { file in
      let size = Settings.WindowSize(width: 700, height: 600, isMaximized: true)
      Settings.update(file) {
        $0.tab = .lab
        $0.windowSize = size
        $0.colorScheme = .dark
      }
      let settings = Settings.load(from: file)
      #expect(settings.tab == .lab)
      #expect(settings.windowSize == size)
      #expect(settings.colorScheme == .dark)
    }
  }
}
