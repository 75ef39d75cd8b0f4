import AppBase
import ArchiveWords
import ChatFormats
import Chats
import Foundation
import Translation

/// Texts about folders that are kept up to date.
package struct FolderWords {
  private let dates: DateWords
  private let now: Int64

  /// - Parameter now: The current time, in milliseconds since 1970 UTC.
  package init(
    now: Int64 = Int64(Date().timeIntervalSince1970 * 1_000), timeZone: TimeZone = .current,
    locale: Locale = .desktop
  ) {
    dates = DateWords(DayCalendar(timeZone: timeZone, locale: locale), locale: locale)
    self.now = now
  }

  /// The name of a folder.
  package static func name(_ path: String) -> String { URL(fileURLWithPath: path).lastPathComponent }

  /// "14:05" today, "14 Mar 2025" otherwise.
  package func moment(_ time: Int64) -> String {
    dates.days.span(.day, containing: now).contains(time) ? dates.time(time) : dates.shortDay(time)
  }

  /// "today, 14:05".
  package func caption(_ time: Int64) -> String { dates.caption(time, now: now) }

  /// "41 new messages".
  package static func news(_ count: Int) -> String {
    count == 0 ? tr("Nothing new") : trn("{count} new message", "{count} new messages", count)
  }

  /// "41 new messages in 3 chats".
  package static func news(_ count: Int, chats: Int) -> String {
    tr("{messages} in {chats}", ["messages": news(count), "chats": Counted.conversations(chats)])
  }

  /// "ridge.zip", "ridge.zip and 2 more".
  package static func files(_ reading: FolderReading) -> String {
    let name = URL(fileURLWithPath: reading.file).lastPathComponent
    let rest = reading.fileCount - 1
    return rest < 1
      ? name : trn("{names} and {count} more", "{names} and {count} more", rest, ["names": name])
  }

  /// The state of a folder as a heading.
  package func title(of status: FolderStatus, _ folder: WatchedFolder) -> String {
    switch status {
    case .unknown, .upToDate, .waiting, .elsewhere: Self.name(folder.path)
    case .importing(let progress):
      if let progress {
        tr("Importing, {percent}", ["percent": Self.percent(progress)])
      } else {
        tr("Importing")
      }
    case .paused(let since, _): tr("Paused since {date}", ["date": moment(since)])
    case .stopped: tr("Not kept up to date")
    case .missing: tr("The folder is not there")
    case .unreadable: tr("The folder cannot be read")
    case .failed(let files):
      trn("{count} file could not be read", "{count} files could not be read", files.count)
    case .asking(let files): trn("{count} question", "{count} questions", files.count)
    case .blocked: tr("The archive cannot be written to")
    }
  }

  private static func percent(_ progress: ImportProgress) -> String { "\(Int(progress.fraction * 100)) %" }

  /// The state of a folder as a sentence.
  package func note(of status: FolderStatus, _ folder: WatchedFolder) -> String {
    switch status {
    case .unknown: tr("Looking at the folder")
    case .upToDate(let time):
      tr("Up to date, {time}. Looks whenever the folder changes.", ["time": moment(time)])
    case .waiting(let files):
      trn(
        "{count} file has changed and is read when it is complete.",
        "{count} files have changed and are read when they are complete.", files)
    case .importing(let progress):
      progress?.file.map { $0.lastPathComponent } ?? Self.name(folder.path)
    case .paused(_, let files):
      files == 0
        ? tr("Nothing is waiting.")
        : trn("{count} newer file is waiting", "{count} newer files are waiting", files)
    case .stopped(let since): tr("Read until {date}", ["date": caption(folder.lookedAt ?? since)])
    case .missing: tr("Its disk may be unplugged. The chats stay.")
    case .unreadable: tr("You do not have permission to read it. The chats stay.")
    case .failed(let files): files.first.map { Self.name($0.path) } ?? ""
    case .asking(let files): files.first.map { Self.name($0.path) } ?? ""
    case .blocked(let error): error.description
    case .elsewhere: tr("Another program keeps it up to date.")
    }
  }
}
