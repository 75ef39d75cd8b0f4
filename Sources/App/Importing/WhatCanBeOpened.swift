import ChatFormats
import Chats
import Controls
import Gtk
import Translation

/// The formats that the program can open, in words, with a button to choose a file, for otherwise empty pages.
@MainActor
package enum WhatCanBeOpened {
  /// The sentence with the programs whose exports can be imported.
  package static var sentence: String {
    tr("These can be imported: {formats}.", ["formats": ImportFormat.programs.joined(separator: ", ")])
  }

  /// A button that asks for files to import.
  package static func button() -> Button {
    let button = Button(tr("Choose Files…"))
    button.setDetailedActionName("win.import")
    return button
  }

  /// The page in place of a file that is neither an archive nor an export; nil for other errors.
  package static func page(for error: any Error) -> StatusPage? {
    let path: String
    switch error as? ArchiveError {
    case .notSQLite(let file), .foreign(let file): path = file
    default: return nil
    }
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return StatusPage(
      .symbol(.chat), title: tr("“{name}” is not a chat", ["name": name]),
      text: [
        ImportHint.sentence(ofMediaAt: path)
          ?? tr("Backscroll opens its own archives, and imports what other programs have exported."),
        sentence,
      ]
      .joined(separator: "\n\n"),
      isFailure: true, action: button())
  }
}
