import Foundation
import Testing

@testable import ChatFormats
@testable import ChatStore
@testable import Chats

/// A temporary archive, and imports into it with all their reports.
struct ImportBench {
  let folder: TemporaryFolder
  let archive: Archive

  init() throws {
    folder = try TemporaryFolder()
    archive = try Archive(path: folder.path("archive"), mode: .createIfMissing)
  }

  struct Report {
    var summary: ImportSummary
    var problems: [ImportProblem]
    var progress: [ImportProgress]

    /// The description of each problem, with the file's name in place of its path.
    var lines: [String] {
      problems.map { $0.description.replacing($0.file.relativePath, with: $0.file.lastPathComponent) }
    }
  }

  /// The contents of an archive.
  struct Content: Equatable {
    var conversations: [Conversation]
    var messages: [[Message]]
  }

  static let utc = TimeZone.gmt

  @discardableResult
  func run(
    _ files: URL..., format: ImportFormat? = nil, timeZone: TimeZone = utc, chunkSize: Int = 4096
  ) -> Report {
    run(files, format: format, timeZone: timeZone, chunkSize: chunkSize)
  }

  @discardableResult
  func run(
    _ files: [URL], format: ImportFormat? = nil, timeZone: TimeZone = utc, chunkSize: Int = 4096
  ) -> Report {
    var report = Report(summary: ImportSummary(), problems: [], progress: [])
    report.summary = Importer(into: archive, format: format, timeZone: timeZone, chunkSize: chunkSize).run(
      files,
      observer: ImportObserver(
        progress: { report.progress.append($0) }, problem: { report.problems.append($0) }))
    return report
  }

  /// Imports a text as a file of this name.
  @discardableResult
  func run(text: String, named name: String, format: ImportFormat? = nil, timeZone: TimeZone = utc) throws
    -> Report
  {
    run(try file(text, named: name), format: format, timeZone: timeZone)
  }

  @discardableResult
  func file(_ text: String, named name: String) throws -> URL {
    try file(Data(text.utf8), named: name)
  }

  @discardableResult
  func file(_ bytes: Data, named name: String) throws -> URL {
    let url = folder.url.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try bytes.write(to: url)
    return url
  }

  func content() async throws -> Content {
    let conversations = try await archive.conversations()
    var messages: [[Message]] = []
    for conversation in conversations {
      messages.append(try await archive.newest(in: conversation.id, limit: .max))
    }
    return Content(conversations: conversations, messages: messages)
  }
}

