import AppBase
import ChatExport
import Chats
import Foundation
import Gtk
import MessageRow
import Translation

/// The actions of a click on a place or a contact, which need only the desktop.
@MainActor
enum MessageActions {
  /// Performs an activation. Returns whether it was one of these.
  static func perform(_ activation: MessageActivation, of message: Message, from widget: Widget) -> Bool {
    switch (activation, message.details.content) {
    case (.place, .place(let place)?): open(place, from: widget)
    case (.saveContact, .contact(let contact)?): save(contact, from: widget)
    case (.copyPhone, .contact(let contact)?): Desktop.copy(contact.phone ?? contact.name, from: widget)
    default: return false
    }
    return true
  }

  /// Opens the desktop's map, or copies the coordinates if there is none.
  private static func open(_ place: Place, from widget: Widget) {
    if Desktop.canOpen(scheme: "geo") {
      Desktop.open(place.uri, from: widget.window)
    } else {
      Desktop.copy(place.coordinates, from: widget)
      widget.announce(tr("The coordinates were copied."))
    }
  }

  private static func save(_ contact: Contact, from widget: Widget) {
    guard let window = widget.window else { return }
    let dialog = PlaceDialog(
      save: tr("Save Contact"), accept: tr("Save"), name: "\(FileName.plain(contact.name)).vcf",
      over: window)
    dialog.show { path in
      do {
        try Data(VCard.text(of: contact).utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
        widget.announce(tr("The contact was saved."))
      } catch {
        EventLog("contact").warning("not-saved", ["error": "\(error.localizedDescription)"])
        widget.announce(
          tr("The contact could not be saved. {reason}", ["reason": error.localizedDescription]))
      }
    }
  }
}

extension MessageActivation {
  /// The name in the log.
  var logName: String {
    switch self {
    case .attachment: "attachment"
    case .openFile: "open-file"
    case .saveAttachment: "save-attachment"
    case .locate: "locate"
    case .unplayable: "unplayable"
    case .place: "place"
    case .saveContact: "save-contact"
    case .copyPhone: "copy-phone"
    case .copyLink: "copy-link"
    case .thread: "thread"
    case .bookmark: "bookmark"
    case .editNote: "edit-note"
    case .delete: "delete"
    }
  }
}

/// A contact in the file format of address books.
enum VCard {
  /// A vCard of version 3 by RFC 2426, which most address books can read. It contains only the name and number that are
  /// shown, and not a file of the export, which could contain anything.
  static func text(of contact: Contact) -> String {
    var lines = [
      "BEGIN:VCARD", "VERSION:3.0", "FN:\(escaped(contact.name))", "N:\(escaped(contact.name));;;;",
    ]
    if let phone = contact.phone { lines.append("TEL;TYPE=CELL:\(escaped(phone))") }
    return (lines + ["END:VCARD"]).map(folded).joined(separator: "\r\n") + "\r\n"
  }

  private static func escaped(_ text: String) -> String {
    var value = ""
    for scalar in text.unicodeScalars.prefix(1_000) {
      switch scalar {
      case "\\", ";", ",": value += "\\\(scalar)"
      case "\n": value += "\\n"
      default: if scalar.properties.generalCategory != .control { value.unicodeScalars.append(scalar) }
      }
    }
    return value
  }

  /// Folds a line: lines have at most 75 bytes, and continue after a blank.
  private static func folded(_ line: String) -> String {
    var (result, count) = ("", 0)
    for scalar in line.unicodeScalars {
      let size = UTF8.width(scalar)
      if count + size > 75 {
        result += "\r\n "
        count = 1
      }
      result.unicodeScalars.append(scalar)
      count += size
    }
    return result
  }
}
