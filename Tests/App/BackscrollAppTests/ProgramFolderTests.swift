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

  @Test("The manual is that of the prefix, else the one beside the program, in the language of the texts")
  func manual() throws {
    let prefix = FileManager.default.temporaryDirectory.appendingPathComponent(
      "a prefix \(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: prefix) }
    let program = prefix.appendingPathComponent("bin/backscroll")
    #expect(ProgramFolder.manual(besideProgram: program) == nil)
    for place in ["bin/manual", "share/backscroll/manual"] {
      let folder = prefix.appendingPathComponent(place)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      #expect(ProgramFolder.manual(besideProgram: program)?.path == folder.path)
      #expect(Manual.page(in: folder, language: "ko") == nil)
      for language in ["en", "ko", "pt_BR"] {
        let pages = folder.appendingPathComponent(language)
        try FileManager.default.createDirectory(at: pages, withIntermediateDirectories: true)
        try Data().write(to: pages.appendingPathComponent("index.html"))
      }
      let pages: [(String?, String)] = [
        (nil, "en"), ("ko", "ko"), ("ko_KR", "ko"), ("pt_BR", "pt_BR"), ("pt", "en"), ("fr", "en"),
      ]
      for (language, page) in pages {
        let found = Manual.page(in: folder, language: language)?.path
        #expect(found == folder.appendingPathComponent("\(page)/index.html").path, "\(language ?? "none")")
      }
    }
  }
}
