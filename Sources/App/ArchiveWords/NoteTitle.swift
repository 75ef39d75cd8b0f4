import Chats
import Translation

extension Message {
  /// The title of a note above its text. A note from an import belongs to that import.
  package var noteTitle: (name: String, place: String)? {
    guard kind == .note else { return nil }
    return isWrittenHere ? (tr("Your note"), tr("only in Backscroll")) : (tr("Note"), tr("imported"))
  }
}
