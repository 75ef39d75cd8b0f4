import AppBase
import Backscroll
import ChatStore
import Chats
import Controls
import Foundation
import Gtk
import Translation
import Watching

/// The facts about a chat: its span and counts, its people, the owner, its time zone and its origin. People and chats
/// can be merged and separated here.
package final class ChatDetailsWindow: PageWindow {
  /// Called when the chat's facts or messages were changed.
  package var didChange: (() -> Void)?

  /// Called when something is to be done about a folder; nil for a chat that has none yet.
  package var didRequest: ((FolderCard.Act, WatchedFolder?) -> Void)?
  /// Returns the folders that the archive is kept up to date with.
  package var folders: () -> [KeptFolder] = { [] }

  private let archive: Archive
  private let chat: Conversation.ID
  private let page = Box(.vertical, spacing: 18)
  /// The reason why the latest change was not saved, or why nothing could be read.
  private let banner = Notice(.banner)
  private var content: Box?
  private var people: GrowingCard?
  private var imports: GrowingCard?
  package private(set) var cards: [FolderCard] = []
  /// Tells what was done about a folder, and undoes it.
  package let toast = Notice(.toast)
  package private(set) var facts: Facts?
  private let log = EventLog("details")

  /// The shown facts.
  package struct Facts: Sendable {
    package var details: ChatDetails
    package var people: [ChatPerson]
    /// The people of the whole archive.
    package var everybody: [ChatPerson]
    package var imports: [ImportRecord]
    /// The folders from which messages of the chat came, with the last times that something was read there.
    package var folders: [(folder: WatchedFolder, readings: [FolderReading])]
  }

  /// The number of people and imports that are shown at first, and that the button below them adds.
  private static let step = 100

  package init(_ archive: Archive, _ chat: Conversation.ID) {
    self.archive = archive
    self.chat = chat
    page.setMargins(start: 12, end: 12, top: 12, bottom: 18)
    super.init(
      tr("Chat Details"), page: page, column: 560, width: 480, height: .usual(620), hasHeading: true)
    page.append(banner, toast)
    read()
  }

  private func read() {
    Task { [weak self, archive, chat] in
      do {
        guard let details = try await archive.details(of: chat) else {
          self?.close()
          return
        }
        var folders: [(folder: WatchedFolder, readings: [FolderReading])] = []
        for folder in try await archive.watchedFolders(of: chat) {
          folders.append((folder, try await archive.readings(of: folder.id)))
        }
        let facts = Facts(
          details: details, people: try await archive.people(of: chat), everybody: try await archive.people(),
          imports: try await archive.imports(into: chat), folders: folders)
        self?.show(facts)
      } catch {
        self?.show(error)
      }
    }
  }

  private func change(_ body: @escaping @Sendable (Archive) async throws -> Void) {
    Task { [weak self, archive] in
      do {
        try await body(archive)
        self?.read()
        self?.didChange?()
      } catch {
        self?.show(error)
      }
    }
  }

  private func show(_ error: any Error) {
    log.warning("failed", ["error": "\(error)"])
    banner.show("\(error)")
  }

  // MARK: Content

  private func show(_ facts: Facts) {
    self.facts = facts
    banner.text = nil
    title = facts.details.title
    if let content { page.remove(content) }
    let column = Box(.vertical, spacing: 18)
    content = column
    let heading = Label(facts.details.title)
    heading.addClass("bs-status-title")
    heading.wrap(maxCharacters: 40, isCentered: false, hyphenates: false)
    heading.xalign = 0
    column.append(heading, FactCard(Self.facts(facts)))
    addFolders(facts, to: column)
    column.append(group(tr("You"), [ownerRow(facts)]))
    let people = GrowingCard(
      facts.people.count, step: Self.step, minimum: people?.rows.count ?? 0
    ) { [weak self] index in
      self?.personRow(facts.people[index], facts) ?? Box(.vertical)
    }
    self.people = people
    column.append(group(tr("People"), people))
    if !facts.details.merged.isEmpty {
      column.append(group(tr("Merged chats"), facts.details.merged.map(mergedRow)))
    }
    column.append(group(tr("Time zone"), [zoneRow(facts.details)]))
    let imports = GrowingCard(
      facts.imports.count, step: Self.step, minimum: imports?.rows.count ?? 0
    ) { [weak self] index in
      self?.importRow(facts.imports[index]) ?? Box(.vertical)
    }
    self.imports = imports
    column.append(group(tr("Imported from"), imports))
    // The file to copy for a backup of the chats.
    let file = URL(fileURLWithPath: archive.path)
    column.append(
      group(tr("Archive"), [row(file.lastPathComponent, note: file.deletingLastPathComponent().path)]))
    page.append(column)
  }

  // MARK: Folders

  private func addFolders(_ facts: Facts, to column: Box) {
    cards = []
    guard !facts.imports.isEmpty else { return }
    let kept: [WatchedFolder?] = facts.folders.isEmpty ? [nil] : facts.folders.map(\.folder)
    cards = kept.map { folder in
      let card = FolderCard()
      card.didRequest = { [weak self] in self?.didRequest?($0, folder) }
      return card
    }
    let box = Box(.vertical, spacing: 6)
    let heading = Label(tr("Kept up to date"))
    heading.addClass("bs-heading")
    heading.xalign = 0
    box.append(heading)
    for card in cards { box.append(card) }
    column.append(box)
    for (folder, readings) in facts.folders where !readings.isEmpty {
      column.append(
        group(
          tr("What came"),
          GrowingCard(readings.count, step: FolderReading.limit) { [weak self] index in
            self?.readingRow(readings[index], of: folder) ?? Box(.vertical)
          }))
    }
    showFolders()
  }

  /// Shows what is happening to the folders.
  package func showFolders() {
    guard let facts else { return }
    let importedAt = facts.imports.map(\.importedAt).max()
    let all = folders()
    for (index, card) in cards.enumerated() {
      let stored = facts.folders.indices.contains(index) ? facts.folders[index].folder : nil
      let kept = stored.map { stored in
        all.first { $0.folder.id == stored.id } ?? KeptFolder(stored, FolderStatus(stored.state))
      }
      card.show(kept, importedAt: importedAt)
    }
  }

  /// Reads the facts again, after a folder was read or changed.
  package func reload() { read() }

  private func readingRow(_ reading: FolderReading, of folder: WatchedFolder) -> Widget {
    let date = Label(FolderWords().caption(reading.readAt))
    date.addClass("bs-caption")
    var parts: [Widget] = [date]
    if reading.canUndo {
      parts.append(
        button(tr("Undo"), tr("Undo {name}", ["name": FolderWords.files(reading)])) { [weak self] in
          self?.change { try await $0.undoReading(of: folder.id) }
        })
    }
    return row(FolderWords.news(reading.messageCount), note: FolderWords.files(reading), buttons: parts)
  }

  private static func facts(_ facts: Facts) -> [(name: String, value: String)] {
    let details = facts.details
    func day(_ time: Int64?) -> String? {
      time.map { MessageDate($0).date.formatted(.dateTime.day().month(.wide).year().locale(.desktop)) }
    }
    let media: [(String, MediaShelf)] = [
      (tr("Pictures"), .pictures), (tr("Videos"), .films), (tr("Files"), .files),
    ]
    var rows = [
      (tr("Messages"), (details.messageCount - details.noteCount).formatted(.number.locale(.desktop)))
    ]
    if details.noteCount > 0 {
      rows.append((tr("Notes"), details.noteCount.formatted(.number.locale(.desktop))))
    }
    rows.append((tr("People"), facts.people.count.formatted(.number.locale(.desktop))))
    if let first = day(details.firstSentAt) { rows.append((tr("First message"), first)) }
    if let last = day(details.lastSentAt) { rows.append((tr("Last message"), last)) }
    for (name, shelf) in media {
      if let count = details.mediaCounts[shelf], count > 0 {
        rows.append((name, count.formatted(.number.locale(.desktop))))
      }
    }
    if details.title != details.sourceTitle {
      rows.append((tr("Name in the source"), details.sourceTitle))
    }
    return rows.map { (name: $0.0, value: $0.1) }
  }

  private func group(_ title: String, _ rows: [Widget]) -> Widget {
    group(title, GrowingCard(rows.count, step: rows.count) { rows[$0] })
  }

  private func group(_ title: String, _ card: GrowingCard) -> Widget {
    let group = Box(.vertical, spacing: 6)
    group.setAccessibleRole(.group)
    group.setAccessibleLabel(title)
    let heading = Label(title)
    heading.addClass("bs-heading")
    heading.xalign = 0
    group.append(heading, card)
    group.visible = card.visible
    return group
  }

  private func row(_ title: String, note: String, buttons: [Widget] = []) -> Widget {
    let (name, caption) = (Label(title), Label(note))
    for label in [name, caption] {
      label.wrap(maxCharacters: 40, isCentered: false, hyphenates: false)
      label.xalign = 0
    }
    caption.addClass("bs-caption")
    caption.visible = !note.isEmpty
    let lines = Box(.vertical, spacing: 2)
    lines.append(name, caption)
    lines.hexpand = true
    lines.valign = .center
    let row = Box(.horizontal, spacing: 8)
    row.addClass("bs-fact")
    row.append(lines)
    for button in buttons { row.append(button) }
    return row
  }

  private func button(_ label: String, _ name: String, _ body: @escaping () -> Void) -> Button {
    let button = Button(label)
    button.addClass("bs-button")
    button.valign = .center
    button.setAccessibleLabel(name)
    button.clicked.connect { body() }
    return button
  }

  // MARK: The owner

  private func ownerRow(_ facts: Facts) -> Widget {
    let owner = facts.details.owner
    let name =
      owner.person?.name
      ?? (owner.isKnown ? tr("None") : tr("Unknown"))
    var note = owner.isKnown ? "" : owner.person == nil ? "" : tr("A guess")
    var buttons: [Widget] = []
    if owner.isKnown, let person = owner.person {
      let all = facts.everybody.first { $0.participants.contains(person.id) }
      if let others = all?.otherNames, !others.isEmpty { note = others.joined(separator: ", ") }
      let rest = facts.everybody.filter { !$0.participants.contains(person.id) }
      if !rest.isEmpty {
        buttons.append(
          button(tr("Add Account…"), tr("Add another account of yours")) { [weak self] in
            self?.askForAccount(of: person, among: rest)
          })
      }
    }
    buttons.append(
      button(tr("Change…"), tr("Change who you are")) { [weak self] in self?.askForOwner(facts.people) })
    return row(name, note: note, buttons: buttons)
  }

  private func askForAccount(of owner: Participant, among people: [ChatPerson]) {
    let dialog = ChooseWindow(
      tr("Which other account is yours?"), people.map(Self.entry),
      about: tr(
        "Its messages are shown as yours in all chats, under the name {name}.",
        ["name": owner.name]))
    dialog.didChoose = { [weak self] person in
      if let person { self?.addAccount(person, of: owner.id) }
    }
    dialog.present(over: self)
  }

  package func addAccount(_ person: Participant.ID, of owner: Participant.ID) {
    change { try await $0.addOwnAccount(person, of: owner) }
  }

  private func askForOwner(_ people: [ChatPerson]) {
    let dialog = ChooseWindow(
      tr("Which one are you?"), people.map(Self.entry), none: tr("None of These"))
    dialog.didChoose = { [weak self] person in self?.setOwner(person) }
    dialog.present(over: self)
  }

  package func setOwner(_ person: Participant.ID?) {
    change { [chat] in try await $0.setOwner(person, of: [chat]) }
  }

  private static func entry(_ person: ChatPerson) -> ChooseWindow.Entry {
    ChooseWindow.Entry(id: person.id, name: person.name, note: Counted.messages(person.messageCount))
  }

  // MARK: People

  private func personRow(_ person: ChatPerson, _ facts: Facts) -> Widget {
    let name = person.name
    let others = person.otherNames.isEmpty ? nil : person.otherNames.joined(separator: ", ")
    let note = [Counted.messages(person.messageCount), others].compactMap(\.self).joined(separator: " · ")
    var buttons: [Widget] = []
    if person.participants.count > 1 {
      buttons.append(
        button(tr("Separate"), tr("Separate the people merged as {name}", ["name": name])) { [weak self] in
          self?.change { try await $0.partPerson(person.id) }
        })
    }
    if facts.everybody.count > 1 {
      buttons.append(
        button(tr("Merge…"), tr("Merge {name} with another person", ["name": name])) { [weak self] in
          self?.askForPerson(toMerge: person, facts)
        })
    }
    return row(name, note: note, buttons: buttons)
  }

  private func askForPerson(toMerge person: ChatPerson, _ facts: Facts) {
    // Those of the chat come first.
    let here = Set(facts.people.map(\.id))
    let people = facts.people + facts.everybody.filter { !here.contains($0.id) }
    let dialog = ChooseWindow(
      tr("{name} is the same person as…", ["name": person.name]),
      people.filter { $0.id != person.id }.map(Self.entry))
    dialog.didChoose = { [weak self] other in
      if let other { self?.merge(person.id, into: other) }
    }
    dialog.present(over: self)
  }

  package func merge(_ person: Participant.ID, into other: Participant.ID) {
    change { try await $0.mergePerson(person, into: other) }
  }

  // MARK: Chats, zones, files

  private func mergedRow(_ merged: ChatDetails.Merged) -> Widget {
    let name = merged.title
    return row(
      name, note: Counted.messages(merged.messageCount),
      buttons: [
        button(tr("Separate"), tr("Make {name} a chat of its own again", ["name": name])) { [weak self] in
          self?.change { try await $0.part(merged.id) }
        }
      ])
  }

  private func zoneRow(_ details: ChatDetails) -> Widget {
    let known = details.timeZone.flatMap { TimeZone(identifier: $0) == nil ? nil : $0 }
    return row(
      known ?? tr("Same as this computer"), note: tr("In which times are shown"),
      buttons: [
        button(tr("Change…"), tr("Change the time zone")) { [weak self] in self?.askForZone(known) }
      ])
  }

  private func askForZone(_ known: String?) {
    let zones = TimeZone.knownTimeZoneIdentifiers.sorted()
    let dialog = ChooseWindow(
      tr("Time zone"),
      zones.enumerated().map { ChooseWindow.Entry(id: Int64($0.offset), name: $0.element, note: "") },
      chosen: known.flatMap(zones.firstIndex).map(Int64.init), none: tr("Same as This Computer"),
      isNoneUsual: true,
      about: tr("The times and days of this chat are shown in this zone. What was imported stays."),
      search: tr("Search time zones"))
    dialog.didChoose = { [weak self] index in
      self?.setZone(index.map { zones[Int($0)] })
    }
    dialog.present(over: self)
  }

  func setZone(_ zone: String?) {
    change { [chat] in try await $0.setTimeZone(zone, of: chat) }
  }

  private func importRow(_ record: ImportRecord) -> Widget {
    let date = MessageDate(record.importedAt).date
      .formatted(.dateTime.day().month(.abbreviated).year().locale(.desktop))
    let note = [date, Counted.messages(record.messageCount)].joined(separator: " · ")
    return row(record.path, note: note)
  }
}
