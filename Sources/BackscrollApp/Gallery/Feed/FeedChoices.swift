import StarredRepositories

/// What the loaded repositories can be filtered by.
struct FeedChoices {
  /// From A to Z.
  private(set) var languages: [String] = []
  /// The topics to choose from. One that is there keeps its place, whatever comes: somebody may be about to press it.
  private(set) var topics: [String] = []
  private var occurrences: [String: Int] = [:]
  private var counted: Set<Repository.ID> = []

  /// How many topics there are to choose from: the commonest of the first page that has so many.
  private static let topicCount = 4

  mutating func learn(_ repositories: [Repository]) {
    var languages = Set(languages)
    for repository in repositories where counted.insert(repository.id).inserted {
      for topic in repository.topics { occurrences[topic, default: 0] += 1 }
      if let language = repository.language { languages.insert(language) }
    }
    if languages.count > self.languages.count { self.languages = languages.sorted() }
    let free = Self.topicCount - topics.count
    guard free > 0 else { return }
    let others = occurrences.filter { !topics.contains($0.key) }
    topics += others.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(free).map(\.key)
  }

  /// The topics with one among them that is chosen already.
  func topics(with chosen: String?) -> [String] {
    guard let chosen, !topics.contains(chosen) else { return topics }
    return [chosen] + topics.prefix(Self.topicCount - 1)
  }
}
