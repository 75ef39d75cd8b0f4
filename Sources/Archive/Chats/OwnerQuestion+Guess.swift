extension OwnerQuestion {
  /// What programs call their user in exports, in lower case.
  private static let ownNames: Set<String> = [
    "you", "me", "나", "회원님", "du", "ich", "yo", "tú", "vous", "moi", "eu", "você", "io", "tu", "вы", "я", "你",
    "我", "あなた", "自分",
  ]

  /// Whether a program calls its user so.
  package static func isOwnName(_ name: String) -> Bool { ownNames.contains(name.lowercased()) }

  /// Who of the candidates, the most frequent first, is probably the owner of chats with these titles.
  package static func guess(_ candidates: [Candidate], titles: [String]) -> Participant.ID? {
    if let named = candidates.first(where: { isOwnName($0.name) }) { return named.id }
    guard candidates.count > 1 else { return nil }
    if candidates[0].chatCount > candidates[1].chatCount { return candidates[0].id }
    // A chat of two is named after the other one.
    guard candidates.count == 2, titles.count == 1 else { return nil }
    let others = candidates.filter { $0.name != titles[0] }
    return others.count == 1 ? others[0].id : nil
  }
}
