import Chats
import Testing

@testable import BackscrollApp
@testable import MessageRow
@testable import Reader

@Suite("The result of a poll")
struct PollResultTests {
  private static func poll(_ votes: [Int?], voters: Int? = nil, isClosed: Bool = true) -> Poll {
    Poll(
      question: "Boots or shoes?", options: votes.enumerated().map { Poll.Option(text: "\($0)", votes: $1) },
      voterCount: voters, isClosed: isClosed)
  }

  @Test("Shares are of the people, where they are known")
  func shares() {
    #expect(PollResult(Self.poll([8, 2])).shares == [0.8, 0.2])
    #expect(PollResult(Self.poll([8, 2], voters: 8)).shares == [1, 0.25])
    // Fewer people than votes for one answer: the number is wrong.
    #expect(PollResult(Self.poll([8, 2], voters: 4)).shares == [1, 0.25])
  }

  @Test("Without counts or votes there are no bars")
  func none() {
    #expect(PollResult(Self.poll([8, nil])).shares == nil)
    #expect(PollResult(Self.poll([0, 0])).shares == nil)
    #expect(PollResult(Self.poll([])).shares == nil)
  }

  @Test("An open poll has no winner, and a closed one may have several")
  func winners() {
    #expect(PollResult(Self.poll([8, 2], isClosed: false)).winners == [])
    #expect(PollResult(Self.poll([3, 1, 3])).winners == [0, 2])
  }

  @Test("Numbers of a damaged file do not overflow")
  func damaged() {
    let result = PollResult(Self.poll([.max, .max, .min], voters: .max))
    #expect(result.shares?.allSatisfy { (0...1).contains($0) } == true)
  }
}

@Suite("A contact as a file")
struct VCardTests {
  @Test("Values cannot add lines or fields")
  func escaped() {
    let card = VCard.text(of: Contact(name: "Ines; Duarte,\nEND:VCARD\r", phone: "+00 555\u{0} 0142"))
    #expect(
      card == "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ines\\; Duarte\\,\\nEND:VCARD\r\n"
        + "N:Ines\\; Duarte\\,\\nEND:VCARD;;;;\r\nTEL;TYPE=CELL:+00 555 0142\r\nEND:VCARD\r\n")
  }

  @Test("Long lines are folded between characters")
  func folded() {
    let card = VCard.text(of: Contact(name: String(repeating: "é", count: 100)))
    #expect(card.split(separator: "\r\n").allSatisfy { $0.utf8.count <= 75 })
    #expect(card.replacing("\r\n ", with: "").contains(String(repeating: "é", count: 100)))
  }
}
