import Chats

/// The checklists of a chat, whose later events refer to tasks only by their numbers.
struct TelegramChecklists {
  private struct List {
    var title: String
    var tasks: [Int: String] = [:]
  }

  /// The largest number of lists that are kept.
  private static let limit = 1000

  /// The lists by the numbers of their messages.
  private var lists: [String: List] = [:]
  private var last: String?

  /// Notes the list of a message, or the tasks that were added to one.
  mutating func note(_ fields: JSONFields, id: String) {
    if let list = fields.object("todo_list") {
      if lists.count >= Self.limit { lists = [:] }
      lists[id] = List(title: Self.text(list, "title"))
      last = id
      add(list.objects("answers"), to: id)
    } else if fields.string("action") == "todo_append_tasks", let key = key(of: fields) {
      add(fields.objects("items"), to: key)
    }
  }

  private mutating func add(_ tasks: [JSONFields], to key: String) {
    for task in tasks {
      if let id = task.int("id") { lists[key]?.tasks[id] = Self.text(task, "text") }
    }
  }

  /// The list of an event: the one that it replies to, or else the last one.
  private func key(of fields: JSONFields) -> String? {
    if let reply = fields.text("reply_to_message_id") { return lists[reply] == nil ? nil : reply }
    return last
  }

  /// An event such as “Mara ticked “Tea””; nil for all others.
  func sentence(of fields: JSONFields, actor: String) -> String? {
    let list = key(of: fields).flatMap { lists[$0] }
    let place = list.map { $0.title.isEmpty ? "" : " “\($0.title)”" }
    switch fields.string("action") {
    case "todo_append_tasks":
      let tasks = fields.objects("items").map { "“\(Self.text($0, "text"))”" }
      let what =
        tasks.isEmpty
        ? "tasks" : "the \(tasks.count == 1 ? "task" : "tasks") \(TelegramService.joined(tasks))"
      return
        "\(actor) added \(what) to \(place.flatMap { $0.isEmpty ? nil : String($0.dropFirst()) } ?? "the checklist")"
    case "todo_completions":
      let changes = [("ticked", "completed"), ("unticked", "incompleted")].compactMap {
        verb, key -> String? in
        let tasks = names(fields, key, in: list)
        return tasks.isEmpty ? nil : "\(verb) \(TelegramService.joined(tasks))"
      }
      let words = changes.isEmpty ? "changed the ticks" : changes.joined(separator: " and ")
      return "\(actor) \(words) in the checklist\(place ?? "")"
    default: return nil
    }
  }

  private func names(_ fields: JSONFields, _ key: String, in list: List?) -> [String] {
    let ids = fields.members.first { $0.key == key }?.value.asArray?.compactMap(\.asInt64) ?? []
    return ids.map { id in
      Int(exactly: id).flatMap { list?.tasks[$0] }.map { "“\($0)”" } ?? "task \(id)"
    }
  }

  private static func text(_ fields: JSONFields, _ key: StaticString) -> String {
    (fields.styledText(key)?.text ?? "").prefix(bytes: TelegramLimit.line)
  }
}
