import Foundation
import Testing

@testable import AppBase
@testable import ArchiveWords
@testable import BackscrollApp
@testable import ChatFormats
@testable import ChatStore
@testable import Commands
@testable import Importing

@Suite("What is to be imported, and where to")
struct ImportRequestTests {
  @Test("A new archive has a name for all chats, and takes no other file's place")
  func name() throws {
    let data = FileManager.default.temporaryDirectory.appendingPathComponent(
      "backscroll-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: data) }
    let folder = data.appendingPathComponent("backscroll")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.appendingPathComponent("My Chats.sqlite").path
    #expect(ImportRequest.newArchivePath(in: data) == path)
    _ = try Archive(path: path, mode: .createIfMissing)
    #expect(ImportRequest.newArchivePath(in: data) == path, "the next import completes it")
    let second = folder.appendingPathComponent("My Chats 2.sqlite").path
    #expect(ImportRequest.newArchivePath(in: data, besides: path) == second, "it cannot be opened")
    try "a list".write(toFile: second, atomically: true, encoding: .utf8)
    let third = folder.appendingPathComponent("My Chats 3.sqlite").path
    #expect(ImportRequest.newArchivePath(in: data, besides: path) == third)
    let other = ImportRequest(["/x/WhatsApp Chat with Ann.zip"], from: .demo).archivePath
    #expect(other.contains("/backscroll/My Chats"))
  }

  @Test("A window with an archive of one's own takes it")
  func own() {
    #expect(ImportRequest(["/a"], from: .file(path: "/b.sqlite")).archivePath == "/b.sqlite")
  }

  @Test("Of very many reports a few a second are let through, the first at once")
  func pace() {
    let pace = ImportPace()
    let start = ContinuousClock.now
    let passed = (0..<1000).filter { pace.isDue(at: start + .milliseconds($0)) }
    #expect(passed == [0, 250, 500, 750])
  }

  @Test("What was read is new, was there, or could not be read")
  func figures() {
    var outcome = ImportOutcome(archivePath: "/a")
    outcome.add(ImportSummary(added: 48_171, duplicates: 27, skipped: 12, conversations: [1, 2]))
    outcome.add(ImportSummary(added: 2, conversations: [2, 3]))
    let counts = outcome.figures.rows.map(\.count)
    #expect(counts == [48_212, 48_173, 27, 12])
    #expect(counts[0] == counts[1...].reduce(0, +))
    #expect(outcome.title == "3 chats imported")
    #expect(!outcome.text.contains("Media"))
    outcome.noteMissingMedia(17)
    #expect(outcome.text.contains("Media not in the export: 17\n"))
    #expect(outcome.hasLosses)
  }

  @Test("The copied text has the figures and each of what was left out")
  func text() {
    var outcome = ImportOutcome(archivePath: "/a")
    let problem = ImportProblem(
      file: URL(fileURLWithPath: "/c.log"), place: .line(7), reason: "no time", effect: .skipped)
    outcome.add(
      ImportSummary(added: 1, skipped: 2, conversations: [1], failures: [.missing(path: "/d")]),
      [problem, problem])
    #expect(
      outcome.text == """
        1 chat imported
        Messages read: 3
        New: 1
        Already in the archive: 0
        Could not be read: 2
        There is no file at “/d”. Check the path.
        /c.log:7: no time; skipped
        /c.log:7: no time; skipped

        """)
  }

  @Test("The time left is told after two seconds, from all bytes read so far")
  func rate() {
    let start = ContinuousClock.now
    let rate = ImportRate(start: start)
    let progress = ImportProgress(bytesRead: 30_000_000, totalBytes: 120_000_000, messages: 1, file: nil)
    #expect(rate.words(of: progress, at: start + .seconds(1)) == ["30 MB/s"])
    #expect(rate.words(of: progress, at: start + .seconds(3)) == ["10 MB/s", "about 9 seconds left"])
    #expect(rate.secondsLeft(progress, at: start + .seconds(600)) == 1_800)
  }
}

@Suite("Words about what was found")
struct ImportWordsTests {
  private static func files(_ path: String, count: Int = 1) -> String {
    ImportWords.files(
      .init(
        format: .whatsapp, certainty: .certain, file: URL(fileURLWithPath: path), fileCount: count,
        byteCount: 38_000_000))
  }

