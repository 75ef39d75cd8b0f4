import ArgumentParser
import Foundation
import Synchronization
import Testing

@testable import AppBase
@testable import BackscrollApp
@testable import ChatFormats
@testable import ChatStore
@testable import Commands
@testable import Controls
@testable import Reader
@testable import SampleChat

@Suite("The command line")
struct CommandLineTests {
  private func parsed<Command>(_ words: String...) throws -> Command {
    try #require(try BackscrollCommand.parseAsRoot(words) as? Command)
  }

  @Test("Without a command's name, words open a window")
  func open() throws {
    let open: OpenCommand = try parsed("walks.sqlite", "--latency", "250")
    #expect(open.archive == "walks.sqlite")
    #expect(open.options.latency == 250)
    let bare: OpenCommand = try parsed()
    #expect(bare.archive == nil)
  }

  @Test("A command's name is the command; an archive of that name is reached with a path")
  func names() throws {
    let _: InfoCommand = try parsed("info", "walks.sqlite")
    let forget: ForgetCommand = try parsed("forget", "walks.sqlite", "3", "--yes")
    #expect(forget.number == 3 && forget.yes)
    let open: OpenCommand = try parsed("./info")
    #expect(open.archive == "./info")
  }

  @Test("Latency outside 0 to 60000 is refused", arguments: ["-1", "60001", "soon"])
  func latency(value: String) {
    #expect(throws: (any Error).self) { try BackscrollCommand.parseAsRoot(["--latency=\(value)"]) }
  }

  @Test("A tab that is not there is refused")
  func tab() {
    #expect(throws: (any Error).self) { try BackscrollCommand.parseAsRoot(["--tab", "nowhere"]) }
  }

  @Test(
    "A wish for a window survives the way to another process",
    arguments: [nil, "/a b/--odd", "/import", "/-x"])
  func request(path: String?) throws {
    let open: OpenCommand = try parsed("--latency", "7")
    let request = try OpenRequest(arguments: OpenRequest(archivePath: path, options: open.options).arguments)
    #expect(request.archivePath == path)
    #expect(request.options.latency == 7)
    #expect(request.options.tab == nil)
    #expect(!request.options.demo)
  }

  @Test("The sample conversation can be opened, but not together with an archive")
  func demo() throws {
    let open: OpenCommand = try parsed("--demo", "--tab", "lab")
    let request = try OpenRequest(arguments: OpenRequest(archivePath: nil, options: open.options).arguments)
    #expect(request.options.demo)
    #expect(request.options.tab == .lab)
    #expect(throws: (any Error).self) { try BackscrollCommand.parseAsRoot(["--demo", "a.sqlite"]) }
  }

  @Test("What the desktop wishes over the bus has the options of a start without any")
  func desktopRequest() {
    let request = OpenRequest.usual(archivePath: "/a b/c.sqlite")
    #expect(request.archivePath == "/a b/c.sqlite")
    #expect(request.options.tab == nil)
    #expect(request.options.latency == 0)
    #expect(request.options.at == nil)
  }

  @Test("The option by which the bus starts the program opens no window")
  func service() throws {
    let open: OpenCommand = try parsed("--gapplication-service")
    #expect(open.waitsForBus)
    #expect(!BackscrollCommand.helpMessage(for: OpenCommand.self).contains("gapplication"))
  }

  @Test("Success is 0, a mistake in the words is 2")
  func statuses() {
    #expect(Program.run(["--version"]) == 0)
    #expect(Program.run(["--no-such-option"]) == 2)
    #expect(Program.run(["info", "/no/such/archive"]) == 2)
    #expect(Program.run(["forget", "/no/such/archive", "1"]) == 2)
  }
}

@Suite("Lines that tell what goes on")
struct LineTests {
  @Test(
    "A log field is quoted only where it must be",
    arguments: [
      ("previous", "key=previous"), ("two words", "key=\"two words\""), ("", "key=\"\""),
      ("a=b", "key=\"a=b\""),
      ("a\u{1B}]0;b\u{7}", "key=\"a\\u{1b}]0;b\\u{7}\""),
      ("say \"hi\"", "key=\"say \\\"hi\\\"\""), ("one\ntwo", "key=\"one\\ntwo\""), ("/a\\b", "key=/a\\b"),
    ])
  func field(value: String, expected: String) {
    #expect(LogField("key", value).description == expected)
  }

  @Test("Progress is one line, written over, and nothing at all without a terminal")
  func progress() {
    for isTerminal in [true, false] {
      let output = Mutex("")
      let line = ProgressLine(isTerminal: isTerminal) { text in output.withLock { $0 += text } }
      line.show("1 message", fraction: 0.5)
      line.show("1 message", fraction: 0.5)
      line.show("2 messages", fraction: 7)
      line.clear()
      let erase = "\r\u{1B}[2K"
      let lines = "\(erase)50 %  1 message\(erase)100 %  2 messages\(erase)"
      #expect(output.withLock(\.self) == (isTerminal ? lines : ""))
    }
  }

