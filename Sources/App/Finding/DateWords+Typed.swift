import AppBase
import ArchiveWords
import Translation

extension DateWords {
  /// "Friday, 14 March 2025, 18:30", "March 2025".
  package func name(_ typed: TypedDate) -> String {
    let start = typed.span.lowerBound
    switch typed.precision {
    case .minute: return tr("{day}, {time}", ["day": day(start), "time": time(start)])
    case .day: return day(start)
    case .month: return month(start)
    case .year: return year(start)
    }
  }

  /// "118 messages that day, nearest at 18:42".
  package func note(_ hit: DateHit) -> String {
    guard let moment = hit.moment else { return tr("No messages") }
    let messages = Counted.messages(hit.count)
    let (day, time) = (shortDay(moment.sentAt), time(moment.sentAt))
    if hit.count.isEmpty { return tr("No messages, nearest on {date}", ["date": day]) }
    guard hit.typed.precision == .minute else { return messages }
    guard days.span(.day, containing: hit.typed.span.lowerBound).contains(moment.sentAt) else {
      return tr("{messages} that day, nearest on {date}", ["messages": messages, "date": "\(day), \(time)"])
    }
    return tr("{messages} that day, nearest at {time}", ["messages": messages, "time": time])
  }
}
