import AppBase
import ArchiveWords
import ChatStatistics
import Chats
import Controls
import Gtk
import Translation

/// With which words: words, emoji, reactions, and which words are left out.
@MainActor
struct WordCards {
  let statistics: ChatStatistics
  /// The people to choose from, and the chosen one; nil for everybody.
  let people: [ChatStatistics.Person]
  let writer: Participant.ID?
  let choose: (Participant.ID?) -> Void
  let search: (String) -> Void
  /// Called after the list of words that are left out has changed.
  let changed: () -> Void

  private static let step = 20
  /// The most people in the menu.
  private static let mostPeople = 20

  func widgets() -> [Widget] { [words, emoji, reactions, leftOut] }

  private var shownWords: [CountedWord] {
    let settings = Settings.load()
    let own = Set(settings.leftOutWords ?? [])
    let keepsCommon = settings.showsCommonWords ?? false
    return statistics.usedWords.filter { word in
      !own.contains(word.text.lowercased()) && (keepsCommon || !StopWords.contain(word.text))
    }
  }

  private var words: Widget {
    let words = shownWords
    let list =
      words.isEmpty
      ? StatisticsCard.sentence(tr("There are no words to show."))
      : rows(words) { search($0.text) }
    return StatisticsCard.make(tr("Most used words"), control: writerMenu, list)
  }

  private func rows(_ words: [CountedWord], open: @escaping (CountedWord) -> Void) -> Widget {
    let most = max(1, words.first?.count ?? 1)
    return PlainList(words.count, step: Self.step) { index in
      let word = words[index]
      return CountedRow(
        word.text, share: Double(word.count) / Double(most), [Counted.number(word.count)],
        spoken: "\(word.text), \(Counted.number(word.count))"
      ) { open(word) }
    }
  }

  private var writerMenu: Widget {
    let menu = Menu()
    menu.append(tr("Everyone"), action: "statistics.writer", text: "")
    let people = people.prefix(Self.mostPeople).filter { $0.id != 0 }
    for person in people {
      menu.append(StatisticsFigures.name(of: person), action: "statistics.writer", text: "\(person.id)")
    }
    let name = people.first { $0.id == writer }.map(StatisticsFigures.name) ?? tr("Everyone")
    let content = Box(.horizontal, spacing: 6)
    let label = Label(name)
    label.ellipsize()
    content.append(label, Image(iconName: "pan-down-symbolic", size: 16))
    let button = MenuButton(child: content, menu: menu)
    button.addClass("bs-choice")
    button.setAccessibleLabel(tr("Words of {name}", ["name": name]))
    return button
  }

  private var emoji: Widget {
    counted(tr("Emoji in messages"), statistics.emoji)
  }

  private var reactions: Widget {
    counted(tr("Reactions"), statistics.reactions)
  }

  private func counted(_ title: String, _ list: [CountedWord]) -> Widget {
    let content =
      list.isEmpty ? StatisticsCard.sentence(tr("None")) : rows(list) { search($0.text) }
    return StatisticsCard.make(title, content)
  }

  // MARK: Left out

  private var leftOut: Widget {
    let common = Switch()
    common.valign = .center
    common.active = !(Settings.load().showsCommonWords ?? false)
    common.setAccessibleLabel(tr("Leave out common words"))
    common.changed.connect { [weak common] in
      guard let common else { return }
      Settings.update { $0.showsCommonWords = common.active ? nil : true }
      changed()
    }
    let note = Label(tr("Common words"))
    note.xalign = 0
    note.hexpand = true
    let line = Box(.horizontal, spacing: 12)
    line.append(note, common)
    let field = Entry()
    field.placeholderText = tr("Add a word")
    field.setAccessibleLabel(tr("Add a word that is left out"))
    field.activated.connect { [weak field] in
      let new = (field?.text ?? "").lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
      guard !new.isEmpty else { return }
      Settings.update { settings in
        let known = settings.leftOutWords ?? []
        settings.leftOutWords = known + new.filter { !known.contains($0) }
      }
      changed()
    }
    let chips = (Settings.load().leftOutWords ?? []).map { word -> Widget in
      let content = Box(.horizontal, spacing: 6)
      content.append(Label(word), Image(iconName: "window-close-symbolic", size: 12))
      let chip = Button(child: content)
      chip.addClass("bs-filter")
      chip.setAccessibleLabel(tr("Count “{word}” again", ["word": word]))
      chip.clicked.connect {
        Settings.update { $0.leftOutWords = $0.leftOutWords?.filter { $0 != word } }
        changed()
      }
      return chip
    }
    return StatisticsCard.make(tr("Left out"), line, FlowRow(chips + [field], spacing: 6))
  }
}
