import AppBase
import ArchiveWords
import ChatStatistics
import Chats
import Controls
import Gtk
import Translation

/// With which words: words, emoji, reactions, and which words are left out. The list of words changes in place, so that
/// the controls below it keep the focus.
@MainActor
final class WordCards {
  private let statistics: ChatStatistics
  private let writer: Participant.ID?
  private let search: (String) -> Void
  private let words = Bin()
  private let leftOut = FlowRow([], spacing: 6, margin: .none)
  private var chips: [Widget] = []

  private static let step = 20
  /// The most people in the menu.
  private static let mostPeople = 20

  /// - Parameters:
  ///   - writer: Whose words they are; nil for everybody's.
  ///   - search: Called with a word to search for.
  init(_ statistics: ChatStatistics, writer: Participant.ID?, search: @escaping (String) -> Void) {
    (self.statistics, self.writer, self.search) = (statistics, writer, search)
  }

  /// The cards, which keep this object.
  var widgets: [Widget] {
    update()
    return [
      StatisticsCard.make(tr("Most used words"), control: writerMenu, words),
      counted(tr("Emoji in messages"), statistics.emoji, leads: true),
      // No search finds a reaction.
      counted(tr("Reactions"), statistics.reactions, leads: false), leftOutCard,
    ]
  }

  /// The words without those that are left out.
  static func shownWords(of statistics: ChatStatistics) -> [CountedWord] {
    let settings = Settings.load()
    let own = Set(settings.leftOutWords ?? [])
    let keepsCommon = settings.showsCommonWords ?? false
    return statistics.usedWords.filter { word in
      !own.contains(word.text.lowercased()) && (keepsCommon || !StopWords.contain(word.text))
    }
  }

  private func update() {
    let shown = Self.shownWords(of: statistics)
    words.child =
      shown.isEmpty
      ? StatisticsCard.sentence(tr("There are no words to show.")) : rows(shown, leads: true)
    for chip in chips { leftOut.remove(chip) }
    chips = (Settings.load().leftOutWords ?? []).map(chip)
    for chip in chips { leftOut.append(chip) }
    leftOut.visible = !chips.isEmpty
  }

  private func rows(_ words: [CountedWord], leads: Bool) -> Widget {
    let most = max(1, words.first?.count ?? 1)
    return PlainList(words.count, step: Self.step) { [search] index in
      let word = words[index]
      let row = CountedRow(
        word.text, share: Double(word.count) / Double(most), [Counted.number(word.count)],
        spoken: "\(word.text), \(Counted.number(word.count))"
      ) { search(word.text) }
      row.canTarget = leads
      row.focusable = leads
      return row
    }
  }

  private func counted(_ title: String, _ list: [CountedWord], leads: Bool) -> Widget {
    StatisticsCard.make(
      title, list.isEmpty ? StatisticsCard.sentence(tr("None")) : rows(list, leads: leads))
  }

  private var writerMenu: Widget {
    let menu = Menu()
    menu.append(tr("Everyone"), action: "statistics.writer", text: "")
    let named = statistics.people.filter { $0.id != 0 }
    let chosen = named.first { $0.id == writer }
    var people = Array(named.prefix(Self.mostPeople))
    if let chosen, !people.contains(chosen) { people.append(chosen) }
    for person in people {
      menu.append(StatisticsFigures.name(of: person), action: "statistics.writer", text: "\(person.id)")
    }
    let name = chosen.map(StatisticsFigures.name) ?? tr("Everyone")
    let content = Box(.horizontal, spacing: 6)
    let label = Label(name)
    label.ellipsize()
    content.append(label, Image(iconName: "pan-down-symbolic", size: 16))
    let button = MenuButton(child: content, menu: menu)
    button.addClass("bs-choice")
    button.setAccessibleLabel(tr("Words of {name}", ["name": name]))
    return button
  }

  // MARK: Left out

  private var leftOutCard: Widget {
    let common = Switch()
    common.valign = .center
    common.active = !(Settings.load().showsCommonWords ?? false)
    common.setAccessibleLabel(tr("Leave out common words"))
    common.changed.connect { [self, weak common] in
      guard let common else { return }
      Settings.update { $0.showsCommonWords = common.active ? nil : true }
      update()
    }
    let note = Label(tr("Common words"))
    note.xalign = 0
    note.hexpand = true
    let line = Box(.horizontal, spacing: 12)
    line.append(note, common)
    let field = Entry()
    field.halign = .start
    field.placeholderText = tr("Add a word")
    field.setAccessibleLabel(tr("Add a word that is left out"))
    field.activated.connect { [self, weak field] in
      if let field { add(field) }
    }
    return StatisticsCard.make(tr("Left out"), line, leftOut, field)
  }

  private func add(_ field: Entry) {
    let new = field.text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
    guard !new.isEmpty else { return }
    Settings.update { settings in
      let known = settings.leftOutWords ?? []
      settings.leftOutWords = known + new.filter { !known.contains($0) }
    }
    field.text = ""
    update()
  }

  private func chip(_ word: String) -> Widget {
    let content = Box(.horizontal, spacing: 6)
    content.append(Label(word), Image(iconName: "window-close-symbolic", size: 12))
    let chip = Button(child: content)
    chip.addClass("bs-filter")
    chip.setAccessibleLabel(tr("Count “{word}” again", ["word": word]))
    chip.clicked.connect(weak: self) { cards in
      Settings.update { $0.leftOutWords = $0.leftOutWords?.filter { $0 != word } }
      // Once the button has finished its click.
      MainLoop.soon { [weak cards] in cards?.update() }
    }
    return chip
  }
}
