import AppBase
import Controls
import Foundation
import Gtk
import StarredRepositories
import Translation

/// The tool row above the feed: user, topics and language.
package final class FeedControls: Box {
  /// Called with the name that was entered; nil for the sample.
  var didChooseUser: ((String?) -> Void)?
  var didChooseTopic: ((String?) -> Void)?

  private let user = Entry()
  private let chips = FlowRow([], spacing: 6, margin: .none)
  let topicList = TopicList()
  private(set) lazy var topicButton = makeTopicButton()
  private lazy var row = makeRow()
  private let languageLabel = Label()
  private let languageMenu = Menu()
  private var language: MenuButton?
  private var topicButtons: [ToggleButton] = []
  private var crosses: [Image] = []
  /// The least number of visible characters of a topic.
  private static let leastTopic = 5
  private var shownTopics: [String] = []
  private var shownLanguages: [String]?
  private var isUpdating = false

  init() {
    super.init(.vertical)
    addClass("bs-tools")
    addClass("top")
    user.placeholderText = tr("GitHub user")
    user.primaryIconName = Symbol.person.iconName
    // The field expands. With this width, four topics and a language fit beside it in the column.
    user.widthChars = 9
    user.maxWidthChars = 9
    user.hexpand = true
    user.addClass("bs-field")
    user.valign = .center
    user.setAccessibleLabel(tr("GitHub user whose stars are shown; empty for the sample"))
    user.activated.connect(weak: self) { $0.submit() }
    user.textChanged.connect(weak: self) { $0.nameChanged() }
    user.iconPressed.connect(weak: self) { $0.submit() }
    append(row)
  }

  private func makeRow() -> ToolRow {
    ToolRow(
      [user, chips, topicButton], end: makeEnd(), spacing: 8,
      margin: FlowRow.Margin(x: 18, narrowX: 10, y: 9, column: RepositoryRow.column),
      fold: FlowRow.Fold(name: tr("Filters"), showsName: true))
  }

  private var chosen = FeedFilter() {
    didSet { row.flow.activeCount = (chosen.topic == nil ? 0 : 1) + (chosen.language == nil ? 0 : 1) }
  }

  /// The name in the field. Set it to the user whose stars are shown.
  var userName: String {
    get { user.text }
    set {
      shownName = newValue
      user.text = newValue
    }
  }

  /// The name whose stars are shown; empty for the sample.
  private var shownName = "" { didSet { nameChanged() } }
  private var typedName: String { user.text.trimmingCharacters(in: .whitespacesAndNewlines) }

  /// Offers a button for a name that is typed and not shown yet, since without a keyboard there is no Return.
  private func nameChanged() {
    let icon = typedName == shownName ? nil : "go-next-symbolic"
    guard icon != user.secondaryIconName else { return }
    user.setSecondaryIcon(icon, tooltip: icon == nil ? nil : tr("Show Stars"))
  }

  /// Whether there is a button for the typed name.
  var offersName: Bool { user.secondaryIconName != nil }

  /// Submits a name that is typed and not shown yet. Returns false if there is none.
  func submitTypedName() -> Bool {
    guard typedName != shownName else { return false }
    submit()
    return true
  }

  /// Puts a name into the field as typing does.
  func type(_ name: String) { user.text = name }

  /// Focuses the field with its text selected, so that another name can be typed.
  func focusUser() { user.takeFocus() }

  /// Submits the name in the field, like Return.
  func submit() {
    shownName = typedName
    didChooseUser?(shownName.isEmpty ? nil : shownName)
  }

  /// Closes the popover of the filters that do not fit. After a menu in it has closed, GTK no longer handles presses
  /// beside the popover.
  func closeFold() { MainLoop.soon { [weak self] in self?.row.flow.foldButton?.close() } }

  /// Sets the offered languages and the chosen one.
  func setLanguages(_ languages: [String], chosen: String?) {
    self.chosen.language = chosen
    languageLabel.text = chosen ?? tr("All Languages")
    language?.setAccessibleLabel(tr("Language: {language}", ["language": languageLabel.text]))
    // Filling an open menu would scroll it back.
    guard languages != shownLanguages else { return }
    shownLanguages = languages
    languageMenu.removeAll()
    languageMenu.append(tr("All Languages"), action: "feed.language::")
    for language in languages { languageMenu.append(language, action: "feed.language::\(language)") }
  }

  /// Sets the topics of the searchable list. `isComplete`: all repositories were counted.
  func setAllTopics(_ topics: [FeedChoices.Topic], chosen: String?, isComplete: Bool) {
    topicList.set(topics, chosen: chosen, isComplete: isComplete)
    topicButton.visible = !topics.isEmpty
  }

  private func makeTopicButton() -> MenuButton {
    let button = MenuButton(
      child: WordsOrIcon(tr("All Topics"), iconName: "view-more-horizontal-symbolic"), content: topicList)
    button.addClass("bs-choice")
    button.addClass("bs-topics")
    button.popover?.addClass("bs-panel")
    button.valign = .center
    button.tooltipText = tr("All Topics")
    button.setAccessibleLabel(tr("All Topics"))
    topicList.didChoose = { [weak self] topic in
      self?.topicButton.close()
      self?.closeFold()
      self?.didChooseTopic?(topic)
    }
    return button
  }

  /// Sets the offered topics and the chosen one.
  func setTopics(_ topics: [String], chosen: String?) {
    self.chosen.topic = chosen
    isUpdating = true
    defer { isUpdating = false }
    if topics != shownTopics {
      shownTopics = topics
      for button in topicButtons { chips.remove(button) }
      crosses = []
      topicButtons = topics.map { topic in
        let label = Label(topic)
        // Long topics shrink in a narrow window, but not to a letter.
        label.ellipsize()
        label.widthChars = max(1, min(topic.count - 1, Self.leastTopic))
        let content = Box(.horizontal, spacing: 2)
        let cross = Image(iconName: "window-close-symbolic", size: 10)
        content.append(label, cross)
        crosses.append(cross)
        let button = ToggleButton(toggleChild: content)
        button.setAccessibleLabel(tr("Tagged {topic}", ["topic": topic]))
        button.addClass("bs-filter")
        button.addClass("bs-topic")
        button.valign = .center
        button.toggled.connect(weak: self) { [weak button] controls in
          guard !controls.isUpdating, let button else { return }
          controls.didChooseTopic?(button.active ? topic : nil)
        }
        chips.append(button)
        return button
      }
    }
    for (topic, button) in zip(shownTopics, topicButtons) { button.active = topic == chosen }
    // In the space beside the text, so that the other topics keep their places.
    for (topic, cross) in zip(shownTopics, crosses) { cross.visible = topic == chosen }
  }

  private func makeEnd() -> Widget {
    let content = Box(.horizontal, spacing: 6)
    languageLabel.ellipsize()
    content.append(languageLabel, Image(iconName: "pan-down-symbolic", size: 16))
    let language = MenuButton(child: content, menu: languageMenu)
    language.addClass("bs-choice")
    language.valign = .center
    language.tooltipText = tr("Filter by Language")
    self.language = language
    return language
  }
}

