import Chats
import Foundation

/// The text that WhatsApp writes for a chat, with or without the files of its messages.
struct WhatsAppExport: ExportWriter {
  enum Phone {
    case android, iOS
  }

  let phone: Phone
  let hasFiles: Bool
  /// Added to the numbers that the phone gives to the files it receives.
  var received = 0

  var name: String {
    "whatsapp \(phone)\(hasFiles ? "" : " without files")\(received == 0 ? "" : " of another phone")"
  }

  var holds: ExportFacts {
    let facts: ExportFacts = [.edited, .deletions, .events, .captions]
    return facts.union(phone == .iOS ? .seconds : []).union(hasFiles ? .files : [])
  }

  func expected(_ message: RandomChat.Message, in chat: RandomChat) -> [ShownMessage] {
    shown(message, in: chat).map { shown in
      var shown = shown
      if message.invites != nil {
        shown.sender = nil
        shown.text = event(message, chat)
      }
      // Android does not tell the kind of a file that it leaves out.
      if phone == .android, !hasFiles {
        for index in shown.files.indices where shown.text.isEmpty { shown.files[index].kind = nil }
      }
      return shown
    }
  }

  func write(_ chat: RandomChat, _ range: Range<Int>, to folder: URL) throws -> Int {
    var folder = folder
    if phone == .iOS {
      folder.appendPathComponent("WhatsApp Chat - \(chat.title)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    var lines: [String] = []
    for message in chat.messages[range] {
      let header = header(message, chat)
      for body in bodies(message, chat) { lines.append(header + body.replacing("\n", with: lineEnd)) }
      guard hasFiles, !message.isDeleted else { continue }
      for file in message.files {
        // The first bytes of a JPEG file: the contents do not matter, except that they are no chat.
        let name = fileName(file, message.sentAt, chat)
        try Data([0xff, 0xd8, 0xff]).write(to: folder.appendingPathComponent(name))
      }
    }
    let text = lines.map { $0 + lineEnd }.joined()
    let name = phone == .iOS ? "_chat.txt" : "WhatsApp Chat with \(chat.title).txt"
    try Data(text.utf8).write(to: folder.appendingPathComponent(name))
    return lines.count
  }

  private var lineEnd: String { phone == .iOS ? "\r\n" : "\n" }

  private func header(_ message: RandomChat.Message, _ chat: RandomChat) -> String {
    let time = WallTime(message.sentAt, in: chat.timeZone)
    let name = name(of: message.sender, in: chat)
    let year = time.day.year % 100
    switch phone {
    case .android:
      // Events have no sender.
      let date = "\(time.day.month)/\(time.day.day)/\(year), \(time.twelveHours)"
      return "\(date) - " + (message.invites == nil ? "\(name): " : "")
    case .iOS:
      let date = "\(time.two(time.day.day)).\(time.two(time.day.month)).\(year)"
      return "[\(date), \(time.clock)] \(name): "
    }
  }

  /// The text after the header; a text for each picture of an album, which is not known as such.
  private func bodies(_ message: RandomChat.Message, _ chat: RandomChat) -> [String] {
    let mark = phone == .iOS ? "\u{200e}" : ""
    if message.invites != nil { return [mark + event(message, chat)] }
    if message.isDeleted {
      let text = message.sender == 0 ? "You deleted this message" : "This message was deleted"
      return Array(repeating: mark + text, count: recordCount(of: message))
    }
    let edited = message.editedAt == nil ? "" : " \(mark)<This message was edited>"
    guard !message.files.isEmpty else { return [message.text + edited] }
    return message.files.enumerated().map { index, file in
      body(fileName(file, message.sentAt, chat), of: file, caption: index == 0 ? message.text : "")
        + (index == 0 ? edited : "")
    }
  }

  private func body(_ name: String, of file: RandomChat.File, caption: String) -> String {
    switch phone {
    case .android:
      // A caption keeps the file's name also without the files.
      guard hasFiles || !caption.isEmpty else { return "<Media omitted>" }
      return "\(name) (file attached)" + (caption.isEmpty ? "" : "\n\(caption)")
    case .iOS:
      let words = [Attachment.Kind.photo: "image", .voice: "audio"][file.kind] ?? "document"
      let mark = hasFiles ? "\u{200e}<attached: \(name)>" : "\u{200e}\(words) omitted"
      return caption.isEmpty ? mark : "\(caption) \(mark)"
    }
  }

  /// The name that the phone gives to a file; documents keep theirs.
  private func fileName(_ file: RandomChat.File, _ sentAt: Int64, _ chat: RandomChat) -> String {
    let time = WallTime(sentAt, in: chat.timeZone)
    let date = [time.day.year, time.day.month, time.day.day].map(time.two)
    let number = String(format: "%08d", received + (Int(file.name.drop { !$0.isNumber }) ?? 0))
    let words: [Attachment.Kind: [String]] = [
      .photo: ["IMG", "PHOTO", "jpg"], .voice: ["PTT", "AUDIO", "opus"],
    ]
    switch (phone, words[file.kind]) {
    case (.android, let words?): return "\(words[0])-\(date.joined())-WA\(number.suffix(4)).\(words[2])"
    case (.android, nil): return "\(file.name).pdf"
    case (.iOS, let words?):
      let clock = (date + [time.clock.replacing(":", with: "-")]).joined(separator: "-")
      return "\(number)-\(words[1])-\(clock).\(words[2])"
    case (.iOS, nil): return "\(number)-\(file.name).pdf"
    }
  }

  private func event(_ message: RandomChat.Message, _ chat: RandomChat) -> String {
    "\(name(of: message.sender, in: chat)) added \(name(of: message.invites ?? 0, in: chat))"
  }
}
