import Chats
import Foundation

/// The log of a channel that irssi, WeeChat or The Lounge writes.
struct IRCLog: ExportWriter {
  enum Client {
    case irssi, weechat, thelounge
  }

  let client: Client

  var name: String { "\(client)" }
  var holds: ExportFacts {
    [.irssi: [.events], .weechat: [.events, .seconds]][client] ?? [.events, .seconds, .milliseconds]
  }

  func title(of chat: RandomChat) -> String { "#walks\(chat.number) (libera)" }

  /// Equal lines of a minute are told apart by their number, so a log that begins within the minute must not have one of
  /// them only.
  func fitted(_ range: Range<Int>, in chat: RandomChat) -> Range<Int> {
    let minute = chat.minuteRange(of: range.lowerBound)
    let all = chat.messages[minute].flatMap { message in
      lines(message, chat).map { [message.sender.description, $0] }
    }
    return Set(all).count == all.count ? range : minute.lowerBound..<range.upperBound
  }

  /// A nick, which has no blanks.
  func name(of person: Int, in chat: RandomChat) -> String { "p\(chat.people[person].key)" }

  /// A message for each line. Nothing is ever deleted.
  func expected(_ message: RandomChat.Message, in chat: RandomChat) -> [ShownMessage] {
    lines(message, chat).map { line in
      ShownMessage(
        sentAt: time(message.sentAt), sender: name(of: message.sender, in: chat),
        kind: message.invites == nil ? .normal : .service, text: line)
    }
  }

  /// The lines of the text, after the names of files in place of their addresses.
  private func lines(_ message: RandomChat.Message, _ chat: RandomChat) -> [String] {
    if let invites = message.invites {
      return ["\(name(of: message.sender, in: chat)) has invited \(name(of: invites, in: chat)) to #walks"]
    }
    return message.files.map(\.name) + message.text.split(separator: "\n").map(String.init)
  }

  func write(_ chat: RandomChat, _ range: Range<Int>, to folder: URL) throws -> Int {
    let isTheLounge = client == .thelounge
    let folder = folder.appendingPathComponent(
      isTheLounge ? "logs/mara/libera-1-0000-4000-8000-1234567890ab" : "irclogs/libera")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var log: [String] = []
    var day: CivilDate?
    var count = 0
    for message in chat.messages[range] {
      let time = WallTime(message.sentAt, in: chat.timeZone)
      if client == .irssi, time.day != day {
        let date = "\(time.weekday.prefix(3)) \(time.month.prefix(3)) \(time.two(time.day.day))"
        log.append(
          day == nil
            ? "--- Log opened \(date) \(time.clock) \(time.day.year)"
            : "--- Day changed \(date) \(time.day.year)")
        day = time.day
      }
      let lines = lines(message, chat)
      log += lines.map { line(message, $0, at: time, chat) }
      count += lines.count
    }
    let name = client == .weechat ? "irc.libera.#walks\(chat.number).weechatlog" : "#walks\(chat.number).log"
    try Data(log.map { $0 + "\n" }.joined().utf8).write(to: folder.appendingPathComponent(name))
    return count
  }

  private func line(
    _ message: RandomChat.Message, _ text: String, at time: WallTime, _ chat: RandomChat
  ) -> String {
    let nick = name(of: message.sender, in: chat)
    let isEvent = message.invites != nil
    switch client {
    case .irssi:
      return "\(time.two(time.hour)):\(time.two(time.minute)) \(isEvent ? "-!-" : "<@\(nick)>") \(text)"
    case .thelounge:
      let time = WallTime(message.sentAt, in: .gmt)
      let milliseconds = String(1000 + message.sentAt % 1000).dropFirst()
      return "[\(time.date)T\(time.clock).\(milliseconds)Z] \(isEvent ? "***" : "<@\(nick)>") \(text)"
    case .weechat: return "\(time.date) \(time.clock)\t\(isEvent ? "--" : "@\(nick)")\t\(text)"
    }
  }
}