  @Test("A file has the name that was chosen, cut in its middle where it is long")
  func files() {
    #expect(Self.files("/a/result.json") == "result.json · 38 MB")
    #expect(Self.files("/a/result.json", count: 12) == "12 files · 38 MB")
    #expect(Self.files("/a/WhatsApp Chat - Ridge.zip/_chat.txt") == "WhatsApp Chat - Ridge.zip · 38 MB")
    #expect(Self.files("/a/WhatsApp Chat with Jonas Weber.txt") == "WhatsApp Chat with … Weber.txt · 38 MB")
  }

  @Test("A zip file has the size that the desktop shows for it, several files that of what is read")
  func zipSize() throws {
    var found = ImportSurvey.Found(
      format: .whatsapp, certainty: .certain, file: URL(fileURLWithPath: "/a/b.zip/_chat.txt"), fileCount: 1,
      byteCount: 624_000)
    found.zipByteCount = 517_000
    #expect(ImportWords.files(found) == "b.zip · 517 kB")
    found.fileCount = 2
    #expect(ImportWords.files(found) == "2 files · 624 kB")
  }

  @Test("A format is named by its program, and by what has written the files where there are several")
  func formats() {
    let titles = ImportFormat.allCases.map(\.title)
    #expect(Set(titles).count == titles.count)
    for title in ["Telegram", "Telegram (web pages)", "WhatsApp"] { #expect(titles.contains(title)) }
    for format in ImportFormat.allCases where format.rawValue.contains("-") {
      #expect(format.title != format.rawValue)
    }
  }

  @Test("What runs is called by the chat, and by the file before there is one")
  func running() {
    let request = ImportRequest(["/a/b.zip"], from: .demo)
    var progress = ImportProgress(
      bytesRead: 1, totalBytes: 2, messages: 1, file: URL(fileURLWithPath: "/a/b.zip/_chat.txt"))
    #expect(ImportWords.running(request, nil) == "Importing “b.zip”")
    #expect(ImportWords.running(request, progress) == "Importing “_chat.txt”")
    progress.chat = "Ridge\nwalk"
    #expect(ImportWords.running(request, progress).hasPrefix("Importing “Ridge"))
  }
}

@Suite("What is asked before an import")
struct ImportFormTests {
  private static func form(
    _ chats: [(title: String, people: [String])], change: (inout ImportSurvey) -> Void = { _ in }
  ) -> ImportForm {
    ImportForm(survey: .made(chats, change: change), options: ImportOptions(timeZone: .gmt))
  }

  @Test("Who one is has to be told where nothing tells it, and can be guessed elsewhere")
  func question() {
    var open = Self.form([("Walks", ["Ann", "Bo", "Cy"])])
    #expect(open.obstacle != nil)
    open.owner = .nobody
    #expect(open.obstacle == nil)
    #expect(open.options(isSeen: true).owners == ["test:Walks": .nobody])
    let guessed = Self.form([("Ann", ["Ann", "Bo"])])
    #expect(guessed.obstacle == nil)
    #expect(guessed.shownOwner == "test:Bo")
    #expect(guessed.options.owners == ["test:Ann": .guessed("test:Bo")])
    #expect(
      guessed.options(isSeen: true).owners
        == ["test:Ann": .person(.init(key: "test:Bo", name: "Bo"))])
  }

  @Test("What the archive knows is not asked, and what the files tell is not told again")
  func known() {
    var form = Self.form([("Walks", ["Ann", "Bo", "Cy"])])
    form.knownOwners = ["test:Walks": ["test:Bo"]]
    #expect(form.obstacle == nil)
    #expect(!form.hasOwnerRow, "an answer would change nothing")
    #expect(form.previewOwner(of: form.survey.chats[0]) == .person(.init(key: "test:Bo", name: "Bo")))
    #expect(form.options(isSeen: true).owners.isEmpty)
    form.owner = .nobody
    #expect(form.previewOwner(of: form.survey.chats[0]) != .nobody, "it shows what will be")
    #expect(form.options(isSeen: true).owners.isEmpty, "what is known is not taken away")
    let told = Self.form([("Walks", ["Ann", "Bo", "Cy"])]) { $0.chats[0].toldOwner = "test:Cy" }
    #expect(told.question == .told("test:Cy"))
    #expect(told.options.owners.isEmpty)
    #expect(told.options(isSeen: true).owners == ["test:Walks": .told], "seen, and accepted")
  }

