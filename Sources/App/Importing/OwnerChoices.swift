import ChatFormats

/// What is offered to answer the question who of the people in files the person is.
///
/// As long as the files are being counted, what is offered stays as it was first shown: a button that moved would take the
/// click that another one was meant to get. Afterwards all have the order of the candidates, which does not depend on how far
/// the counting was; if the person is about to answer, or has, the others follow behind.
package struct OwnerChoices: Equatable {
  package enum Item: Equatable {
    case person(ImportSurvey.Person)
    case nobody
    /// Leads to a list of all people.
    case more
  }

  package private(set) var items: [Item] = []
  /// Those who have a button whoever is chosen. The first ones are before ``Item/nobody``.
  private var people: [ImportSurvey.Person] = []
  private var peopleBeforeNobody = 0

  /// People up to whom all have a button, and how many have one of more.
  package static let few = 5
  package static let shownOfMany = 3

  /// - Parameters:
  ///   - candidates: Who can be chosen, the probable one first.
  ///   - chosen: Who is chosen, who has a button in any case.
  ///   - isComplete: Whether nobody else will be found.
  ///   - isTouched: Whether the person has answered, or is about to.
  package mutating func update(
    _ candidates: [ImportSurvey.Person], chosen: ImportSurvey.Person.ID?, isComplete: Bool,
    isTouched: Bool
  ) {
    let known = Dictionary(candidates.map { ($0.id, $0) }) { first, _ in first }
    if people.count < 2 || isComplete && !isTouched || people.contains(where: { known[$0.id] == nil }) {
      // The first time, at the end, or other chats were chosen.
      people = Array(candidates.prefix(candidates.count <= Self.few ? Self.few : Self.shownOfMany))
      peopleBeforeNobody = people.count
    } else if isComplete {
      people = people.compactMap { known[$0.id] }
      if candidates.count <= Self.few { people += candidates.filter { !Self.has(people, $0.id) } }
    }
    let before = people.prefix(peopleBeforeNobody).map(Item.person)
    let after = people.dropFirst(peopleBeforeNobody).map(Item.person)
    items = before + [.nobody] + after
    if !isComplete || candidates.count > people.count { items.append(.more) }
    if let chosen, let person = known[chosen], !Self.has(people, chosen) { items.append(.person(person)) }
  }

  private static func has(_ people: [ImportSurvey.Person], _ id: ImportSurvey.Person.ID) -> Bool {
    people.contains { $0.id == id }
  }
}
