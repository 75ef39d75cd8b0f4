import Foundation
import Testing

@testable import AppBase
@testable import BackscrollApp

@Suite("Where the program was installed")
struct ProgramFolderTests {
  @Test("Icons are those of the program's own prefix, and none where nothing is installed")
  func icons() throws {
    let prefix = FileManager.default.temporaryDirectory.appendingPathComponent(
      "a prefix \(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: prefix) }
    let program = prefix.appendingPathComponent("bin/backscroll")
    #expect(ProgramFolder.icons(besideProgram: program) == nil)
    let folder = prefix.appendingPathComponent("share/icons")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    #expect(ProgramFolder.icons(besideProgram: program)?.path == folder.path)
  }

  @Test("Catalogues are those of the prefix, else those beside the program")
  func catalogues() throws {
    let prefix = FileManager.default.temporaryDirectory.appendingPathComponent(
      "a prefix \(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: prefix) }
    let program = prefix.appendingPathComponent("bin/backscroll")
    #expect(ProgramFolder.catalogues(besideProgram: program) == nil)
    for place in ["bin/locale", "share/locale"] {
      let folder = prefix.appendingPathComponent(place)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      #expect(ProgramFolder.catalogues(besideProgram: program)?.path == folder.path)
    }
  }
}
