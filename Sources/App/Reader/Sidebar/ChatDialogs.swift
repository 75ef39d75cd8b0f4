import Chats
import Controls
import Gtk
import Translation

extension Question {
  /// Asks for a chat's title.
  static func title(of chat: ChatSummary, over window: Window?, then rename: @escaping (String) -> Void)
    -> Question
  {
    let question = Question(
      tr("Rename Chat"), text: tr("Leave it empty to use the name from the source."), over: window)
    let entry = Entry()
    entry.addClass("bs-field")
    entry.text = LayoutCost.line(chat.title)
    entry.setAccessibleLabel(tr("Name"))
    entry.activated.connect(weak: question) { $0.accept() }
    question.body.append(entry)
    question.ask(tr("Rename")) { rename(entry.text) }
    entry.takeFocus()
    return question
  }
}
