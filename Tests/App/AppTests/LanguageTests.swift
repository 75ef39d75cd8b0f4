import Foundation
import MessageCatalogues
import XCTest

@testable import AppTestSupport

/// The real program, installed with its Korean catalogue.
final class LanguageTests: XCTestCase {
  private static let korean = ["LANGUAGE": "ko"]

  /// Calls `body` with a copy of the program in a separate prefix, and the prefix.
  private func inPrefix(_ body: (_ program: URL, _ prefix: URL) throws -> Void) throws {
    let files = FileManager.default
    let prefix = files.temporaryDirectory.appendingPathComponent("backscroll-language-\(UUID().uuidString)")
    defer { try? files.removeItem(at: prefix) }
    let program = prefix.appendingPathComponent("bin/backscroll")
    try files.createDirectory(at: program.deletingLastPathComponent(), withIntermediateDirectories: true)
    // Use a link if the file system supports it, since the program is large.
    do { try files.linkItem(at: AppUnderTest.program, to: program) } catch {
      try files.copyItem(at: AppUnderTest.program, to: program)
    }
    let catalogue = try MessageCatalogue(
      contentsOf: SourceMessages.catalogues.appendingPathComponent("ko.po"))
    try catalogue.install(as: "ko", in: prefix.appendingPathComponent("share/locale"))
    try skipUnlessLanguagesAreHeeded(program)
    try body(program, prefix)
  }

  /// Since about 2.38, the GNU C library treats C.UTF-8 as a locale without translations, like C; no other locale is on
  /// every machine.
  private func skipUnlessLanguagesAreHeeded(_ program: URL) throws {
    let getconf = Process()
    let answer = Pipe()
    getconf.executableURL = URL(fileURLWithPath: "/usr/bin/getconf")
    getconf.arguments = ["GNU_LIBC_VERSION"]
    getconf.standardOutput = answer
    try getconf.run()
    // "glibc 2.36"
    let words = String(decoding: answer.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let numbers = words.matches(of: /\d+/).compactMap { Int($0.output) }
    guard !numbers.lexicographicallyPrecedes([2, 38]) else { return }
    let failure = try AppUnderTest.command(["info", "/none"], program: program, environment: Self.korean).err
    try XCTSkipIf(failure.contains("There is no archive"), "LANGUAGE has no effect in C.UTF-8 here")
  }

  func testWordsDatesAndNumbersAreKorean() throws {
    try inPrefix { program, prefix in
      let archive = prefix.appendingPathComponent("a.sqlite").path
      func run(_ arguments: String...) throws -> (status: Int32, out: String, err: String) {
        try AppUnderTest.command(arguments, program: program, environment: Self.korean)
      }
      let generated = try run("generate", archive, "--messages", "1200")
      XCTAssertTrue(generated.out.contains("메시지 1,200개"), generated.out)
      let info = try run("info", archive).out
      XCTAssertTrue(info.contains("마지막 메시지: "), info)
      XCTAssertNotNil(info.firstMatch(of: /첫 메시지: +(\d{4}년 )?\d+월 \d+일 오[전후] \d+:\d\d/), info)
      let failure = try run("info", archive + ".none")
      XCTAssertEqual(failure.status, 2)
      XCTAssertEqual(
        failure.err,
        "backscroll: “\(archive).none”에 보관함이 없습니다. 경로를 확인하거나, 대화를 가져와 보관함을 만드십시오.\n")
    }
  }

  func testTheProgramsOwnHelpIsKorean() throws {
    try inPrefix { program, _ in
      let help = try AppUnderTest.command(
        ["help", "import"], program: program, environment: Self.korean)
      XCTAssertEqual(help.status, 0)
      XCTAssertTrue(help.out.contains("내보낸 대화와 로그를 보관함에 가져옵니다.\n"), help.out)
    }
  }

  func testALocaleThatWasNeverInstalledGivesItsLanguageAllTheSame() throws {
    try inPrefix { program, _ in
      let failure = try AppUnderTest.command(
        ["info", "/none"], program: program, environment: ["LC_ALL": "ko_KR.UTF-8"])
      XCTAssertTrue(failure.err.hasPrefix("backscroll: “/none”에 보관함이 없습니다."), failure.err)
    }
  }

  func testALanguageThatIsNotThereIsEnglish() throws {
    try inPrefix { program, _ in
      let failure = try AppUnderTest.command(
        ["info", "/none"], program: program, environment: ["LANGUAGE": "xx"])
      XCTAssertTrue(failure.err.hasPrefix("backscroll: There is no archive at “/none”."), failure.err)
    }
  }

  /// The log of the window is the same in each language, except for texts that it quotes.
  func testTheWindowSpeaksKorean() throws {
    try inPrefix { program, _ in
      let app = try AppUnderTest(
        .synthetic(10), ["--tab", "picker"], program: program, environment: Self.korean)
      app.use(self) { app in
        try app.wait(for: "window: first-frame")
        try app.wait(for: "picker: layout index=0 option=\"선택지 하나\"")
      }
    }
  }
}