  @Test("Where the archive knows some of the chats, the answer and the preview are those of the others")
  func partlyKnown() {
    var form = Self.form([("Walks", ["Ann", "Bo", "Cy"]), ("Talks", ["Di", "Ed", "Flo"])])
    form.knownOwners = ["test:Walks": []]
    #expect(Set(form.candidates.map(\.name)) == ["Di", "Ed", "Flo"])
    #expect(form.hasOwnerRow)
    #expect(form.previewed?.title == "Talks")
    #expect(form.previewOwner(of: form.survey.chats[0]) == .nobody)
    form.owner = .person("test:Ed")
    #expect(form.previewed.map(form.previewOwner) == .person(.init(key: "test:Ed", name: "Ed")))
    form.knownOwners["test:Talks"] = ["test:Di"]
    #expect(form.previewed?.title == "Walks")
  }

  @Test("While the files are counted nothing of what is offered moves, and all of a few people are offered")
  func offered() {
    func people(_ names: String) -> [ImportSurvey.Person] {
      names.map { ImportSurvey.Person(id: "\($0)", name: "\($0)", messageCount: 1) }
    }
    func shown(_ choices: OwnerChoices) -> String {
      choices.items.map {
        switch $0 {
        case .person(let person): person.name
        case .nobody: "-"
        case .more: "+"
        }
      }.joined()
    }
    var choices = OwnerChoices()
    choices.update(people("abcde"), chosen: nil, isComplete: true, isTouched: true)
    #expect(shown(choices) == "abcde-")
    choices = OwnerChoices()
    choices.update(people("abcdef"), chosen: nil, isComplete: true, isTouched: true)
    #expect(shown(choices) == "abc-+")
    choices.update(people("abcdef"), chosen: "e", isComplete: true, isTouched: true)
    #expect(shown(choices) == "abc-+e", "who is chosen has a button")
    choices = OwnerChoices()
    choices.update(people("ab"), chosen: nil, isComplete: false, isTouched: false)
    #expect(shown(choices) == "ab-+")
    choices.update(people("dcba"), chosen: nil, isComplete: false, isTouched: false)
    #expect(shown(choices) == "ab-+")
    var whole = choices
    whole.update(people("dcba"), chosen: nil, isComplete: true, isTouched: true)
    #expect(shown(whole) == "ab-dc")
    whole.update(people("dcba"), chosen: nil, isComplete: true, isTouched: false)
    #expect(shown(whole) == "dcba-", "the same, however far the counting was at first")
    choices.update(people("gfedcba"), chosen: "a", isComplete: true, isTouched: true)
    #expect(shown(choices) == "ab-+")
    choices.update(people("cd"), chosen: nil, isComplete: true, isTouched: true)
    #expect(shown(choices) == "cd-", "another chat was chosen")
  }

  @Test("A chat that is left out neither counts nor asks")
  func leftOut() {
    var form = Self.form([("Walks", ["Ann", "Bo", "Cy"]), ("Ann", ["Ann", "Bo"])])
    #expect(form.actionTitle == "Import 2 Chats")
    form.leftOut = ["test:Walks"]
    #expect(form.actionTitle == "Import 1 Chat")
    #expect(form.messageCount == 4)
    #expect(form.question == .guessed("test:Bo"))
    form.leftOut = ["test:Walks", "test:Ann"]
    #expect(form.obstacle == "Choose at least one chat.")
  }

  @Test("Media without room cannot be kept")
  func room() {
    var form = Self.form([("Ann", ["Ann", "Bo"])]) {
      $0.chats[0].media = .init(count: 3, foundCount: 2, byteCount: 1_000)
    }
    form.freeBytes = 999
    #expect(form.lacksRoom)
    #expect(form.obstacle == nil)
    form.keepsMedia = true
    #expect(form.obstacle == "There is no room for the pictures and files.")
    #expect(ImportWords.media(form.media) == "2 files, 1 kB; 1 is not in the export")
  }

  @Test("Media of chats that are left out need no room, and those of the chosen ones are added up")
  func roomOfTheChosen() {
    var form = Self.form([("Walks", ["Ann", "Bo"]), ("Ann", ["Ann", "Bo"]), ("Cy", ["Cy", "Bo"])]) {
      $0.chats[0].media = .init(count: 3, foundCount: 2, byteCount: 2_000_000)
      $0.chats[1].media = .init(count: 2, foundCount: 1, byteCount: 600)
      $0.chats[2].media = .init(count: 1, foundCount: 1, byteCount: 400)
    }
    form.owner = .nobody
    form.keepsMedia = true
    form.freeBytes = 1_000
    #expect(form.lacksRoom)
    form.leftOut = ["test:Walks"]
    #expect(form.media == .init(count: 3, foundCount: 2, byteCount: 1_000))
    #expect(!form.lacksRoom)
    #expect(form.obstacle == nil)
    form.freeBytes = 999
    #expect(form.lacksRoom)
    form.leftOut = ["test:Walks", "test:Ann", "test:Cy"]
    #expect(form.media == .none)
    #expect(!form.lacksRoom)
  }

