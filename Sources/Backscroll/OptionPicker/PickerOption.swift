/// An option with an identity: its text, and which of those with the same text it is. So an option keeps its identity
/// when others come and go.
struct PickerOption: Identifiable, Equatable {
  struct ID: Hashable {
    let text: String
    let occurrence: Int
  }

  let id: ID
  var text: String { id.text }

  static func list(_ texts: [String]) -> [PickerOption] {
    var seen: [String: Int] = [:]
    return texts.map { text in
      let occurrence = seen[text, default: 0]
      seen[text] = occurrence + 1
      return PickerOption(id: ID(text: text, occurrence: occurrence))
    }
  }
}
