import Backscroll
import Chats
import Controls
import Gtk
import Importing
import Translation

/// Asks below the page which participant of imported chats the reader is.
package final class OwnerPanel: Box {
  /// Called with the answer: nil for none of the people.
  package var didAnswer: ((OwnerQuestion, Participant.ID?) -> Void)?
  /// Called when the list of all candidates is requested.
  package var didRequestList: ((OwnerQuestion) -> Void)?

  private let head = Notice(.panel, closing: tr("Ask Later"))
  private let chips = Box(.vertical)
  private var choices: FlowRow?
  package private(set) var question: OwnerQuestion?

  package init() {
    super.init(.vertical, spacing: 8)
    addClass("bs-import")
    setAccessibleRole(.group)
    head.didClose = { [weak self] in self?.ask(nil) }
    append(head, chips)
    visible = false
  }

  /// Asks a question; nil hides the panel.
  package func ask(_ question: OwnerQuestion?) {
    self.question = question
    visible = question != nil
    if let choices { chips.remove(choices) }
    choices = nil
    guard let question else { return }
    let title = tr("Which one are you? Your messages are shown at the other side.")
    head.update(title)
    let offered = Self.offered(question)
    var buttons: [Widget] = offered.map { person in
      button(person.name, isGuess: person.id == question.guess) { [weak self] in
        self?.answer(person.id)
      }
    }
    if question.candidates.count > offered.count {
      buttons.append(button(tr("Someone Else…")) { [weak self] in self?.didRequestList?(question) })
    }
    buttons.append(button(tr("None of These")) { [weak self] in self?.answer(nil) })
    let row = FlowRow(buttons, margin: .none)
    choices = row
    chips.append(row)
    setAccessibleLabel(title)
    announce(title)
  }

  /// The people who have a button, all if they are few: the guess first, then those in most chats.
  package static func offered(_ question: OwnerQuestion) -> [OwnerQuestion.Candidate] {
    let all = question.candidates
    let guess = all.filter { $0.id == question.guess }
    let count = all.count <= OwnerChoices.few ? OwnerChoices.few : OwnerChoices.shownOfMany
    return Array((guess + all.filter { $0.id != question.guess }).prefix(count))
  }

  private func answer(_ person: Participant.ID?) {
    guard let question else { return }
    ask(nil)
    didAnswer?(question, person)
  }

  private func button(_ words: String, isGuess: Bool = false, _ body: @escaping () -> Void) -> Button {
    let label = Label(words)
    label.ellipsize()
    let button = Button(child: label)
    button.addClass("bs-button")
    button.setClass("primary", isGuess)
    button.setAccessibleLabel(words)
    button.tooltipText = words
    button.clicked.connect { body() }
    return button
  }
}