  @Test("Spans are of months, and within one month of days")
  func spans() {
    let march = Int64(1_615_700_000_000)
    #expect(ImportWords.span(march...march + 3_600_000, in: .gmt) == "14 March 2021")
    #expect(ImportWords.span(march...march + 4 * 86_400_000, in: .gmt) == "14 March 2021 to 18 March 2021")
    #expect(ImportWords.span(march...march + 400 * 86_400_000, in: .gmt) == "March 2021 to April 2022")
  }

  @Test(
    "A zone has its city and its distance from UTC, in summer too",
    arguments: [
      ("Europe/Rome", "Rome (UTC+1, +2 in summer)"), ("Asia/Kolkata", "Kolkata (UTC+5:30)"),
      ("America/New_York", "New York (UTC−5, −4 in summer)"),
    ])
  func zones(identifier: String, title: String) throws {
    #expect(ZoneNames.title(try #require(TimeZone(identifier: identifier))) == title)
  }
}

@Suite("Questions on a terminal")
struct ImportDialogueTests {
  private static func answer(
    _ answers: [String], _ form: inout ImportForm
  ) -> (goesOn: Bool, written: String) {
    var rest = answers
    var written = ""
    let dialogue = ImportDialogue(
      write: { written += $0 }, read: { rest.isEmpty ? nil : rest.removeFirst() })
    let goesOn = dialogue.complete(&form, into: "a.sqlite")
    return (goesOn, written)
  }

  @Test("What is open is asked, each answer checked, the default in brackets")
  func questions() {
    var form = ImportForm(
      survey: .made([("Walks", ["Ann", "Bo", "Cy"])]) {
        $0.assumedZone = .gmt
        $0.questions = [.dayOrder]
      }, options: ImportOptions(timeZone: .gmt))
    let result = Self.answer(["", "7", "bo", "Nowhere/City", "Europe/Rome", "soon", "day-first", ""], &form)
    #expect(result.goesOn)
    #expect(form.owner == .person("test:Bo"))
    #expect(form.timeZone.identifier == "Europe/Rome")
    #expect(form.options.dayOrder == .dayFirst)
    #expect(result.written.contains("[yes]"))
    #expect(result.written.contains("  2  Bo\n"))
  }

  @Test("A guess is the default; no, and the end of the input, import nothing")
  func refusals() {
    let form = ImportForm(survey: .made([("Ann", ["Ann", "Bo"])]), options: ImportOptions(timeZone: .gmt))
    var first = form
    #expect(Self.answer(["", ""], &first).goesOn)
    #expect(first.owner == .person("test:Bo"))
    var second = form
    #expect(!Self.answer(["0", "no"], &second).goesOn)
    var third = form
    #expect(!Self.answer([], &third).goesOn)
  }

  private static let apart = ImportSurvey.made([("Mom", ["Mom", "Ben"])]) {
    $0.strangers = [.init(file: file, chat: "test:Mom", title: "Mom", messageCount: 4)]
  }
  private static let file = URL(fileURLWithPath: "/nowhere/b/Mom.txt")

  @Test("A chat of a known title without a common message is asked about, and kept apart by default")
  func titles() {
    var form = ImportForm(survey: Self.apart, options: ImportOptions(timeZone: .gmt))
    form.knownOwners = ["test:Mom": ["test:Ada"]]
    var second = form
    // The owner of the archive's chat is not that of another one.
    #expect(Self.answer(["maybe", "", "Ben", ""], &form).goesOn)
    #expect(form.options(isSeen: true).continuations == .only([]))
    #expect(form.options(isSeen: true).owners == ["test:Mom": .person(.init(key: "test:Ben", name: "Ben"))])
    let result = Self.answer(["yes", ""], &second)
    #expect(result.goesOn)
    #expect(result.written.contains("chat “Mom” without a message in common with “Mom.txt”"))
    #expect(second.options.continuations == .only([Self.file]))
    #expect(second.options(isSeen: true).owners == [:])
    second.leftOut = ["test:Mom"]
    #expect(second.strangers.isEmpty)
  }

