import ArchiveWords
import ArgumentParser
import ChatStore
import Chats
import Foundation
import GLib
import Translation

/// The treatment of people who have two names in two exports.
enum SamePeopleChoice: String, CaseIterable, ExpressibleByArgument {
  /// Ask on a terminal. Without one, keep them separate until the question can be asked.
  case ask
  /// The two people of each pair are the same.
  case yes
  /// The two people of each pair are different.
  case no
}

/// Decides after an import which names belong to one person.
struct SamePeopleSettlement {
  let choice: SamePeopleChoice
  /// Asks the questions; nil without a terminal.
  let dialogue: ImportDialogue?

  /// The most pairs that are named. The others are counted.
  private static let named = 20

  /// Whether the two people of each pair are the same. Pairs without an answer are asked about another time.
  func answers(to questions: [PeopleQuestion]) -> [PeoplePair: Bool] {
    func all(_ areSame: Bool) -> [PeoplePair: Bool] {
      Dictionary(uniqueKeysWithValues: questions.map { ($0.id, areSame) })
    }
    return switch choice {
    case .yes: all(true)
    case .no: all(false)
    case .ask: dialogue?.answers(to: questions) ?? [:]
    }
  }

  /// The results of the questions, in lines. For questions that could not be asked, the lines explain how to answer them.
  func report(_ questions: [PeopleQuestion], _ answers: [PeoplePair: Bool]) -> [String] {
    guard choice != .ask || dialogue != nil else {
      return Self.first(questions.map(PeopleWords.sentence)) + [
        tr(
          "They may be one person, and are left apart. The same import with --same-people yes makes them one; with --same-people no, they stay apart and are not asked about again."
        )
      ]
    }
    return Self.first(
      questions.compactMap { question in
        let names = ["name": question.name, "other": question.otherName]
        return answers[question.id].map {
          $0 ? tr("“{other}” is now “{name}”.", names) : tr("“{name}” and “{other}” stay two people.", names)
        }
      })
  }

  private static func first(_ lines: [String]) -> [String] {
    let rest = lines.count - named
    return lines.prefix(named) + (rest > 0 ? [trn("… and {count} more", "… and {count} more", rest)] : [])
  }
}

extension ImportDialogue {
  /// The most pairs that are asked about one by one. More are listed, and one line answers all.
  private static let askedOneByOne = 4

  /// Asks which names belong to one person. Pairs without an answer are left for another time.
  func answers(to questions: [PeopleQuestion]) -> [PeoplePair: Bool] {
    questions.count > Self.askedOneByOne ? answersAtOnce(to: questions) : answersOneByOne(to: questions)
  }

  private func answersOneByOne(to questions: [PeopleQuestion]) -> [PeoplePair: Bool] {
    var answers: [PeoplePair: Bool] = [:]
    for question in questions {
      write("\(PeopleWords.sentence(question).printable)\n")
      let answer = ask(tr("Are they the same person? yes, no or later"), answer: tr("later")) {
        answer -> Bool?? in
        if Self.means(answer, "yes", tr("yes")) { return .some(true) }
        if Self.means(answer, "no", tr("no")) { return .some(false) }
        return Self.means(answer, "later", tr("later")) ? .some(nil) : nil
      }
      // Stop at the end of the input.
      guard let answer else { break }
      answers[question.id] = answer
    }
    return answers
  }

  private func answersAtOnce(to questions: [PeopleQuestion]) -> [PeoplePair: Bool] {
    for (index, question) in questions.enumerated() {
      write("  \(index + 1)  \(PeopleWords.sentence(question).printable)\n")
    }
    let same = ask(
      tr(
        "Which of these are one person each? Their numbers, as in “1 3”, then the others are two people each; or all, none or later"
      ), answer: tr("later")
    ) { answer -> Set<Int>?? in
      if Self.means(answer, "all", tr("all")) { return .some(Set(questions.indices)) }
      if Self.means(answer, "none", tr("none")) { return .some([]) }
      if Self.means(answer, "later", tr("later")) { return .some(nil) }
      let words = answer.split { $0 == " " || $0 == "," }
      let numbers = words.compactMap { Int($0) }.filter { (1...questions.count).contains($0) }
      return numbers.isEmpty || numbers.count < words.count ? nil : .some(Set(numbers.map { $0 - 1 }))
    }
    guard let same, let same else { return [:] }
    return Dictionary(
      uniqueKeysWithValues: questions.enumerated().map { ($0.element.id, same.contains($0.offset)) })
  }

  /// Whether an answer is a word or its beginning, in English or in the user's language.
  private static func means(_ answer: String, _ words: String...) -> Bool {
    let answer = answer.lowercased()
    return !answer.isEmpty && words.contains { $0.lowercased().hasPrefix(answer) }
  }
}
