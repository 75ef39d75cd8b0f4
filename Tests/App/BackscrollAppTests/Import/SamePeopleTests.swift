import Foundation
import Testing

@testable import BackscrollApp
@testable import ChatStore
@testable import Chats
@testable import Commands

@Suite("Settling on the command line who is one person")
struct SamePeopleTests {
  private static func question(_ number: Int64) -> PeopleQuestion {
    PeopleQuestion(
      id: PeoplePair(number, number + 100), name: "Person \(number)", otherName: "+49 \(number)",
      messageCount: 7,
      chats: [1], chatTitle: "Walks")
  }

  private static func answer(
    _ lines: [String], to questions: [PeopleQuestion]
  ) -> (answers: [Int64: Bool], written: String) {
    var rest = lines
    var written = ""
    let dialogue = ImportDialogue(
      write: { written += $0 }, read: { rest.isEmpty ? nil : rest.removeFirst() })
    let answers = dialogue.answers(to: questions)
    #expect(rest.isEmpty)
    return (Dictionary(uniqueKeysWithValues: answers.map { ($0.key.person, $0.value) }), written)
  }

  @Test("A few pairs are asked about one by one, and an answer that is not understood again")
  func oneByOne() {
    let questions = (1...4).map(Self.question)
    let (answers, written) = Self.answer(["yes", "maybe", "N", "", "later"], to: questions)
    #expect(answers == [1: true, 2: false])
    #expect(
      written.hasPrefix(
        """
        Person 1 and +49 1: 7 messages with the same words at the same times, in “Walks”.
        Are they the same person? yes, no or later [later] 
        """))
    #expect(Self.answer(["y"], to: questions).answers == [1: true], "the end of the input leaves the rest")
  }

  @Test(
    "Many pairs are listed, and one line answers all",
    arguments: [
      ("2 5", [2, 5]), ("1, 3", [1, 3]), ("all", [1, 2, 3, 4, 5]), ("none", []), ("", nil), ("later", nil),
    ] as [(String, Set<Int64>?)])
  func atOnce(line: String, same: Set<Int64>?) {
    let questions = (1...5).map(Self.question)
    let (answers, written) = Self.answer(["6", "2 x", line], to: questions)
    #expect(written.contains("  5  Person 5 and +49 5: "))
    let all = same.map { same in (Int64(1)...5).map { ($0, same.contains($0)) } } ?? []
    #expect(answers == Dictionary(uniqueKeysWithValues: all))
  }

  private static func settle(
    _ choice: SamePeopleChoice, typing lines: [String]? = nil, _ questions: [PeopleQuestion]
  ) -> (answers: [Bool?], report: [String]) {
    var rest = lines ?? []
    let dialogue = lines.map { _ in
      ImportDialogue(write: { _ in }, read: { rest.isEmpty ? nil : rest.removeFirst() })
    }
    let settlement = SamePeopleSettlement(choice: choice, dialogue: dialogue)
    let answers = settlement.answers(to: questions)
    return (questions.map { answers[$0.id] }, settlement.report(questions, answers))
  }

  @Test("Without a terminal, people are left apart, and a sentence tells how to make them one")
  func unasked() {
    let (answers, report) = Self.settle(.ask, [Self.question(1)])
    #expect(answers == [nil])
    #expect(report.count == 2)
    #expect(report[0].hasPrefix("Person 1 and +49 1: 7 messages"))
    #expect(report[1].contains("--same-people yes"))
    #expect(Self.settle(.ask, (1...50).map(Self.question)).report.count == 22)
  }

  @Test("The option answers for all, also on a terminal")
  func told() {
    let questions = [Self.question(1), Self.question(2)]
    let yes = Self.settle(.yes, typing: ["no"], questions)
    #expect(yes.answers == [true, true])
    #expect(yes.report == ["“+49 1” is now “Person 1”.", "“+49 2” is now “Person 2”."])
    let no = Self.settle(.no, questions)
    #expect(no.answers == [false, false])
    #expect(no.report[0] == "“Person 1” and “+49 1” stay two people.")
  }

  @Test("Of those who were asked about, only the answers are reported")
  func asked() {
    let (answers, report) = Self.settle(.ask, typing: ["later", "no"], [Self.question(1), Self.question(2)])
    #expect(answers == [nil, false])
    #expect(report == ["“Person 2” and “+49 2” stay two people."])
  }
}
