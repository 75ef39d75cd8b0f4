import Foundation
import Testing

@testable import BackscrollApp

@Suite("What a person has chosen")
struct SettingsTests {
  private func inFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "backscroll-settings-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.appendingPathComponent("deep/settings.json"))
  }

  @Test("without a choice the made-up conversation is pulled and one's own loads by itself")
  func defaults() throws {
    try inFolder { file in
      let settings = Settings.load(from: file)
      #expect(settings.olderLoading(for: .demo) == .pull)
      #expect(settings.olderLoading(for: .file(path: "/a")) == .auto)
    }
  }

  @Test("a choice is there at the next start, and leaves the other alone")
  func kept() throws {
    try inFolder { file in
      Settings.update(file) { $0.setOlderLoading(.pull, for: .file(path: "/a")) }
      Settings.update(file) { $0.setOlderLoading(.auto, for: .demo) }
      let settings = Settings.load(from: file)
      #expect(settings.olderLoading(for: .demo) == .auto)
      #expect(settings.olderLoading(for: .file(path: "/b")) == .pull)
    }
  }

  @Test("a broken file, and one that cannot be written, are no reason to stop")
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
}
