import ChatArchive
import Foundation
import Synchronization
import Testing

@testable import BackscrollApp

@Suite("The progress of an upgrade")
struct UpgradeProgressTests {
  /// A copy of an archive that the first release wrote.
  private func withVersionOne(_ body: (String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "backscroll-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let path = folder.appendingPathComponent("a.sqlite").path
    try FileManager.default.copyItem(
      atPath: tests.appendingPathComponent("Archive/ChatArchiveTests/Fixtures/version1.backscroll").path,
      toPath: path
    )
    try await body(path)
  }

  @Test("The window's archive tells how far its upgrade is, and a second time has none")
  func window() async throws {
    try await withVersionOne { path in
      let shares = Mutex<[Double]>([])
      let other = Mutex(0)
      for _ in 0..<2 {
        let archive = try await ArchiveSource.file(path: path).open { work, share in
          switch work {
          case .upgrading: shares.withLock { $0.append(share) }
          case .generating: other.withLock { $0 += 1 }
          }
        }
        archive.close()
      }
      let told = shares.withLock { $0 }
      #expect(told.first == 0 && told.last == 1 && told == told.sorted())
      #expect(told.count { $0 == 0 } == 1, "one upgrade")
      #expect(other.withLock { $0 } == 0)
    }
  }

  @Test("A command tells it in a line that is erased, and nothing elsewhere than on a terminal")
  func command() throws {
    for isTerminal in [true, false] {
      let written = Mutex("")
      let line = UpgradeLine(ProgressLine(isTerminal: isTerminal) { text in written.withLock { $0 += text } })
      line.show(0.5)
      line.clear()
      let erase = "\r\u{1B}[2K"
      #expect(written.withLock { $0 } == (isTerminal ? "\(erase)50 %  Upgrading the archive…\(erase)" : ""))
    }
  }
}
