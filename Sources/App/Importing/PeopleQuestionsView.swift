import ArchiveWords
import ChatStore
import Chats
import Controls
import Gtk
import Translation

/// The questions in the report of an import whether two names of two exports belong to one person.
final class PeopleQuestionsView: Box {
  /// Called with the answer: whether the two are one person.
  var didAnswer: ((PeopleQuestion, Bool) -> Void)?

  private let title = Label()
  /// The rows, in a scroller if there are many. A scroller cannot adopt the height of texts that wrap.
  private var list: Widget?
  private(set) var questions: [PeopleQuestion] = []
  /// The questions whose answers are being stored.
  private var storing: Set<PeoplePair> = []
  private var buttons: [PeoplePair: Box] = [:]

  /// The number of questions that are shown without scrolling, and the height in points of a longer list.
  private static let shown = 3
  private static let listHeight = 176

  init() {
    super.init(.vertical, spacing: 2)
    addClass("bs-losses")
    setAccessibleRole(.group)
    title.addClass("bs-losses-title")
    title.xalign = 0
    title.wrap(maxCharacters: 60, isCentered: false)
    append(title)
    visible = false
  }

  /// Shows questions, and announces them if they are the first ones.
  func show(_ new: [PeopleQuestion]) {
    guard new != questions else { return }
    let hadFocus = containsFocus
    let areFirst = questions.isEmpty
    questions = new
    storing.formIntersection(new.map(\.id))
    buttons = [:]
    visible = !new.isEmpty
    if let list { remove(list) }
    list = nil
    guard !new.isEmpty else { return }
    let rows = Box(.vertical)
    for question in new { rows.append(row(question)) }
    let list = new.count > Self.shown ? Self.scroller(rows) : rows
    self.list = list
    append(list)
    title.text = trn(
      "One person under two names?", "{count} people under two names each?", new.count)
    setAccessibleLabel(title.text)
    if hadFocus { _ = list.moveFocus(.forward) }
    if areFirst { announce([title.text, PeopleWords.sentence(new[0])].joined(separator: " ")) }
  }

  /// Sets whether the answer to a question is being stored. It cannot be given meanwhile.
  func setStoring(_ id: PeoplePair, _ isStoring: Bool) {
    if isStoring { storing.insert(id) } else { storing.remove(id) }
    guard let buttons = buttons[id] else { return }
    // Otherwise GTK would leave the window without a focus.
    if isStoring, buttons.containsFocus { _ = moveFocus(.forward) }
    buttons.sensitive = !isStoring
  }

  private static func scroller(_ rows: Widget) -> Widget {
    let scroller = ScrolledWindow(child: rows)
    scroller.setPolicy(horizontal: .never, vertical: .automatic)
    scroller.setSizeRequest(height: listHeight)
    // The focus goes to the buttons.
    scroller.focusable = false
    return scroller
  }

  private func row(_ question: PeopleQuestion) -> Widget {
    let (names, evidence) = (PeopleWords.names(question), Label(PeopleWords.evidence(question)))
    let buttons = Box(.horizontal, spacing: 8)
    for (areSame, words) in [(true, tr("Same Person")), (false, tr("Different People"))] {
      let button = Button(words)
      button.addClass("bs-button")
      button.setAccessibleLabel("\(words): \(names)")
      button.clicked.connect { [weak self] in self?.didAnswer?(question, areSame) }
      buttons.append(button)
    }
    self.buttons[question.id] = buttons
    buttons.sensitive = !storing.contains(question.id)
    let row = Notice(.panel, actions: buttons, closing: nil)
    row.addClass("bs-people-question")
    row.label.addClass("bs-people-names")
    row.update(names)
    evidence.addClass("bs-caption")
    row.append(evidence)
    return row
  }
}