/// The criteria for the repositories to show.
package struct FeedFilter: Sendable, Equatable {
  var language: String?
  var topic: String?

  var isEmpty: Bool { language == nil && topic == nil }

  func matches(_ repository: Repository) -> Bool {
    (language == nil || repository.language == language) && (topic.map(repository.topics.contains) ?? true)
  }

  /// Describes a number of matches: "12 tagged gtk in Swift"; without a filter "12 repositories".
  func caption(_ count: Int) -> String {
    let values = words.merging(["count": count.formatted(.number.locale(.desktop))]) { $1 }
    switch (topic, language) {
    // Translators: the number of repositories with a tag and in a programming language.
    case (_?, _?): return tr("{count} tagged {topic} in {language}", values)
    case (_?, nil): return tr("{count} tagged {topic}", values)
    case (nil, _?): return tr("{count} in {language}", values)
    case (nil, nil): return Counted.repositories(count)
    }
  }

  /// The sentence when nothing matches; nil without a filter.
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

/// The languages and topics of the loaded repositories, to filter by.
struct FeedChoices {
  /// A topic, and the number of loaded repositories that have it.
  struct Topic: Equatable {
    var name: String
    var count: Int
  }

  /// The languages from A to Z.
  private(set) var languages: [String] = []
  /// The topics to offer. A topic keeps its place when pages arrive, because the user may be about to press it.
  private(set) var topics: [String] = []
  private var occurrences: [String: Int] = [:]
  private var counted: Set<Repository.ID> = []

  /// Number of topics to offer: the most common ones of the first pages, up to the page that completes them.
  private static let topicCount = 4
  /// The room of the offered topics in characters, so that they fit beside the other filters in the column of the
  /// repositories. Each topic counts with its characters and `topicEdges` more for its edges. The list has all topics.
  private static let topicRoom = 48
  private static let topicEdges = 5

  mutating func learn(_ repositories: [Repository]) {
    var languages = Set(languages)
    for repository in repositories where counted.insert(repository.id).inserted {
      for topic in repository.topics { occurrences[topic, default: 0] += 1 }
      if let language = repository.language { languages.insert(language) }
    }
    if languages.count > self.languages.count {
      self.languages = languages.sorted { $0.localizedStandardCompare($1) == .orderedAscending }
    }
    let free = Self.topicCount - topics.count
    guard free > 0 else { return }
    let others = occurrences.filter { !topics.contains($0.key) }
    topics += others.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(free).map(\.key)
  }

  /// The number of repositories that were counted.
  var count: Int { counted.count }

  /// All topics of the loaded repositories, the most common ones first.
  ///
  /// - Complexity: O(*n* log *n*) for topics.
  var allTopics: [Topic] {
    occurrences.map { Topic(name: $0.key, count: $0.value) }
      .sorted { ($1.count, $0.name) < ($0.count, $1.name) }
  }

  /// The topics to offer, including a chosen one.
  func topics(with chosen: String?) -> [String] {
    guard let chosen, !topics.contains(chosen) else { return Self.fitting(topics, with: chosen) }
    return Self.fitting([chosen] + topics.prefix(Self.topicCount - 1), with: chosen)
  }

  /// The first topics that fit, at least one, and the chosen one.
  private static func fitting(_ topics: [String], with chosen: String?) -> [String] {
    func room(_ topic: String) -> Int { topic.count + topicEdges }
    var rest = topicRoom - (chosen.map(room) ?? 0)
    var isFull = false
    return topics.filter { topic in
      if topic == chosen { return true }
      let isFirst = rest == topicRoom
      rest -= room(topic)
      isFull = isFull || rest < 0 && !isFirst
      return !isFull
    }
  }
}
