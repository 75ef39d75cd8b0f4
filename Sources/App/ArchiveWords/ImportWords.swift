import AppBase
import ChatFormats
import Foundation
import Translation

/// Texts about imports.
package enum ImportWords {
  /// "result.json · 38 MB", "12 files · 38 MB". A file in a zip file has the zip file's name, since the user chose that.
  package static func files(_ found: ImportSurvey.Found) -> String {
    let folders = found.file.pathComponents.dropLast()
    let file = folders.last { $0.lowercased().hasSuffix(".zip") } ?? found.file.lastPathComponent
    let name =
      found.fileCount == 1
      ? shortened(file)
      : trn("{count} file", "{count} files", found.fileCount)
    // The size that the desktop shows beside that name.
    let byteCount = found.fileCount == 1 ? found.zipByteCount ?? found.byteCount : found.byteCount
    return [name, Counted.bytes(Double(byteCount))].joined(separator: " · ")
  }

  /// The beginning and the end of a long name, to leave room for the text after it.
  package static func shortened(_ name: String) -> String {
    name.count <= nameLimit ? name : "\(name.prefix(nameLimit - 11))…\(name.suffix(10))"
  }

  private static let nameLimit = 30

  /// "Telegram", "Probably irssi".
  package static func format(_ found: ImportSurvey.Found) -> String {
    guard found.certainty == .likely else { return found.format.title }
    // Translators: the program that a file is from, where that is not sure.
    return tr("Probably {format}", ["format": found.format.title])
  }

  /// "3 of 4, 48,210 messages".
  package static func chats(_ form: ImportForm) -> String {
    let (part, whole) = (form.chosen.count, form.survey.chats.count)
    let chats =
      part == whole
      ? trn("{count} chat", "{count} chats", whole)
      : tr("{part} of {whole}", ["part": Counted.number(part), "whole": Counted.number(whole)])
    return [chats, Counted.messages(form.messageCount)].joined(separator: ", ")
  }

  /// "March 2021 to November 2025", in one month "14 to 20 March 2021" or "14 March 2021".
  package static func span(_ span: ClosedRange<Int64>, in zone: TimeZone) -> String {
    func date(_ time: Int64) -> Date { MessageDate(time).date }
    var month = Date.FormatStyle(locale: .desktop, timeZone: zone).month(.wide).year()
    var (first, last) = (date(span.lowerBound).formatted(month), date(span.upperBound).formatted(month))
    if first == last {
      month = month.day()
      (first, last) = (date(span.lowerBound).formatted(month), date(span.upperBound).formatted(month))
    }
    // Translators: from a month or day to another.
    return first == last ? first : tr("{first} to {last}", ["first": first, "last": last])
  }

  /// "1,204 files, 2.1 GB; 17 are not in the export".
  package static func media(_ media: ImportSurvey.Media) -> String {
    let found = [
      trn("{count} file", "{count} files", media.foundCount), Counted.bytes(Double(media.byteCount)),
    ].joined(separator: ", ")
    let missing = media.count - media.foundCount
    guard missing > 0 else { return found }
    let rest = trn("{count} is not in the export", "{count} are not in the export", missing)
    return media.foundCount == 0 ? rest : [found, rest].joined(separator: "; ")
  }
}
