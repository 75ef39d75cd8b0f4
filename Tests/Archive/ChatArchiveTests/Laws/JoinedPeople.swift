import ExportWriters
import SeededRandom

@testable import ChatStore
@testable import Chats

/// Random people of an archive who are made one person, two or three at a time.
struct JoinedPeople {
  private let groups: [[Participant.ID]]

  init(in archive: Archive, _ random: inout SplitMix64) async throws {
    var groups: [[Participant.ID]] = []
    var known: Set<Participant.ID> = []
    for chat in try await archive.chats().sorted(by: { $0.id < $1.id }) where random.oneIn(3) {
      var people = try await archive.people(of: chat.id).map(\.id).sorted().filter { !known.contains($0) }
      random.shuffle(&people)
      let group = Array(people.prefix(2 + random.below(2)))
      if group.count > 1 { groups.append(group) }
      known.formUnion(group)
    }
    self.groups = groups
  }

  func join(in archive: Archive) async throws {
    for group in groups {
      for person in group.dropFirst() { try await archive.mergePerson(person, into: group[0]) }
    }
  }

  func part(in archive: Archive) async throws {
    for group in groups.reversed() { try await archive.partPerson(group[group.count - 1]) }
  }
}
