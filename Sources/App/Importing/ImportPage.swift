import AppBase
import ArchiveWords
import ChatFormats
import ChatStore
import Controls
import Foundation
import Gtk
import Translation
import Watching

/// The questions before an import: the found files, the chats, the owner, the time zone and the media, with a preview of the
/// first messages.
package final class ImportPage: Box {
  /// Called with the form when the import was accepted.
  var didAccept: ((ImportForm) -> Void)?
  var didCancel: (() -> Void)?
  /// Called when another folder to keep up to date with is to be chosen.
  var didRequestFolder: (() -> Void)?
  /// Called when the files have to be read again, since the user has changed their format.
  var didRequestSurvey: (() -> Void)?

  /// The number of other files whose questions follow.
  var waiting = 0 {
    didSet {
      guard waiting != oldValue else { return }
      let more = trn("{count} more waiting", "{count} more waiting", waiting)
      caption.text = [ImportWords.into(request), waiting > 0 ? more : ""].filter { !$0.isEmpty }.joined(
        separator: " · ")
    }
  }

  private(set) var form: ImportForm
  private let request: ImportRequest

  private let title = Label(tr("Import"))
  private let caption = Label()
  private let closeButton = Button(closing: tr("Close"))
  private let foundName = Label()
  private let foundNote = Label()
  private let otherButton = Button(tr("Other Format…"))
  private let chatsName = Label()
  private let chatsNote = Label()
  private let chooseButton = Button(tr("Choose…"))
  let strangers = StrangerChoices()
  private let chips = Box(.vertical)
  private var chipRow: FlowRow?
  private var choices = OwnerChoices()
  /// The answer that ``chipRow`` shows.
  private var shownAnswer: (ImportSurvey.Person.ID?, ImportForm.Owner?)
  private(set) var moreButton: Button?
  private(set) var chipButtons: [ToggleButton] = []
  /// The label in place of ``zoneButton`` if the files contain the zone.
  private let zoneFact = Label(tr("From the file"))
  private let zoneValue = Label()
  private let zoneButton: Button
  private let zoneNote = Label()
  private let orders = Box(.vertical)
  private var orderButtons: [ToggleButton] = []
  private let mediaNote = Label()
  let mediaSwitch = Switch()
  let keeping: KeepUpToDateField
  private let previewHeading = Box(.horizontal, spacing: 10)
  private let previewCount = Label()
  let preview = ImportPreview()
  private let otherFiles = WhatCanBeOpened.button()
  private let failure: StatusPage
  private let rows:
    (
      found: FormRow, chats: FormRow, strangers: FormRow, owner: FormRow, zone: FormRow, order: FormRow,
      media: FormRow, keeping: FormRow
    )
  private let card = Box(.vertical)
  /// The scroller of all widgets between the head and the foot, so that a finger that drags anywhere there moves the page.
  private let scroller: ScrolledWindow
  private let column = Box(.vertical, spacing: 8)
  private let footNote = Label(tr("Your files are not changed."))
  private let cancelButton = Button(tr("Cancel"))
  let importButton = Button(tr("Import"))

  init(_ request: ImportRequest) {
    self.request = request
    keeping = KeepUpToDateField(archivePath: request.archivePath)
    form = ImportForm(options: request.options)
    let zoneContent = Box(.horizontal, spacing: 6)
    zoneValue.hexpand = true
    zoneValue.xalign = 0
    zoneValue.ellipsize()
    zoneContent.append(zoneValue, Image(iconName: "pan-down-symbolic", size: 16))
    zoneButton = Button(child: zoneContent)
    failure = StatusPage(
      .icon("dialog-warning-symbolic"), title: "", text: "", isFailure: true, action: otherFiles)
    scroller = ScrolledWindow(child: column)
    zoneFact.addClass("bs-form-value")
    zoneFact.xalign = 0
    // Centre the label in the row, like its heading.
    zoneFact.vexpand = true
    zoneButton.hexpand = true
    zoneNote.addClass("bs-caption")
    zoneNote.wrap(maxCharacters: 44, isCentered: false)
    zoneNote.xalign = 0
    let zone = Box(.vertical, spacing: 4)
    zone.append(zoneFact, zoneButton, zoneNote)
    let media = Box(.horizontal, spacing: 12)
    rows = (
      FormRow(tr("Found"), Self.field(foundName, foundNote, otherButton, hasTile: true)),
      FormRow(tr("Chats"), Self.field(chatsName, chatsNote, chooseButton)),
      FormRow(tr("Same chat?"), strangers), FormRow(tr("Which one are you?"), chips),
      FormRow(tr("Time zone"), zone),
      FormRow(tr("Order of dates"), orders), FormRow(tr("Keep media"), media),
      FormRow(tr("Keep up to date"), keeping)
    )
    super.init(.vertical)
    setAccessibleRole(.dialog)
    setAccessibleLabel(tr("Import"))
    caption.text = ImportWords.into(request)
    setAccessibleDescription(caption.text)
    focusable = true
    mediaNote.addClass("bs-caption")
    mediaNote.wrap(maxCharacters: 44, isCentered: false)
    mediaNote.xalign = 0
    mediaNote.hexpand = true
    mediaSwitch.valign = .center
    mediaSwitch.setAccessibleLabel(tr("Keep media"))
    media.append(mediaNote, mediaSwitch)
    build()
    connect()
    addKeys()
    update()
  }

  // MARK: Structure

  private static func field(
    _ name: Label, _ note: Label, _ button: Button, hasTile: Bool = false
  ) -> Widget {
    name.addClass("bs-form-value")
    note.addClass("bs-caption")
    let lines = Box(.vertical, spacing: 1)
    for label in [name, note] {
      // A hyphen would seem to be a part of the file's name.
      label.wrap(maxCharacters: 60, isCentered: false, hyphenates: false)
      label.xalign = 0
      lines.append(label)
    }
    lines.hexpand = true
    lines.valign = .center
    button.addClass("bs-button")
    button.valign = .center
    let row = Box(.horizontal, spacing: 10)
    if hasTile {
      let icon = Image(iconName: "backscroll-chat-symbolic", size: 16)
      let tile = Disc(icon, cssClass: "bs-form-tile")
      row.append(tile)
    }
    row.append(lines, button)
    return row
  }

  private func build() {
    title.addClass("bs-heading")
    caption.addClass("bs-caption")
    let lines = Box(.vertical, spacing: 1)
    title.ellipsize()
    // The end of a path is its most informative part.
    caption.wrap(maxCharacters: 60, isCentered: false, hyphenates: false)
    for label in [title, caption] {
      label.xalign = 0
      lines.append(label)
    }
    lines.hexpand = true
    lines.valign = .center
    closeButton.valign = .center
    let head = Box(.horizontal, spacing: 8)
    head.addClass("bs-import-head")
    head.append(lines, closeButton)

    zoneButton.addClass("bs-button")
    card.addClass("bs-card")
    card.append(
      rows.found, rows.chats, rows.strangers, rows.owner, rows.zone, rows.order, rows.media, rows.keeping)
    let heading = Label(tr("Preview"))
    heading.addClass("bs-heading")
    previewCount.addClass("bs-caption")
    previewHeading.append(heading, previewCount)
    failure.vexpand = true
    failure.visible = false
    column.addClass("bs-import-body")
    column.append(card, failure, previewHeading, preview)
    scroller.setPolicy(horizontal: .never, vertical: .automatic)
    scroller.setAccessibleLabel(tr("Import"))
    scroller.focusable = false
    scroller.vexpand = true

    footNote.addClass("bs-caption")
    footNote.xalign = 0
    footNote.wrap(maxCharacters: 48, isCentered: false)
    for button in [cancelButton, importButton] { button.addClass("bs-button") }
    importButton.addClass("primary")
    let buttons = Box(.horizontal, spacing: 8)
    buttons.append(cancelButton, importButton)
    let foot = Box(.vertical)
    foot.addClass("bs-import-foot")
    foot.append(FlowRow([footNote], end: buttons, margin: .none))
    append(head, scroller, foot)
  }

  private func connect() {
    closeButton.clicked.connect(weak: self) { $0.didCancel?() }
    cancelButton.clicked.connect(weak: self) { $0.didCancel?() }
    // The dialog is over the window. The page is removed after the action has run.
    otherFiles.clicked.connect(weak: self) { page in
      MainLoop.soon { [weak page] in page?.didCancel?() }
    }
    importButton.clicked.connect(weak: self) { $0.accept() }
    otherButton.clicked.connect(weak: self) { $0.askForFormat() }
    chooseButton.clicked.connect(weak: self) { $0.askForChats() }
    zoneButton.clicked.connect(weak: self) { $0.askForZone() }
    strangers.didChange = { [weak self] file, continues in
      self?.changeChats { form in
        if continues { form.continued.insert(file) } else { form.continued.remove(file) }
      }
    }
    mediaSwitch.changed.connect(weak: self) { page in
      page.change { $0.keepsMedia = page.mediaSwitch.active }
    }
    keeping.show(FolderPlan.folder(of: request.files))
    keeping.didRequestFolder = { [weak self] in self?.didRequestFolder?() }
    buildOrders()
  }

  // MARK: Keys

  private func addKeys() {
    let keys = KeyController()
    keys.keyPressed.connect(weak: self) { page, key, _, modifiers in page.handle(key, modifiers) }
    add(keys)
    // A button would handle the key. Return on the already chosen person has no other function.
    let answer = KeyController()
    answer.propagationPhase = .capture
    answer.keyPressed.connect(weak: self) { page, key, _, modifiers in
      page.handleBeforeButtons(key, modifiers)
    }
    add(answer)
    for (widget, letter) in [
      (otherButton as Widget, "O"), (chooseButton, "C"), (zoneButton, "T"), (mediaSwitch, "K"),
      (keeping.toggle, "U"),
    ] {
      widget.setAccessibleKeys("Alt+\(letter)")
    }
  }

  func handleBeforeButtons(_ key: UInt32, _ modifiers: Modifiers) -> Bool {
    guard Key.normal(key) == Key.returnKey, modifiers.isDisjoint(with: [.alt, .control]),
      chipButtons.contains(where: { $0.hasFocus && $0.active })
    else { return false }
    accept()
    return true
  }

  func handle(_ key: UInt32, _ modifiers: Modifiers) -> Bool {
    if key == Key.escape {
      didCancel?()
      return true
    }
    if let step = ScrolledWindow.ScrollStep(key: Key.normal(key)),
      modifiers.isDisjoint(with: [.alt, .control, .shift])
    {
      scroller.scroll(step)
      return true
    }
    if key == Key.returnKey, modifiers.isDisjoint(with: [.alt, .control]) {
      accept()
      return true
    }
    guard modifiers.contains(.alt), let letter = UnicodeScalar(key)?.properties.lowercaseMapping else {
      return false
    }
    switch letter {
    case "o": otherButton.takeFocus()
    case "c": chooseButton.takeFocus()
    case "w": (chipButtons.first { $0.active } ?? chipButtons.first)?.takeFocus()
    case "t": zoneButton.takeFocus()
    case "k" where mediaSwitch.visible: mediaSwitch.active.toggle()
    case "u" where keeping.toggle.sensitive: keeping.toggle.active.toggle()
    default: return false
    }
    return true
  }

  /// Focuses the usual answer to Return: the import, or another format if the detected one is not certain.
  func focusAnswer() {
    let isLikely = form.survey.found.contains { $0.certainty == .likely }
    (isLikely ? otherButton : importButton).takeFocus()
  }

  /// Focuses the field that prevents the import: the question who the user is, or else the first field.
  func focusFirstField() {
    if form.question == .open, let chip = chipButtons.first(where: \.active) ?? chipButtons.first {
      chip.takeFocus()
    } else {
      _ = moveFocus(.forward)
    }
  }

  /// Imports, unless a question is open.
  func accept() {
    guard !isCounting else {
      acceptsAfterCounting = true
      return
    }
    guard form.obstacle == nil else { return announce(form.obstacle ?? "") }
    didAccept?(form)
  }

  // MARK: Contents

  /// Shows the results so far.
  ///
  /// - Parameter shown: Called when they are shown.
  func show(_ survey: ImportSurvey, shown: @escaping () -> Void = {}) {
    changeChats(isSurvey: true, isLarge: survey.chats.count > Self.countedAtOnce) {
      $0.survey = survey
    } after: { [weak self] in
      if survey.isComplete, let self {
        announce(
          survey.found.isEmpty ? failure.words : [foundName.text, chatsName.text].joined(separator: ", "))
      }
      shown()
    }
  }

  func change(_ body: (inout ImportForm) -> Void) {
    let before = form
    body(&form)
    if form != before { update() }
  }

  /// The number of chats that are counted within a frame.
  static let countedAtOnce = 500

  private struct PendingChange {
    let isSurvey: Bool
    let body: @Sendable (inout ImportForm) -> Void
    let after: () -> Void
  }
  /// Changes of the chats that wait for those being counted.
  private var pending: [PendingChange] = []
  private var isCounting = false
  private var acceptsAfterCounting = false

  /// Changes the survey, or what is chosen among its chats. Many chats are counted off the main thread.
  func changeChats(
    isSurvey: Bool = false, isLarge: Bool = false, _ body: @escaping @Sendable (inout ImportForm) -> Void,
    after: @escaping () -> Void = {}
  ) {
    guard isLarge || isCounting || form.survey.chats.count > Self.countedAtOnce else {
      change(body)
      return after()
    }
    if isSurvey { pending.removeAll(where: \.isSurvey) }
    pending.append(PendingChange(isSurvey: isSurvey, body: body, after: after))
    if !isCounting { countPending() }
  }

  private func countPending() {
    let (form, changes) = (form, pending)
    let bodies = changes.map(\.body)
    pending = []
    isCounting = true
    Task { [weak self] in
      let counted = await Task.detached { bodies.reduce(into: form) { $1(&$0) } }.value
      guard let self else { return }
      isCounting = false
      // The other choices may have been made meanwhile.
      self.form.takeChats(of: counted)
      update()
      for change in changes { change.after() }
      if acceptsAfterCounting, pending.allSatisfy(\.isSurvey) {
        acceptsAfterCounting = false
        accept()
      }
      if !pending.isEmpty { countPending() }
    }
  }

  private func update() {
    let survey = form.survey
    let hasFailed = survey.isComplete && survey.found.isEmpty
    showFound()
    showChats()
    rows.strangers.visible = !form.strangers.isEmpty
    strangers.show(form.strangers, continued: form.continued)
    showOwner()
    zoneValue.text = ZoneNames.title(form.timeZone)
    zoneButton.visible = form.asksForZone
    zoneFact.visible = !form.asksForZone
    zoneNote.visible = form.asksForZone
    zoneNote.text = zoneWords
    zoneButton.setAccessibleDescription(zoneNote.text)
    zoneButton.setAccessibleLabel([tr("Time zone"), zoneValue.text].joined(separator: ", "))
    rows.order.visible = form.asksForDayOrder
    for (button, order) in zip(orderButtons, ImportOptions.DayOrder.allCases) {
      button.active = form.surveyOptions.dayOrder == order
    }
    showMedia()
    let shown = form.previewed
    preview.show(shown.map { $0.previewed(owner: form.previewOwner(of: $0)) } ?? [], in: form.shownZone)
    previewCount.text =
      shown == nil
      ? ""
      : tr(
        "{part} of {whole}",
        ["part": Counted.number(preview.contents.count), "whole": Counted.number(form.messageCount)])
    for widget in [card, preview, previewHeading] as [Widget] { widget.visible = !hasFailed }
    failure.visible = hasFailed
    if hasFailed { failure.show(title: tr("Nothing to import"), text: Self.sentences(survey)) }
    cancelButton.label = hasFailed ? tr("Close") : tr("Cancel")
    footNote.visible = !hasFailed
    importButton.visible = !hasFailed
    importButton.label = form.actionTitle
    let obstacle = form.obstacle
    // Otherwise GTK would leave the window without a focus, and no key would reach the page.
    if obstacle != nil, importButton.hasFocus { takeFocus() }
    importButton.sensitive = obstacle == nil
    importButton.tooltipText = obstacle
    importButton.setAccessibleDescription(obstacle ?? "")
    footNote.text =
      obstacle != nil && form.question == .open ? obstacle ?? "" : tr("Your files are not changed.")
  }

  /// The reason why nothing was found, and the formats that can be opened.
  private static func sentences(_ survey: ImportSurvey) -> String {
    [survey.failures.first?.description ?? "", WhatCanBeOpened.sentence].joined(separator: "\n\n")
  }

  /// The purpose of the time zone, and its effect on the first message.
  private var zoneWords: String {
    let question = tr(
      "The file has times without a time zone. Choose where the phone or computer was that exported it.")
    guard let times = form.firstTime() else { return question }
    let effect = tr(
      "Its first message of {there} was sent at {here} by the clock of this computer.",
      ["there": times.there, "here": times.here])
    return [question, effect].joined(separator: " ")
  }

  private func showFound() {
    let survey = form.survey
    guard let first = survey.found.first else {
      foundName.text = tr("Examining the files")
      foundNote.text = request.title
      otherButton.sensitive = survey.isComplete
      return
    }
    foundName.text = survey.found.map(ImportWords.format).joined(separator: "; ")
    let rest = survey.found.dropFirst().reduce(into: first) {
      $0.fileCount += $1.fileCount
      $0.byteCount += $1.byteCount
    }
    let isLikely = survey.found.contains { $0.certainty == .likely }
    foundNote.text = ImportWords.files(rest)
    for label in [foundName, foundNote] { label.tooltipText = first.file.path }
    otherButton.sensitive = true
    otherButton.setClass("primary", isLikely)
    importButton.setClass("primary", !isLikely)
    otherButton.setAccessibleLabel(tr("Choose Another Format"))
  }

  private func showChats() {
    let survey = form.survey
    if form.chosen.isEmpty, !survey.chats.isEmpty {
      chatsName.text = tr("None")
      chatsNote.text = ""
    } else if survey.chats.isEmpty {
      chatsName.text = survey.isComplete ? tr("None") : tr("Counting")
      chatsNote.text = ""
    } else {
      let count = ImportWords.chats(form)
      chatsName.text = count
      let span = form.span.map { ImportWords.span($0, in: form.shownZone) } ?? ""
      let percent = Int(Double(survey.bytesRead) / Double(max(1, survey.totalBytes)) * 100)
      chatsNote.text = survey.isComplete ? span : tr("Counting, {percent}", ["percent": "\(percent) %"])
    }
    // Without a note, the name is centred.
    chatsNote.visible = !chatsNote.text.isEmpty
    chooseButton.visible = survey.chats.count > 1
    chooseButton.setAccessibleLabel(tr("Choose Chats"))
    setAccessibleBusy(!survey.isComplete)
  }

  private func showMedia() {
    let media = form.media
    rows.media.visible = media.count > 0
    // Without media there is nothing to choose.
    rows.media.title = media.foundCount > 0 ? tr("Keep media") : tr("Pictures and files")
    mediaSwitch.visible = media.foundCount > 0
    mediaSwitch.active = form.keepsMedia
    mediaNote.setClass("bs-bad", form.lacksRoom)
    if form.lacksRoom {
      mediaNote.text = tr(
        "There is no room for {media}.", ["media": Counted.bytes(Double(media.byteCount))])
    } else if media.foundCount == 0 {
      mediaNote.text = ImportWords.media(media)
    } else if form.keepsMedia {
      mediaNote.text = tr("Copies {media}, beside the archive", ["media": ImportWords.media(media)])
    } else {
      mediaNote.text = tr("Left in place: {media}", ["media": ImportWords.media(media)])
    }
  }

  // MARK: The owner

  private func showOwner() {
    rows.owner.visible = form.hasOwnerRow
    let chosen = form.shownOwner
    let before = choices
    choices.update(
      form.candidates, candidate: form.candidate, chosen: chosen, isComplete: form.survey.isComplete,
      isTouched: form.owner != nil || chips.containsFocus || chips.containsPointer)
    let answer = (chosen, form.owner)
    guard choices != before || chipRow == nil || answer != shownAnswer else { return }
    shownAnswer = answer
    let hadFocus = chips.containsFocus
    if let chipRow { chips.remove(chipRow) }
    chipButtons = []
    moreButton = nil
    let items = choices.items.map { item -> Widget in
      switch item {
      case .person(let person):
        return addChip(person.name, avatar: person, for: .person(person.id), isChosen: person.id == chosen)
      case .nobody:
        return addChip(tr("None of These"), for: .nobody, isChosen: form.owner == .nobody)
      case .more:
        // The list shows the number of people. Here it would change the button's width during counting.
        let more = Button(tr("More…"))
        more.addClass("bs-filter")
        more.tooltipText = tr("Choose from All People")
        more.setAccessibleLabel(tr("Choose from All People"))
        more.clicked.connect(weak: self) { $0.askForPerson() }
        moreButton = more
        return more
      }
    }
    let row = FlowRow(items, spacing: 6, margin: .none)
    chipRow = row
    chips.append(row)
    if hadFocus { (chipButtons.first { $0.active } ?? chipButtons.first)?.takeFocus() }
  }

  private func addChip(
    _ name: String, avatar: ImportSurvey.Person? = nil, for owner: ImportForm.Owner, isChosen: Bool
  ) -> ToggleButton {
    let content = Box(.horizontal, spacing: 6)
    if let avatar {
      let letters = Label(Initials.of(avatar.name))
      let disc = Disc(letters, cssClass: "bs-avatar")
      disc.addClass("small")
      disc.addClass("c\(ChatPalette.index(of: avatar.colorSeed))")
      disc.setAccessibleHidden(true)
      content.append(disc)
    }
    let label = Label(name)
    label.ellipsize()
    content.append(label)
    let button = ToggleButton(toggleChild: content)
    button.addClass("bs-filter")
    button.addClass("bs-person-chip")
    button.setClass("plain", avatar == nil)
    button.active = isChosen
    button.setAccessibleLabel(name)
    button.tooltipText = name
    if let first = chipButtons.first { button.setGroup(first) }
    button.toggled.connect(weak: self) { [weak button] page in
      guard button?.active == true else { return }
      // Wait until GTK has emitted the signal, since this replaces the buttons.
      MainLoop.soon { [weak page] in page?.change { $0.owner = owner } }
    }
    chipButtons.append(button)
    return button
  }

  // MARK: Choosing

  private func present(_ dialog: Window) { if let window { dialog.present(over: window) } }

  private func askForPerson() {
    let people = form.candidates
    let dialog = ChooseWindow(
      tr("Which one are you?"),
      people.enumerated().map {
        .init(
          id: Int64($0.offset), name: $0.element.name, note: Counted.messages($0.element.messageCount))
      }, none: tr("None of These"))
    dialog.didChoose = { [weak self] index in
      self?.change { $0.owner = index.map { .person(people[Int($0)].id) } ?? .nobody }
    }
    present(dialog)
  }

  private func askForFormat() {
    let formats = ImportFormat.allCases
    let dialog = ChooseWindow(
      tr("File Format"),
      formats.enumerated().map {
        .init(id: Int64($0.offset), name: $0.element.title, note: "")
      },
      none: tr("Detect Automatically"), search: tr("Search formats"))
    dialog.didChoose = { [weak self] index in
      self?.change { $0.tell(index.map { formats[Int($0)] }) }
      self?.didRequestSurvey?()
    }
    present(dialog)
  }

  func askForChats() {
    let dialog = ImportChatsWindow(form.survey.chats, leftOut: form.leftOut, zone: form.shownZone)
    dialog.didChange = { [weak self] leftOut in self?.changeChats { $0.leftOut = leftOut } }
    present(dialog)
  }

  private func askForZone() {
    let zones = ZoneNames.all
    let dialog = ChooseWindow(
      tr("Time zone"),
      zones.enumerated().map {
        .init(id: Int64($0.offset), name: ZoneNames.title($0.element), note: $0.element.identifier)
      }, chosen: zones.firstIndex { $0.identifier == form.timeZone.identifier }.map(Int64.init),
      none: tr("Same as This Computer"), search: tr("Search time zones"))
    dialog.didChoose = { [weak self] index in
      self?.change { $0.timeZone = index.map { zones[Int($0)] } ?? .current }
    }
    present(dialog)
  }

  private func buildOrders() {
    let names: [(ImportOptions.DayOrder, String)] = [
      (.dayFirst, tr("Day first")), (.monthFirst, tr("Month first")), (.yearFirst, tr("Year first")),
    ]
    orderButtons = names.map { order, name in
      let button = ToggleButton(toggle: name)
      button.addClass("bs-filter")
      button.clicked.connect(weak: self) { page in
        guard page.form.surveyOptions.dayOrder != order else { return }
        page.change { $0.tell(order) }
        page.didRequestSurvey?()
      }
      return button
    }
    orders.append(FlowRow(orderButtons, spacing: 6, margin: .none))
  }
}