  // The preview shifted the times in the file by the difference of the zones, unlike an import.
  @Test("A zone moves no time of the files, and tells what it makes of the first one")
  func choosingAZone() throws {
    let here = try #require(TimeZone(identifier: "Asia/Seoul"))
    var form = ImportForm(
      survey: .made([("Ann", ["Ann", "Bo"])], format: .irssi) { $0.assumedZone = here },
      options: ImportOptions(timeZone: here))
    #expect(form.firstTime(here: here) == nil)
    form.timeZone = try #require(TimeZone(identifier: "Europe/Rome"))
    #expect(form.shownZone == here)
    // Written 14:33 on 14 March 2021.
    let times = try #require(form.firstTime(here: here))
    #expect(times.there.hasPrefix("14 Mar 2021, ") && times.there.contains("33"))
    #expect(times.there == "14 Mar 2021, " + MessageTimeFormatter(timeZone: here).time(of: 1_615_700_000_000))
    #expect(
      times.here == "14 Mar 2021, "
        + MessageTimeFormatter(timeZone: here).time(of: 1_615_700_000_000 + 8 * 3_600_000)
    )
  }

  @Test("The survey as text names format, chats, owner, zone and media")
  func report() {
    let form = ImportForm(
      survey: .made([("Ann", ["Ann", "Bo"])]) { $0.chats[0].media.count = 1 },
      options: ImportOptions(timeZone: .gmt))
    #expect(
      SurveyReport(form).text == [
        "Found:     Telegram · result.json · 38 MB", "Chats:     1 chat, 4 messages",
        "           Ann · 4 messages · 14 March 2021", "You:       Bo, a guess",
        "Time zone: From the file", "Media:     1 is not in the export",
      ])
  }
}

@Suite("The chats that a report names")
struct ReportNamesTests {
  private static func outcome(_ titles: [String], added: Int = 1) -> ImportOutcome {
    var outcome = ImportOutcome(archivePath: "/a")
    let titles = Dictionary(uniqueKeysWithValues: titles.enumerated().map { (Int64($0), $1) })
    outcome.add(
      ImportSummary(added: added, duplicates: 1, conversations: Set(titles.keys)), titles: titles)
    return outcome
  }

  @Test("All of a few, and of more than four three and the number of the others")
  func names() {
    #expect(Self.outcome(["Ridge"]).names == "“Ridge”")
    #expect(Self.outcome(["Ridge", "Harbour"]).names == "“Harbour”, “Ridge”")
    #expect(Self.outcome(["D", "C", "B", "A"]).names == "“A”, “B”, “C”, “D”")
    #expect(Self.outcome(["E", "D", "C", "B", "A"]).names == "“A”, “B”, “C” and 2 more")
    #expect(Self.outcome(["A chat with\na name of more than thirty letters"]).names.count < 40)
    #expect(Self.outcome(["Ridge"]).text.hasPrefix("1 chat imported\n“Ridge”\n"))
  }

  @Test("No chat without a new message, and there are none to go to")
  func none() {
    let outcome = Self.outcome(["Ridge"], added: 0)
    #expect(outcome.names.isEmpty)
    #expect(!outcome.hasNewMessages)
    #expect(Self.outcome(["Ridge"]).hasNewMessages)
  }
}

@Suite("Where files to import are looked for")
struct ImportFolderTests {
  @Test("In the folder of the last import, in that for downloads, at home: the first that exists")
  func order() throws {
    let home = FileManager.default.temporaryDirectory.appendingPathComponent(
      "backscroll-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: home) }
    func made(_ name: String) throws -> String {
      let folder = home.appendingPathComponent(name)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      return folder.path
    }
    let (last, told) = (try made("Chats"), try made("Geladen"))
    func path(_ last: String?, _ downloads: String?) -> String {
      ImportFolder.path(last: last, downloads: downloads, home: home)
    }
    #expect(path(last, told) == last)
    #expect(path(last + "/gone", told) == told)
    #expect(path(nil, nil) == home.path)
    let usual = try made("Downloads")
    #expect(path(nil, nil) == usual)
    try Data().write(to: home.appendingPathComponent("file"))
    #expect(path(home.appendingPathComponent("file").path, nil) == usual)
    #expect(ImportRequest([last + "/result.json"], from: .file(path: "/a")).folder == last)
  }
}

extension OwnerChoices {
  fileprivate mutating func update(
    _ candidates: [ImportSurvey.Person], chosen: ImportSurvey.Person.ID?, isComplete: Bool, isTouched: Bool
  ) {
    update(
      candidates, candidate: { id in candidates.first { $0.id == id } }, chosen: chosen,
      isComplete: isComplete, isTouched: isTouched)
  }
}
