extension OwnerQuestion {
  /// The names of programs for their user in exports, in lower case.
  private static let ownNames: Set<String> = [
    "you", "me", "나", "회원님", "du", "ich", "yo", "tú", "vous", "moi", "eu", "você", "io", "tu", "вы", "я", "你",
    "我", "あなた", "自分",
  ]

  /// Whether this is a program's name for its user.
  package static func isOwnName(_ name: String) -> Bool { ownNames.contains(name.lowercased()) }

  /// The candidate who is probably the owner of chats with these titles. The most frequent candidates are first.
  package static func guess(_ candidates: [Candidate], titles: [String]) -> Participant.ID? {
    if let named = candidates.first(where: { isOwnName($0.name) }) { return named.id }
    guard candidates.count > 1 else { return nil }
    if candidates[0].chatCount > candidates[1].chatCount { return candidates[0].id }
    // A chat of two is named after the person who is not the owner.
    guard candidates.count == 2, titles.count == 1 else { return nil }
    let others = candidates.filter { $0.name != titles[0] }
    return others.count == 1 ? others[0].id : nil
  }
}
