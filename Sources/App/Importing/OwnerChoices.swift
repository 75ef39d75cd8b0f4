import ChatFormats

/// The choices for the question which participant the user is.
///
/// While the files are being counted, the first choices stay in place, since a moving button could receive a click
/// meant for another one. Afterwards all choices have the order of the candidates, which does not depend on the
/// progress at that time; if the user has answered, or is about to, the others are appended instead.
package struct OwnerChoices: Equatable {
  package enum Item: Equatable {
    case person(ImportSurvey.Person)
    case nobody
    /// Opens a list of all people.
    case more
  }

  package private(set) var items: [Item] = []
  /// The people who always have a button. The first ones are before ``Item/nobody``.
  private var people: [ImportSurvey.Person] = []
  private var peopleBeforeNobody = 0

  /// The number of people up to which all have a button, and the number of buttons for more people.
  package static let few = 5
  package static let shownOfMany = 3

  /// - Parameters:
  ///   - candidates: The people who can be chosen, the probable one first.
  ///   - candidate: The one of them with an identifier.
  ///   - chosen: The chosen person, who always has a button.
  ///   - isComplete: Whether no further people will be found.
  ///   - isTouched: Whether the user has answered, or is about to.
  package mutating func update(
    _ candidates: [ImportSurvey.Person], candidate: (ImportSurvey.Person.ID) -> ImportSurvey.Person?,
    chosen: ImportSurvey.Person.ID?, isComplete: Bool, isTouched: Bool
  ) {
    if people.count < 2 || isComplete && !isTouched || people.contains(where: { candidate($0.id) == nil }) {
      // At the first time, at the end, or when other chats were chosen.
      people = Array(candidates.prefix(candidates.count <= Self.few ? Self.few : Self.shownOfMany))
      peopleBeforeNobody = people.count
    } else if isComplete {
      people = people.compactMap { candidate($0.id) }
      if candidates.count <= Self.few { people += candidates.filter { !Self.has(people, $0.id) } }
    }
    let before = people.prefix(peopleBeforeNobody).map(Item.person)
    let after = people.dropFirst(peopleBeforeNobody).map(Item.person)
    items = before + [.nobody] + after
    if !isComplete || candidates.count > people.count { items.append(.more) }
    if let chosen, let person = candidate(chosen), !Self.has(people, chosen) { items.append(.person(person)) }
  }

  private static func has(_ people: [ImportSurvey.Person], _ id: ImportSurvey.Person.ID) -> Bool {
    people.contains { $0.id == id }
  }
}
