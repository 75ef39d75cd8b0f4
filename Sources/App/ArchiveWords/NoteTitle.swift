import Chats
import Translation

extension Message {
  /// What a note says above its text. One that came with an import belongs to that.
  package var noteTitle: (name: String, place: String)? {
    guard kind == .note else { return nil }
    return isWrittenHere ? (tr("Your note"), tr("only in Backscroll")) : (tr("Note"), tr("imported"))
  }
}