/// The fixtures in the formats of the original programs.
enum Fixture {
  static let group = url("telegram/group.json")
  static let account = url("telegram/account.json")
  /// An account with one message of each kind.
  static let kinds = url("telegram/kinds.json")
  /// The pages of one chat, in their order.
  static let telegramPages = ["", "2", "10"].map { url("telegram-html/ChatExport/messages\($0).html") }
  /// A page of an account, in the form of older versions.
  static let telegramAccountPage = url("telegram-html/account/chats/chat_001/messages.html")
  /// A channel in two parts, and a direct conversation.
  static let discord = [
    "Walkers - ridge [901].json", "Walkers - ridge [901] [part 2].json", "Direct Messages - Jonas.json",
  ].map { url("discord/\($0)") }
  /// A download with a chat in two files, an encrypted chat and one of Instagram.
  static let messengerFolder = url("messenger")
  static let messenger = [
    "your_facebook_activity/messages/inbox/jonasweber_10153/message_1.json",
    "your_facebook_activity/messages/inbox/jonasweber_10153/message_2.json",
    "your_facebook_activity/messages/e2ee/Jonas Weber_7.json",
    "your_instagram_activity/messages/inbox/walks_998/message_1.json",
  ].map { url("messenger/\($0)") }
  /// A page of a chat of Instagram.
  static let messengerPage = url(
    "messenger-html/your_instagram_activity/messages/inbox/maralind_10153/message_1.html")
  /// A workspace with two channels.
  static let slackFolder = url("slack")
  static let slack = [
    "general/2024-03-01", "general/2024-03-02", "D01/2024-03-01", "users", "channels", "dms",
  ].map {
    url("slack/\($0).json")
  }
  static let elementFolder = url("element")
  static let element = url("element/export.json")
  static let signal = url("signal/Jonas Weber (+49170).json")
  static let discordPage = url("discord-html/Walkers - Text channels - ridge [901].html")
  static let discordTable = url("discord-csv/Walkers - Text channels - ridge [901].csv")
  static let signalBackup = url("signal-backup/main.jsonl")
  static let irssi = url("irssi/libera/#walks.log")
  static let weechat = url("weechat/irc.libera.#walks.weechatlog")
  static let znc = url("znc")
  static let zncDays = ["29", "30"].map { url("znc/libera/#walks/2024-03-\($0).log") }
  static let ubuntu = url("ubuntu/2024/03/30/#walks.txt")
  static let whatsappIPhone = url("whatsapp/ios/_chat.txt")
  static let whatsappAndroid = url("whatsapp/WhatsApp Chat with Mara Lind.txt")
  static let kakaoAndroidKorean = url("kakaotalk/android-ko.txt")
  static let kakaoAndroidEnglish = url("kakaotalk/android-en.txt")
  static let kakaoIPhoneKorean = url("kakaotalk/ios-ko.txt")
  static let kakaoIPhoneEnglish = url("kakaotalk/ios-en.txt")
  static let kakaoWindowsKorean = url("kakaotalk/windows-ko.txt")
  static let kakaoWindowsEnglish = url("kakaotalk/windows-en.txt")
  static let kakaoMac = url("kakaotalk/mac.csv")
  static let lineEnglish = url("line/en.txt")
  static let lineJapanese = url("line/ja.txt")
  static let lineKorean = url("line/ko.txt")
  static let lineChinese = url("line/zh.txt")
  static let lineThai = url("line/th.txt")
  static let lineComputer = url("line/[LINE]computer.txt")
  static let signalExport = url("signal/Ridge walkers/chat.md")
  static let imessage = url("imessage/Mara Lind.txt")
  static let hexchat = url("hexchat/libera/#walks.log")
  static let limnoria = url("limnoria/libera/#walks/#walks.2024-03-29.log")
  static let textual = url("textual/libera/#walks/2024-03-29.txt")
  static let dircproxy = url("dircproxy/libera/#walks.log")
  static let thelounge = url("thelounge/logs/mara/libera-1-0000-4000-8000-1234567890ab/#walks.log")
  static let skype = url("skype/messages.json")
  private static let pidginFolder = "pidgin/logs/jabber/mara@example.org/jonas@example.org"
  static let pidgin = url("\(pidginFolder)/2024-03-01.235800+0100CET.txt")
  static let pidginPage = url("\(pidginFolder)/2024-03-02.080000+0100CET.html")
  static let irssiDated = url("irssi-dated/libera/#walks.log")
  /// The fixtures whose messages have keys.
  static let keyed =
    [
      group, account, kinds, irssi, weechat, zncDays[0], zncDays[1], ubuntu,
      hexchat, limnoria, textual, thelounge, dircproxy, irssiDated, telegramAccountPage, element, signal,
      signalBackup, skype, discordPage,
    ] + telegramPages + discord + slack
  /// The fixtures of human-readable formats.
  static let transcripts = [
    whatsappIPhone, whatsappAndroid, kakaoAndroidKorean, kakaoAndroidEnglish, kakaoIPhoneKorean,
    kakaoIPhoneEnglish, kakaoWindowsKorean, kakaoWindowsEnglish, kakaoMac, lineEnglish, lineJapanese,
    lineKorean, lineChinese, lineThai, lineComputer, signalExport, imessage, pidgin, discordTable,
  ]
  /// All fixtures of each format.
  static let all = keyed + messenger + [messengerPage] + transcripts + [pidginPage]

  private static func url(_ path: String) -> URL {
    Bundle.module.resourceURL!.appendingPathComponent("Fixtures").appendingPathComponent(path)
  }

  static func text(_ url: URL) throws -> String {
    try String(contentsOf: url, encoding: .utf8)
  }
}

/// The time of a message in UTC, with the milliseconds that the importer added.
func utc(_ message: Message) -> String {
  let milliseconds = message.sentAt % 1000
  let seconds = message.sentAt / 1000
  let date = Date(timeIntervalSince1970: Double(seconds))
  return date.formatted(.iso8601) + (milliseconds == 0 ? "" : "+\(milliseconds)")
}

extension Message {
  /// The texts that the entities cover.
  var stretches: [String] {
    let bytes = Array(text.utf8)
    return entities.map { String(decoding: bytes[$0.start..<$0.start + $0.length], as: UTF8.self) }
  }
}
