import Foundation
import Testing

@testable import AppBase
@testable import BackscrollApp

/// The paths by which an archive is opened.
@Suite("Archive sources")
struct ArchiveSourceTests {
  // A folder of documents is often a link to another disk, and the archive was opened in a second window.
  @Test("An archive is the same one by each path that leads to it")
  func links() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "backscroll-test-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let documents = folder.appendingPathComponent("documents")
    try FileManager.default.createDirectory(at: documents, withIntermediateDirectories: true)
    let file = documents.appendingPathComponent("a.sqlite")
    try Data().write(to: file)
    let link = folder.appendingPathComponent("link")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: documents)
    let source = ArchiveSource(path: file.path)
    #expect(source == .file(path: file.resolvingSymlinksInPath().path))
    #expect(ArchiveSource(path: link.appendingPathComponent("a.sqlite").path) == source)
    #expect(ArchiveSource(path: "\(documents.path)/../documents/./a.sqlite") == source)
  }

  @Test("A link that leads nowhere stays what was asked for")
  func danglingLink() throws {
    let link = FileManager.default.temporaryDirectory.appendingPathComponent(
      "backscroll-test-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: link) }
    try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "/nowhere/a.sqlite")
    #expect(ArchiveSource(path: link.path) == .file(path: link.path))
  }

  @Test("The sample’s own file is the sample")
  func sample() {
    let file = UserFolder.data.appendingPathComponent("backscroll/demo.sqlite")
    #expect(ArchiveSource(path: file.path) == .demo)
  }
}