  @Test("Themes of high contrast are known by their names")
  func highContrast() {
    for name in ["Default-hc", "Default-hc-dark", "HighContrast", "HighContrastInverse"] {
      #expect(Theme.isHighContrast(themeName: name))
    }
    for name in ["Default", "Default-dark", "Adwaita", ""] { #expect(!Theme.isHighContrast(themeName: name)) }
  }

  @Test(
    "The environment asks for high contrast by GTK's names and by those of desktops",
    arguments: [
      ("HighContrast", true, false), ("HighContrast:dark", true, true), ("HighContrastInverse", true, true),
      ("Default-hc", true, false), ("Default:hc", true, false), ("Default:hc-dark", true, true),
      ("Default-hc-dark", true, true), ("Adwaita", false, false), ("Adwaita:dark", false, true),
      ("Adwaita-dark", false, true),
    ])
  func forcedThemes(value: String, isHighContrast: Bool, isDark: Bool) throws {
    let theme = try #require(ForcedTheme(value))
    #expect(theme.isHighContrast == isHighContrast)
    #expect(theme.isDark == isDark)
  }

  @Test("Without a name the environment asks for no theme", arguments: [nil, "", ":dark"])
  func noForcedTheme(value: String?) { #expect(ForcedTheme(value) == nil) }

  @Test("What is sent has no blank ends, and a blank text is nothing")
  func message() {
    #expect(Composer.message(from: "\n\n  Hello\n there \n ") == "  Hello\n there")
    #expect(Composer.message(from: " \n\t\u{3000}") == nil)
    #expect(Composer.message(from: "") == nil)
  }
}

@Suite("What an import came to")
struct ImportReportTests {
  private func summary(added: Int = 0, duplicates: Int = 0, skipped: Int = 0, fails: Bool = false)
    -> ImportSummary
  {
    var summary = ImportSummary()
    (summary.added, summary.duplicates, summary.skipped) = (added, duplicates, skipped)
    if fails { summary.failures = [.missing(path: "x")] }
    return summary
  }

  @Test("0 is done, 1 is done with records skipped, 2 is failed, whatever else was done")
  func status() {
    #expect(ImportReport.status(of: summary(added: 3)) == 0)
    #expect(ImportReport.status(of: summary(added: 3, skipped: 1)) == 1)
    #expect(ImportReport.status(of: summary(added: 3, skipped: 1, fails: true)) == 2)
    var incomplete = summary(added: 3)
    incomplete.isIncomplete = true
    #expect(ImportReport.status(of: incomplete) == 1)
  }

  @Test("Of an archive that was lost meanwhile nothing is said to be kept, also if the import was cancelled")
  func interruption() {
    var lost = summary()
    lost.failures = [.archive(.removed(path: "/a"))]
    for isCancelled in [false, true] {
      lost.isCancelled = isCancelled
      #expect(
        ImportReport.interruption(of: lost, path: "/a")
          == "It is unknown which messages “/a” has kept. Run the same import again when it is in its place.")
    }
    #expect(ImportReport.status(of: lost) == 2)
    var cancelled = summary(added: 7)
    #expect(ImportReport.interruption(of: cancelled, path: "/a") == nil)
    cancelled.isCancelled = true
    #expect(ImportReport.interruption(of: cancelled, path: "/a")?.contains("7 messages") == true)
  }

  @Test("The sentence tells what is new, what was known and what was left out")
  func sentence() {
    #expect(ImportReport(summary(added: 1), path: "/a").sentence == "1 message added to “/a”.")
    let full = ImportReport(summary(added: 2, duplicates: 1, skipped: 1), path: "/a").sentence
    #expect(full == "2 messages added to “/a”; 1 existed already; 1 record skipped.")
  }
}

@Suite("Exporting from the command line", .serialized)
struct ExportCommandTests {
  @Test("An export has a chat, a format, days and a file; a format that is none is refused")
  func options() throws {
    let words = [
      "export", "a.sqlite", "--chat", "Walks", "--format", "json", "--from", "2024", "--to", "2024-03",
      "--rename-people", "--output", "walks.json",
    ]
    let command = try #require(try BackscrollCommand.parseAsRoot(words) as? ExportCommand)
    #expect(command.archive == "a.sqlite" && command.chat == "Walks" && command.format == .json)
    #expect(command.from == "2024" && command.to == "2024-03" && command.renamePeople)
    #expect(command.output == "walks.json")
    #expect(throws: (any Error).self) {
      try BackscrollCommand.parseAsRoot(["export", "a", "--chat", "b", "--format", "odt"])
    }
    let pages = ["export", "a", "--chat", "b", "--format", "pdf", "--paper", "letter", "--columns", "2"]
    let printed = try #require(try BackscrollCommand.parseAsRoot(pages) as? ExportCommand)
    #expect(printed.format == .pdf && printed.paper == .letter && printed.columns == 2)
    for wrong in [["--format", "html", "--paper", "a4"], ["--format", "pdf", "--columns", "3"]] {
      #expect(throws: (any Error).self) {
        try BackscrollCommand.parseAsRoot(["export", "a", "--chat", "b"] + wrong)
      }
    }
    #expect(throws: (any Error).self) {
      try BackscrollCommand.parseAsRoot(["export", "a", "--format", "txt"])
    }
  }

  @Test("The exit status is 0 for an export, 1 for an empty span and 2 for a chat that is not there")
  func statuses() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "backscroll-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("a.sqlite").path
    let archive = try Archive(path: path, mode: .createIfMissing)
    try SyntheticConversation.generate(into: archive, messages: 20, seed: 1)
    archive.close()
    let file = folder.appendingPathComponent("walk.txt").path
    func status(_ more: String...) -> Int32 {
      Program.run(["export", path, "--format", "txt", "--output", file] + more)
    }
    #expect(status("--chat", "Ridge walk") == 0)
    #expect(try String(contentsOfFile: file, encoding: .utf8).hasPrefix("Ridge walk\n20 messages"))
    try FileManager.default.removeItem(atPath: file)
    #expect(status("--chat", "1", "--from", "1999", "--to", "1999") == 1)
    #expect(status("--chat", "Nobody") == 2)
    #expect(status("--chat", "1", "--from", "soon") == 2)
    #expect(!FileManager.default.fileExists(atPath: file))
  }
}
