import StarredRepositories

/// Which of the repositories are shown.
struct FeedFilter: Sendable, Equatable {
  var language: String?
  var topic: String?

  var isEmpty: Bool { language == nil && topic == nil }

  func matches(_ repository: Repository) -> Bool {
    (language == nil || repository.language == language) && (topic.map(repository.topics.contains) ?? true)
  }

  /// "tagged gtk in Swift"; empty without a filter.
  var words: String {
    [topic.map { "tagged \($0)" }, language.map { "in \($0)" }].compactMap(\.self).joined(separator: " ")
  }
}
