import AppBase
import Chats
import Foundation
import Gtk
import MessageRow
import Translation

/// The first messages of a chat in the rows of the chat, one line each.
final class ImportPreview: Box {
  private let list = Box(.vertical)
  private var rows: [MessageRow] = []
  private(set) var contents: [ChatRowContent] = []

  init() {
    super.init(.vertical)
    addClass("bs-import-preview")
    overflow = .hidden
    vexpand = true
    list.setAccessibleRole(.list)
    list.setMargins(top: 2, bottom: 8)
    list.setAccessibleLabel(tr("Preview"))
    append(list)
  }

  /// Shows messages with the days of a time zone. If only the sides change, the rows do not move.
  func show(_ messages: [Message], in zone: TimeZone) {
    let clock = MessageTimeFormatter(timeZone: zone)
    var day: Int?
    contents = messages.map { message in
      let own = clock.day(of: message.sentAt)
      defer { day = own }
      var content = ChatRowContent(message: message, time: clock.time(of: message.sentAt))
      content.day = own == day ? nil : clock.fullDate(of: message.sentAt, hasWeekday: false)
      return content
    }
    while rows.count > contents.count { list.remove(rows.removeLast()) }
    while rows.count < contents.count {
      let row = MessageRow()
      row.isCompact = true
      // The preview takes no input.
      row.focusable = false
      row.canTarget = false
      rows.append(row)
      list.append(row)
    }
    for (row, content) in zip(rows, contents) { row.bind(content) }
  }
}
