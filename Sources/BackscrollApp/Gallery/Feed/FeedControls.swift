import Foundation
import Gtk
import Translation

/// The tool row above the feed: whose stars, which topics, which language, and what to try out.
final class FeedControls: Box {
  /// A name was typed; nil: the sample.
  var onUser: ((String?) -> Void)?
  var onTopic: ((String?) -> Void)?

  private let user = Entry()
  private let chips = Box(.horizontal, spacing: 6)
  private let languageLabel = Label()
  private let languageMenu = Menu()
  private var language: MenuButton?
  private var topicButtons: [ToggleButton] = []
  private var shownTopics: [String] = []
  private var shownLanguages: [String]?
  private var isUpdating = false

  init() {
    super.init(.vertical)
    addClass("bs-tools")
    addClass("top")
    user.setPlaceholder(tr("GitHub user"))
    user.setIcon("edit-find-symbolic")
    user.setWidth(characters: 14)
    user.addClass("bs-field")
    user.align(vertical: .center)
    user.setAccessibleLabel(tr("Whose stars: the name of a GitHub user; empty for the sample"))
    user.activated.connect(weak: self) { $0.submit() }
    append(
      FlowRow([user, chips], end: makeEnd(), spacing: 8, margin: FlowRow.Margin(x: 18, narrowX: 10, y: 9)))
  }

  var userName: String {
    get { user.text }
    set { user.text = newValue }
  }

  /// Asks for the stars of whoever is named in the field, as if Return had been pressed in it.
  func submit() {
    let name = user.text.trimmingCharacters(in: .whitespacesAndNewlines)
    onUser?(name.isEmpty ? nil : name)
  }

  /// Languages to choose from, and the one chosen.
  func setLanguages(_ languages: [String], chosen: String?) {
    languageLabel.text = chosen ?? tr("All languages")
    language?.setAccessibleLabel(tr("Language: {language}", ["language": languageLabel.text]))
    // A menu that is open loses its place when it is filled anew.
    guard languages != shownLanguages else { return }
    shownLanguages = languages
    languageMenu.removeAll()
    languageMenu.append(tr("All languages"), action: "feed.language::")
    for language in languages { languageMenu.append(language, action: "feed.language::\(language)") }
  }

  /// Topics to choose from, and the one chosen.
  func setTopics(_ topics: [String], chosen: String?) {
    isUpdating = true
    defer { isUpdating = false }
    if topics != shownTopics {
      shownTopics = topics
      for button in topicButtons { chips.remove(button) }
      topicButtons = topics.map { topic in
        let label = Label(topic)
        // In a narrow window long topics give way.
        label.ellipsize()
        let button = ToggleButton(toggleChild: label)
        button.setAccessibleLabel(tr("Tagged {topic}", ["topic": topic]))
        button.addClass("bs-filter")
        button.align(vertical: .center)
        button.toggled.connect(weak: self) { [weak button] controls in
          guard !controls.isUpdating, let button else { return }
          controls.onTopic?(button.isOn ? topic : nil)
        }
        chips.append(button)
        return button
      }
    }
    for (topic, button) in zip(shownTopics, topicButtons) { button.isOn = topic == chosen }
  }

  private func makeEnd() -> Widget {
    let end = Box(.horizontal, spacing: 8)
    let content = Box(.horizontal, spacing: 6)
    content.append(languageLabel, Image(iconName: "pan-down-symbolic", size: 16))
    let language = MenuButton(child: content, menu: languageMenu)
    language.addClass("bs-choice")
    language.align(vertical: .center)
    language.setTooltip(tr("Show one language only"))
    self.language = language
    let trying = Menu()
    trying.append(tr("Load 3 rows before the end"), action: "feed.prefetch::3")
    trying.append(tr("Load at the last row"), action: "feed.prefetch::0")
    trying.append(tr("Let the next page fail"), action: "feed.fail-next")
    trying.append(tr("Load without delay"), action: "feed.latency::0")
    trying.append(tr("Load 0.3 s later"), action: "feed.latency::300")
    trying.append(tr("Load 1.5 s later"), action: "feed.latency::1500")
    let options = MenuButton(iconName: "view-more-symbolic", menu: trying)
    options.addClass("bs-flat")
    options.align(vertical: .center)
    options.setTooltip(tr("Try things out"))
    options.setAccessibleLabel(tr("Try things out"))
    end.append(language, options)
    return end
  }
}
