import Foundation
import StarredRepositories
import Translation

/// Which of the repositories are shown.
struct FeedFilter: Sendable, Equatable {
  var language: String?
  var topic: String?

  var isEmpty: Bool { language == nil && topic == nil }

  func matches(_ repository: Repository) -> Bool {
    (language == nil || repository.language == language) && (topic.map(repository.topics.contains) ?? true)
  }

  /// How many have passed: "12 tagged gtk in Swift"; without a filter "12 repositories".
  func caption(_ count: Int) -> String {
    let values = words.merging(["count": count.formatted(.number.locale(.desktop))]) { $1 }
    switch (topic, language) {
    // Translators: how many repositories are shown, of those with a tag and in a programming language.
    case (_?, _?): return tr("{count} tagged {topic} in {language}", values)
    case (_?, nil): return tr("{count} tagged {topic}", values)
    case (nil, _?): return tr("{count} in {language}", values)
    case (nil, nil): return Counted.repositories(count)
    }
  }

  /// That none has passed; nil without a filter.
  var nothingFound: String? {
    switch (topic, language) {
    case (_?, _?): tr("No repository is tagged {topic} in {language}.", words)
    case (_?, nil): tr("No repository is tagged {topic}.", words)
    case (nil, _?): tr("No repository is in {language}.", words)
    case (nil, nil): nil
    }
  }

  private var words: [String: String] {
    ["topic": topic, "language": language].compactMapValues(\.self)
  }
}
