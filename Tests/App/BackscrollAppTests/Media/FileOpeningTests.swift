import Foundation
import Testing
import ZipWriter

@testable import BackscrollApp
@testable import Media
@testable import MessageRow

@Suite("Opening files of messages")
struct FileOpeningTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "files-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  private func file(_ name: String, _ bytes: String) throws -> String {
    let url = folder.appendingPathComponent(name)
    try Data(bytes.utf8).write(to: url)
    return url.path
  }

  @Test("A file opens in the desktop's program, also if its disk marks every file as a program")
  func opens() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = try file("Route book.pdf", "%PDF-1.7")
    #expect(FileOpening(path) == .open(path: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: path)
    #expect(FileOpening(path) == .open(path: path))
    let empty = try file("empty.txt", "")
    #expect(FileOpening(empty) == .open(path: empty))
  }

  @Test(
    "What can run is never opened, whatever its name",
    arguments: [
      ("holiday.jpg.desktop", "[Desktop Entry]"), ("photo.SH", "echo"), ("photo.jpg", "#!/bin/sh\n"),
      ("notes", "\u{7f}ELF"), ("picture.png", "MZ\u{1}\u{2}"), ("a.jar", "PK"), ("b.AppImage", "x"),
    ])
  func runs(name: String, bytes: String) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = try file(name, bytes)
    #expect(FileOpening(path) == .showInFolder(path: path))
    // The same holds for another name of the file.
    let link = folder.appendingPathComponent("innocent.jpg").path
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    #expect(FileOpening(link) == .showInFolder(path: path))
  }

  @Test("What is not there, or is no file, is missing")
  func missing() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    for path in [
      nil, "", "photos/1.jpg", "synthetic:3", "/no/such.jpg", folder.path, "/dev/null", "/dev/zero",
    ] {
      #expect(FileOpening(path) == .missing(path: path))
    }
  }

  @Test("A file in a zip file opens as a copy outside of it, unless it can run or cannot be read")
  func inZip() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    var writer = ZipWriter()
    writer.add("files/Route book.pdf", "%PDF-1.7".utf8)
    writer.add("files/photo.jpg", "#!/bin/sh\n".utf8)
    writer.add("files/secret.pdf", "%PDF-1.7".utf8) { $0.flags |= 1 }
    let zip = folder.appendingPathComponent("export.zip")
    try writer.data().write(to: zip)
    guard case .open(let copy) = FileOpening(zip.path + "/files/Route book.pdf") else {
      Issue.record("not opened")
      return
    }
    #expect(copy.hasSuffix("/Route book.pdf") && !copy.hasPrefix(folder.path))
    #expect(try String(contentsOfFile: copy, encoding: .utf8) == "%PDF-1.7")
    if case .showInFolder = FileOpening(zip.path + "/files/photo.jpg") {} else { Issue.record("can run") }
    #expect(FileOpening(zip.path + "/files/secret.pdf") == .failed(.encrypted))
    let none = zip.path + "/files/none.pdf"
    #expect(FileOpening(none) == .missing(path: none))
    let target = folder.appendingPathComponent("saved.pdf").path
    #expect(await MediaFiles.copy(zip.path + "/files/Route book.pdf", to: target) == nil)
    #expect(try String(contentsOfFile: target, encoding: .utf8) == "%PDF-1.7")
    #expect(await MediaFiles.copy(none, to: target) != nil)
  }

  @Test("A copy is whole, and replaces what was there")
  func copies() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let (from, to) = (try file("a.txt", "new"), try file("b.txt", "old"))
    #expect(await MediaFiles.copy(from, to: to) == nil)
    #expect(try String(contentsOfFile: to, encoding: .utf8) == "new")
    #expect(await MediaFiles.copy("/no/such", to: to) != nil)
    #expect(await MediaFiles.copy(from, to: "/no/such/folder/x") != nil)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["a.txt", "b.txt"])
  }

  @Test("One choice tells where the whole export went, from any folder of it")
  func relocates() {
    func move(_ folder: String, has: String) -> [String]? {
      Relocation(of: "/old/export/photos/1.jpg", foundIn: folder) { $0 == has }.map { [$0.from, $0.to] }
    }
    let whole = ["/old/export", "/new/backup"]
    #expect(move("/new/backup", has: "/new/backup/photos/1.jpg") == whole)
    #expect(move("/new/backup/photos", has: "/new/backup/photos/1.jpg") == whole)
    #expect(move("/new/backup/photos/", has: "/new/backup/photos/1.jpg") == whole)
    #expect(move("/media/disk", has: "/media/disk/export/photos/1.jpg") == ["/old", "/media/disk"])
    #expect(move("/flat", has: "/flat/1.jpg") == ["/old/export/photos", "/flat"])
    #expect(move("/new", has: "/other/1.jpg") == nil)
    #expect(move("/old/export/photos", has: "/old/export/photos/1.jpg") == nil)
  }

  @Test("A folder that was renamed is found below the one that is chosen, and so is a zip file")
  func searches() throws {
    func search(_ path: String) -> [String]? {
      Relocation.search(for: path, below: folder.path, exists: { MediaLoader.store.exists($0) })
        .map { [$0.from, $0.to] }
    }
    let photos = folder.appendingPathComponent("backup/2024/phone/photos")
    try FileManager.default.createDirectory(at: photos, withIntermediateDirectories: true)
    try Data("x".utf8).write(to: photos.appendingPathComponent("1.jpg"))
    let phone = folder.appendingPathComponent("backup/2024/phone").path
    #expect(search("/old/export/photos/1.jpg") == ["/old/export", phone])
    // The same name in another folder is another file.
    #expect(search("/old/export/pictures/1.jpg") == nil)
    #expect(search("/old/export/photos/2.jpg") == nil)
    var zip = ZipWriter()
    try zip.add(folder: folder.appendingPathComponent("backup/2024/phone"))
    let renamed = folder.appendingPathComponent("backup/renamed.zip")
    try zip.data().write(to: renamed)
    try FileManager.default.removeItem(at: folder.appendingPathComponent("backup/2024"))
    #expect(search("/old/chat.zip/photos/1.jpg") == ["/old/chat.zip", renamed.path])
  }
}