/// Readable names of time zones.
enum ZoneNames {
  static var all: [TimeZone] {
    TimeZone.knownTimeZoneIdentifiers.sorted().compactMap(TimeZone.init(identifier:))
  }

  /// "Rome (UTC+1, +2 in summer)".
  static func title(_ zone: TimeZone, year: Int = 2024) -> String {
    let city = String(zone.identifier.split(separator: "/").last ?? "UTC").replacing("_", with: " ")
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let offsets = [1, 7].map { month in
      let date = calendar.date(from: DateComponents(year: year, month: month, day: 1)) ?? .distantPast
      return zone.secondsFromGMT(for: date)
    }
    let (low, high) = (offsets.min() ?? 0, offsets.max() ?? 0)
    let values = ["city": city, "offset": sign(low), "summer": sign(high)]
    return low == high
      ? tr("{city} (UTC{offset})", values) : tr("{city} (UTC{offset}, {summer} in summer)", values)
  }

  private static func sign(_ seconds: Int) -> String {
    let (hours, minutes) = (abs(seconds) / 3_600, abs(seconds) / 60 % 60)
    let rest = minutes == 0 ? "" : minutes < 10 ? ":0\(minutes)" : ":\(minutes)"
    return (seconds < 0 ? "−" : "+") + "\(hours)\(rest)"
  }
}
