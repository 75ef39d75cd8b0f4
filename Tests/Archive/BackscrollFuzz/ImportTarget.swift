import ChatFormats
import Chats
import ExportWriters
import Foundation

/// The reader of a family of formats, from finding its files to the messages that an archive would receive.
struct ImportTarget: FuzzTarget {
  let name: String
  let sources: [String]
  /// The format that is requested by ``ExportInput/Options/asksFormat``.
  private let format: ImportFormat
  /// The folders of fixtures with files for the reader.
  private let fixtures: [String]
  /// The beginning of the names of the families of writers.
  private let writers: String

  let longest = 64 << 10

  private init(
    _ format: ImportFormat, _ folders: [String], fixtures: [String]? = nil, writers: String? = nil,
    name: String? = nil
  ) {
    self.name = name ?? format.rawValue
    self.format = format
    sources = folders.map { $0.hasPrefix("Resources") ? $0 : "Sources/Archive/ChatFormats/\($0)" }
    self.fixtures = fixtures ?? [format.rawValue]
    self.writers = writers ?? format.rawValue
  }

  static let all = [
    ImportTarget(.telegram, ["Telegram", "JSON"]),
    ImportTarget(.telegramHTML, ["TelegramHTML", "HTML"], writers: "telegram html"),
    ImportTarget(.discord, ["Discord", "JSON"]),
    ImportTarget(.discordHTML, ["Discord", "HTML"], writers: "discord html"),
    ImportTarget(.discordCSV, ["Discord"], writers: "discord csv"),
    ImportTarget(.messenger, ["Messenger", "JSON", "Resources/words/messenger.txt"]),
    ImportTarget(
      .messengerHTML, ["MessengerHTML", "Messenger", "HTML", "Resources/words/messenger.txt"],
      writers: "messenger html"),
    ImportTarget(.slack, ["Slack", "JSON"]),
    ImportTarget(.element, ["Element", "Matrix", "JSON"]),
    ImportTarget(.skype, ["Skype", "JSON", "HTML"]),
    ImportTarget(.signal, ["Signal", "JSON"]),
    ImportTarget(.signalBackup, ["Signal", "JSON"]),
    ImportTarget(
      .irssi, ["IRC"],
      fixtures: [
        "irssi", "irssi-dated", "weechat", "znc", "ubuntu", "hexchat", "limnoria", "textual", "dircproxy",
        "thelounge",
      ], writers: "irssi", name: "irc"),
    ImportTarget(.pidgin, ["Pidgin", "HTML"]),
    ImportTarget(.whatsapp, ["WhatsApp", "Transcript", "Resources/words/whatsapp.txt"]),
    ImportTarget(.kakaotalk, ["KakaoTalk", "Transcript"]),
    ImportTarget(.line, ["LINE", "Transcript"]),
    ImportTarget(.signalExport, ["SignalExport", "Transcript"], fixtures: ["signal"]),
    ImportTarget(.imessage, ["IMessage", "Transcript"]),
  ]

  func seeds() throws -> [[UInt8]] {
    var seeds: [[UInt8]] = []
    for fixture in fixtures {
      let folder = FuzzTargets.package.appendingPathComponent(
        "Tests/Archive/ChatArchiveTests/Fixtures/\(fixture)")
      seeds += try ExportInput.each(of: folder, options: [.comparesChunks])
      seeds += try ExportInput.each(of: folder, options: [.asksFormat])
      seeds.append(try ExportInput.of(folder: folder, options: [.surveys, .takesFolder]))
    }
    for family in ExportFamily.all where family.name == writers || Self.belongs(family.name, to: writers) {
      seeds += try ExportInput.random(family)
    }
    return seeds.filter { $0.count <= longest }
  }

  /// Whether a family has other forms of the same format, such as “whatsapp android” and “the lounge”.
  private static func belongs(_ family: String, to writers: String) -> Bool {
    if writers == "irssi" { return ["weechat", "the lounge"].contains(family) }
    let others = [" html", " csv"]
    return family.hasPrefix("\(writers) ") && !others.contains { family.hasSuffix($0) }
  }

  func check(_ input: [UInt8]) throws(Finding) {
    let export = ExportInput(input)
    let folder = Scratch.shared.folder()
    defer { Scratch.shared.remove(folder) }
    guard let place = try export.write(to: folder) else { return }
    let options = importOptions(export.options)
    let run = ImportTrial(of: place, options)
    try run.check()
    if export.options.contains(.comparesChunks) {
      try run.expectSame(ImportTrial(of: place, options, chunkSize: Self.fewBytes))
    }
    if export.options.contains(.surveys) { try run.expectSame(ImportSurvey.of([place], options: options)) }
  }

  /// The number of bytes in a chunk that divides every structure of a file.
  private static let fewBytes = 7

  private func importOptions(_ options: ExportInput.Options) -> ImportOptions {
    let orders = [nil] + ImportOptions.DayOrder.allCases
    return ImportOptions(
      format: options.contains(.asksFormat) ? format : nil, timeZone: .gmt,
      dayOrder: orders[options.dayOrderNumber])
  }
}
