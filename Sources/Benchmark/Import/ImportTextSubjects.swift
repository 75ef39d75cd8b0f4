/// Exports and logs that consist of lines.
extension ImportSubject {
  private static let nicks = ["mara", "jonas", "tove", "amir"]

  // MARK: IRC

  /// A log of WeeChat.
  static let irc = ImportSubject(
    name: "irc", format: .weechat, layout: .file("irc.libera.#walks.weechatlog"),
    peer: #"""
      def read(path):
          with open(path, encoding="utf-8") as file:
              for number, line in enumerate(file):
                  stamp, nick, text = line.rstrip("\n").split("\t", 2)
                  time = datetime.datetime.fromisoformat(stamp).replace(tzinfo=datetime.timezone.utc)
                  yield (str(number), int(time.timestamp()), nick, None, text)
      """#
  ) { number, words in
    let nick = words.name(nicks[words.number(below: nicks.count)])
    let time = BenchChat.time(number)
    return "\(time.date) \(time.clock)\t\(nick)\t\(words.text())"
  }

  /// A log of irssi, in which days have separate lines.
  static let irssi = ImportSubject(
    name: "irssi", format: .irssi, layout: .file("#walks.log"),
    peer: #"""
      import re

      message = re.compile(r"(\d\d):(\d\d) <[ @+]?([^>]+)> (.*)")

      def read(path):
          with open(path, encoding="utf-8") as file:
              for number, line in enumerate(file):
                  if line.startswith("--- "):
                      words = line.split()
                      day = datetime.datetime.strptime(" ".join([words[4], words[5], words[-1]]), "%b %d %Y")
                      day = day.replace(tzinfo=datetime.timezone.utc).timestamp()
                      continue
                  hour, minute, nick, text = message.match(line).groups()
                  yield (str(number), int(day) + int(hour) * 3600 + int(minute) * 60, nick, None, text)
      """#
  ) { number, words in
    let nick = nicks[words.number(below: nicks.count)]
    let time = BenchChat.time(number)
    let day = "\(time.weekdayName) \(time.monthName) \(BenchTime.two(time.day))"
    let change =
      number == 1
      ? "--- Log opened \(day) \(time.clock) \(time.year)\n"
      : BenchChat.beginsDay(number) ? "--- Day changed \(day) \(time.year)\n" : ""
    return "\(change)\(time.shortClock) <@\(nick)> \(words.text())"
  }

  // MARK: WhatsApp

  /// A phone with Android.
  static let whatsapp = ImportSubject(
    name: "whatsapp", format: .whatsapp, layout: .file("WhatsApp Chat with Ridge walk.txt"),
    peer: whatsappPeer(
      header: #"(\d+/\d+/\d+, \d+:\d+\u202f[AP]M) - ([^:]+): (.*)"#, time: "%m/%d/%y, %I:%M\\u202f%p")
  ) { number, words in
    let name = BenchChat.people[words.person()]
    let time = BenchChat.time(number)
    return "\(time.month)/\(time.day)/\(time.year % 100), "
      + "\(time.hourOf12):\(BenchTime.two(time.minute))\u{202f}\(time.hour < 12 ? "AM" : "PM") - "
      + "\(name): \(words.lines())"
  }

  /// An iPhone.
  static let whatsappIOS = ImportSubject(
    name: "whatsapp-ios", format: .whatsapp, layout: .file("_chat.txt"),
    peer: whatsappPeer(
      header: #"\u200e?\[(\d+\.\d+\.\d+, \d+:\d+:\d+)\] ([^:]+): (.*)"#, time: "%d.%m.%y, %H:%M:%S")
  ) { number, words in
    let name = BenchChat.people[words.person()]
    let time = BenchChat.time(number)
    return "[\(BenchTime.two(time.day)).\(BenchTime.two(time.month)).\(time.year % 100), \(time.clock)] "
      + "\(name): \(words.lines())"
  }

  private static func whatsappPeer(header: String, time: String) -> String {
    """
    import re

    header = re.compile(r"\(header)")

    def read(path):
        row = None
        with open(path, encoding="utf-8") as file:
            for number, line in enumerate(file):
                line = line.rstrip("\\n")
                found = header.match(line)
                if not found:
                    row[4] += "\\n" + line
                    continue
                if row:
                    yield row
                time = datetime.datetime.strptime(found[1], "\(time)").replace(tzinfo=datetime.timezone.utc)
                row = [str(number), int(time.timestamp()), found[2], None, found[3]]
        yield row
    """
  }

  // MARK: KakaoTalk

  /// A PC with Windows.
  static let kakaotalk = ImportSubject(
    name: "kakaotalk", format: .kakaotalk, layout: .file("KakaoTalk_20261101_0900_00_000_group.txt"),
    head: "\u{feff}능선 님과 카카오톡 대화\r\n저장한 날짜 : 2026-11-01 09:00:00\r\n\r\n", separator: "\r\n", tail: "\r\n",
    peer: #"""
      import re

      day_line = re.compile(r"-{15} (\d+)년 (\d+)월 (\d+)일 .요일 -{15}")
      header = re.compile(r"\[(.+?)\] \[(오전|오후) (\d+):(\d+)\] (.*)")

      def read(path):
          row, day = None, None
          with open(path, encoding="utf-8-sig") as file:
              for number, line in enumerate(file):
                  line = line.rstrip("\n")
                  found = header.match(line)
                  if found:
                      if row:
                          yield row
                      hour = int(found[3]) % 12 + (12 if found[2] == "오후" else 0)
                      row = [str(number), day + hour * 3600 + int(found[4]) * 60, found[1], None, found[5]]
                      continue
                  change = day_line.match(line)
                  if change:
                      date = datetime.datetime(*map(int, change.groups()), tzinfo=datetime.timezone.utc)
                      day = int(date.timestamp())
                  elif row:
                      row[4] += "\n" + line
          yield row
      """#
  ) { number, words in
    let name = BenchChat.people[words.person()]
    let time = BenchChat.time(number)
    let rule = "---------------"
    let day =
      BenchChat.beginsDay(number)
      ? "\(rule) \(time.year)년 \(time.month)월 \(time.day)일 \(koreanWeekdays[time.weekday])요일 \(rule)\r\n" : ""
    let text = words.lines().replacing("\n", with: "\r\n")
    return
      "\(day)[\(name)] [\(time.hour < 12 ? "오전" : "오후") \(time.hourOf12):\(BenchTime.two(time.minute))] \(text)"
  }

  private static let koreanWeekdays = ["일", "월", "화", "수", "목", "금", "토"]

  /// A Mac.
  static let kakaotalkCSV = ImportSubject(
    name: "kakaotalk-csv", format: .kakaotalk, layout: .file("KakaoTalk_Chat_ridge_2026-11-01-09-00-00.csv"),
    head: "Date,User,Message\n",
    peer: #"""
      import csv

      def read(path):
          with open(path, encoding="utf-8", newline="") as file:
              rows = csv.reader(file)
              next(rows)
              for number, (date, user, text) in enumerate(rows):
                  time = datetime.datetime.fromisoformat(date).replace(tzinfo=datetime.timezone.utc)
                  yield (str(number), int(time.timestamp()), user, None, text)
      """#
  ) { number, words in
    let name = BenchChat.people[words.person()]
    let time = BenchChat.time(number)
    return "\(time.date) \(time.clock),\"\(name)\",\"\(words.lines())\""
  }

  // MARK: LINE, Signal and iMessage

  static let line = ImportSubject(
    name: "line", format: .line, layout: .file("[LINE] Chat with Ridge walk.txt"),
    head: "Chat history with Ridge walk\nSaved on: 11/01/2026, 09:00\n\n",
    peer: #"""
      import re

      day_line = re.compile(r"[A-Z][a-z][a-z], (\d\d)/(\d\d)/(\d{4})$")
      header = re.compile(r"(\d\d):(\d\d)\t([^\t]*)\t(.*)")

      def read(path):
          row, day = None, None
          with open(path, encoding="utf-8") as file:
              for number, line in enumerate(file):
                  line = line.rstrip("\n")
                  found = header.match(line)
                  if found:
                      if row:
                          yield (*row[:4], row[4].strip('"'))
                      time = day + int(found[1]) * 3600 + int(found[2]) * 60
                      row = [str(number), time, found[3], None, found[4]]
                      continue
                  change = day_line.match(line)
                  if change:
                      month, date, year = map(int, change.groups())
                      day = int(datetime.datetime(year, month, date, tzinfo=datetime.timezone.utc).timestamp())
                  elif row:
                      row[4] += "\n" + line
          yield (*row[:4], row[4].strip('"'))
      """#
  ) { number, words in
    let name = BenchChat.people[words.person()]
    let time = BenchChat.time(number)
    let date = "\(BenchTime.two(time.month))/\(BenchTime.two(time.day))/\(time.year)"
    let day = BenchChat.beginsDay(number) ? "\(time.weekdayName), \(date)\n" : ""
    let text = words.lines()
    return "\(day)\(time.shortClock)\t\(name)\t\(text.contains("\n") ? "\"\(text)\"" : text)"
  }

  static let signalExport = ImportSubject(
    name: "signal-export", format: .signalExport, layout: .file("Ridge walk/chat.md"),
    peer: #"""
      import re

      header = re.compile(r"\[(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)\] ([^:]+): (.*)")

      def read(path):
          row = None
          with open(path, encoding="utf-8") as file:
              for number, line in enumerate(file):
                  line = line.rstrip()
                  found = header.match(line)
                  if not found:
                      row[4] += "\n" + line
                      continue
                  if row:
                      yield row
                  time = datetime.datetime.fromisoformat(found[1]).replace(tzinfo=datetime.timezone.utc)
                  row = [str(number), int(time.timestamp()), found[2], None, found[3]]
          yield row
      """#
  ) { number, words in
    let person = words.person()
    let time = BenchChat.time(number)
    return "[\(time.date) \(time.clock)] \(person == 0 ? "Me" : BenchChat.people[person]): \(words.lines())  "
  }

  /// An export of imessage-exporter.
  static let imessage = ImportSubject(
    name: "imessage", format: .imessage, layout: .file("Ridge walk.txt"), separator: "\n\n", tail: "\n\n",
    peer: #"""
      import re

      header = re.compile(r"([A-Z][a-z][a-z] \d\d, \d{4} +\d+:\d\d:\d\d [AP]M)")

      def read(path):
          row, after_blank = None, True
          with open(path, encoding="utf-8") as file:
              for number, line in enumerate(file):
                  line = line.rstrip("\n")
                  found = header.match(line) if after_blank else None
                  if found:
                      if row:
                          yield (*row[:4], row[4].strip())
                      time = datetime.datetime.strptime(found[1], "%b %d, %Y %I:%M:%S %p")
                      time = time.replace(tzinfo=datetime.timezone.utc)
                      row = [str(number), int(time.timestamp()), None, None, ""]
                  elif row[2] is None:
                      row[2] = line
                  else:
                      row[4] += line + "\n"
                  after_blank = not line
          yield (*row[:4], row[4].strip())
      """#
  ) { number, words in
    let name = BenchChat.people[words.person()]
    let time = BenchChat.time(number)
    let hour = time.hourOf12 < 10 ? " \(time.hourOf12)" : "\(time.hourOf12)"
    let clock = "\(hour):\(BenchTime.two(time.minute)):\(BenchTime.two(time.second))"
    return
      "\(time.monthName) \(BenchTime.two(time.day)), \(time.year) \(clock) \(time.hour < 12 ? "AM" : "PM")\n\(name)\n\(words.lines())"
  }
}
