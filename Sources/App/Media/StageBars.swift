import AppBase
import Chats
import Controls
import Gtk
import MessageRow
import Translation

/// The bar at the top of the viewer: the sender and time of the picture, its zoom, and its actions.
final class StageTopBar: Box {
  private let avatar = Label()
  private let name = Label()
  private let date = Label()
  private let zoomLabel = Label()
  private var wideTools: [Widget] = []
  private let zoomGroup = Box(.horizontal)
  private var avatarColor = 0
  private let more: MenuButton
  private let saveButton = StageTopBar.button("document-save-symbolic", tr("Save As"), "stage.save")

  init(menu: Menu) {
    more = MenuButton(iconName: "view-more-symbolic", menu: menu)
    super.init(.horizontal, spacing: 8)
    addClass("bs-stage-bar")
    addClass("top")
    avatar.addClass("bs-avatar")
    avatar.valign = .center
    name.addClass("bs-heading")
    date.addClass("bs-caption")
    let lines = Box(.vertical)
    lines.valign = .center
    lines.hexpand = true
    for label in [name, date] {
      label.ellipsize()
      label.xalign = 0
      lines.append(label)
    }
    zoomGroup.addClass("bs-stage-zoom")
    zoomGroup.valign = .center
    zoomLabel.addClass("bs-stage-percent")
    zoomLabel.widthChars = 6
    zoomGroup.append(
      Self.button("list-remove-symbolic", tr("Zoom Out"), "stage.zoom-out"), zoomLabel,
      Self.button("list-add-symbolic", tr("Zoom In"), "stage.zoom-in"))
    let close = Self.button("window-close-symbolic", tr("Close"), "stage.close")
    close.addClass("bs-stage-close")
    wideTools = [
      zoomGroup, Self.button(Symbol.chat.iconName, tr("Show in Chat"), "stage.show-in-chat"),
      saveButton, close,
    ]
    more.addClass("bs-flat")
    more.valign = .center
    more.tooltipText = tr("More")
    more.setAccessibleLabel(tr("More"))
    append(Self.button("go-previous-symbolic", tr("Back"), "stage.close"), avatar, lines)
    for tool in wideTools.dropLast() { append(tool) }
    append(more, close)
  }

  private static func button(_ icon: String, _ label: String, _ action: String) -> Button {
    let button = Button(iconName: icon)
    button.addClass("bs-flat")
    button.valign = .center
    button.tooltipText = label
    button.setAccessibleLabel(label)
    button.setDetailedActionName(action)
    return button
  }

  /// Whether the bar is narrow and shows only the sender, the time, and the menu.
  var isNarrow = false {
    didSet {
      guard isNarrow != oldValue else { return }
      for widget in wideTools { widget.visible = !isNarrow }
    }
  }

  /// The reason why the item cannot be saved; nil if it can.
  var saveObstacle: String? {
    didSet { if saveObstacle != oldValue { saveButton.tooltipText = saveObstacle ?? tr("Save As") } }
  }

  /// Opens the menu with the actions on the picture.
  func openMenu() { more.open() }
  func closeMenu() { more.close() }
  var isMenuOpen: Bool { more.isOpen }

  /// "Fit", or percent.
  var zoom: String {
    get { zoomLabel.text }
    set { if zoomLabel.text != newValue { zoomLabel.text = newValue } }
  }

  func show(_ item: MediaItem, date: String) {
    name.text = item.senderName
    self.date.text = date
    avatar.text = Initials.of(item.senderName)
    avatar.removeClass("c\(avatarColor)")
    avatarColor =
      item.sender.map { ChatPalette.index(of: $0.colorSeed) } ?? Initials.colorIndex(of: item.senderName)
    avatar.addClass("c\(avatarColor)")
  }
}

/// The bar at the bottom of the viewer: the caption, the picture's place among all, and its neighbours.
final class StageBottomBar: Box {
  let strip = ThumbStrip()
  let film = FilmBar()
  private let caption = Label()
  private let captionButton: Button
  private let counter = Label()
  /// Called when the whole caption is to be shown, at this place of the bar.
  var didRequestCaption: ((String, Widget) -> Void)?
  private var text = ""

  init() {
    captionButton = Button(child: caption)
    super.init(.vertical, spacing: 8)
    addClass("bs-stage-bar")
    addClass("bottom")
    valign = .end
    captionButton.addClass("bs-stage-caption-button")
    captionButton.hexpand = true
    captionButton.clicked.connect(weak: self) { $0.didRequestCaption?($0.text, $0.captionButton) }
    caption.addClass("bs-stage-caption")
    caption.ellipsize()
    caption.xalign = 0
    caption.hexpand = true
    counter.addClass("bs-stage-counter")
    let line = Box(.horizontal, spacing: 12)
    line.append(captionButton, counter)
    append(line, strip, film)
    film.visible = false
  }

  /// Whether the counter shows only numbers, without the kind.
  var isNarrow = false { didSet { if isNarrow != oldValue { updateCounter() } } }
  private var counted: (number: Int, count: Int, shelf: MediaShelf?)? { didSet { updateCounter() } }

  /// `shelf`: the counted kind; nil for an item that is shown alone.
  func show(caption text: String, ordinal: Int?, of count: Int?, _ shelf: MediaShelf?) {
    self.text = text
    caption.text = text
    // An empty caption keeps its space, so that the counter does not move.
    captionButton.opacity = text.isEmpty ? 0 : 1
    captionButton.canTarget = !text.isEmpty
    captionButton.canFocus = !text.isEmpty
    captionButton.setAccessibleLabel(text)
    counted = ordinal.flatMap { ordinal in count.map { (ordinal + 1, $0, shelf) } }
  }

  private func updateCounter() {
    guard let (number, count, shelf) = counted else {
      counter.text = ""
      return
    }
    let words = Self.words(number, of: count, shelf)
    let short = tr("{number} of {count}", ["number": number.localized, "count": count.localized])
    counter.text = isNarrow ? short : words ?? short
    counter.setAccessibleLabel(words ?? short)
  }

  /// "3 of 422 pictures"; nil for a single item of any kind.
  private static func words(_ number: Int, of count: Int, _ shelf: MediaShelf?) -> String? {
    let values = ["number": number.localized]
    return switch shelf {
    case .pictures?: trn("{number} of {count} picture", "{number} of {count} pictures", count, values)
    case .films?: trn("{number} of {count} video", "{number} of {count} videos", count, values)
    case .files?, nil: nil
    }
  }

  /// The text of the counter, for tests.
  var place: String { counter.text }
}

/// Plays and pauses a film, and shows its position.
final class FilmBar: Box {
  /// Called when the reader seeks to a time, in seconds.
  var didSeek: ((Double) -> Void)?

  private let play = Button(iconName: "media-playback-start-symbolic")
  private let mute = Button(iconName: "audio-volume-high-symbolic")
  private let full = Button(iconName: "view-fullscreen-symbolic")
  private let time = Label()
  private let trough = Scale(0...1, step: 0.02)
  private var isUpdating = false
  private var length = 0.0

  init() {
    super.init(.vertical, spacing: 2)
    for (button, action) in [(play, "stage.play"), (mute, "stage.mute"), (full, "stage.fullscreen")] {
      button.addClass("bs-flat")
      button.valign = .center
      button.setDetailedActionName(action)
    }
    time.addClass("bs-stage-counter")
    // The time of a film runs from left to right in all languages.
    trough.setRightToLeft(false)
    trough.hexpand = true
    trough.setAccessibleLabel(tr("Position"))
    trough.valueChanged.connect(weak: self) { bar in
      if !bar.isUpdating { bar.didSeek?(bar.trough.value * bar.length) }
    }
    full.tooltipText = tr("Full Screen")
    full.setAccessibleLabel(tr("Full Screen"))
    time.hexpand = true
    time.xalign = 0
    let line = Box(.horizontal, spacing: 8)
    line.append(play, time, mute, full)
    trough.addClass("bs-stage-trough")
    append(trough, line)
  }

  /// - Parameter length: The seconds that the source states, for a film that was not opened.
  func show(_ stream: MediaStream?, length known: Double) {
    let isPlaying = stream?.isPlaying ?? false
    length = stream.map(\.duration).flatMap { $0 > 0 ? $0 : nil } ?? known
    let position = stream?.position ?? 0
    set(
      play, isPlaying ? "media-playback-pause-symbolic" : "media-playback-start-symbolic",
      isPlaying ? tr("Pause") : tr("Play"))
    let isMuted = stream?.isMuted ?? false
    set(
      mute, isMuted ? "audio-volume-muted-symbolic" : "audio-volume-high-symbolic",
      isMuted ? tr("Sound On") : tr("Sound Off"))
    time.text = RowPlayer.Moment(position: position, length: length, isPlaying: isPlaying).words
    isUpdating = true
    trough.value = length > 0 ? position / length : 0
    isUpdating = false
    trough.sensitive = stream?.isPrepared ?? false
  }

  private func set(_ button: Button, _ icon: String, _ label: String) {
    guard button.tooltipText != label else { return }
    button.iconName = icon
    button.tooltipText = label
    button.setAccessibleLabel(label)
  }
}

/// A notice on the stage in place of a picture, with the reason and a remedy.
final class StageNotice: Box {
  private let icon = Image(iconName: "image-missing-symbolic", size: 16)
  private let title = Label()
  private let caption = Label()
  private let button = Button("")

  /// The reason for the notice.
  enum Reason: Equatable {
    case missing(canLocate: Bool)
    case tooLarge
    case unreadable
    /// A film that cannot be played, with the reason.
    case notPlayable(String)
  }

  init() {
    super.init(.vertical, spacing: 8)
    addClass("bs-stage-notice")
    halign = .center
    valign = .center
    title.addClass("bs-heading")
    caption.addClass("bs-caption")
    for label in [title, caption] { label.wrap(maxCharacters: 40) }
    button.addClass("bs-button")
    button.halign = .center
    icon.halign = .center
    append(icon, title, caption, button)
    visible = false
  }

  /// The shown sentence, for tests.
  var words: String { title.text }

  func show(_ reason: Reason?, of item: MediaItem) {
    visible = reason != nil
    guard let reason else { return }
    caption.visible = true
    switch reason {
    case .missing(let canLocate):
      let attachment = item.attachment
      title.text =
        (canLocate ? attachment?.notFoundNote : attachment?.absentNote) ?? tr("Not in the export")
      offer(canLocate ? tr("Locate…") : nil, "stage.locate")
    case .tooLarge:
      title.text = tr("Too large to show")
      offer(tr("Open With…"), "stage.open-with")
    case .unreadable:
      title.text = tr("This picture cannot be shown")
      offer(tr("Open With…"), "stage.open-with")
    case .notPlayable(let words):
      title.text = tr("Video cannot be played here")
      offer(tr("Open in Another Program"), "stage.open")
      caption.text = words
      return
    }
    let attachment = item.attachment
    let name = attachment?.name ?? attachment?.path?.lastComponent
    let file = [name, attachment?.byteCount.map { Counted.bytes(Double($0)) }]
      .compactMap(\.self).joined(separator: ", ")
    // A remedy for the user.
    let way =
      reason == .missing(canLocate: false)
      ? tr("To have it, export the chat again with its media, and import that too.") : ""
    caption.text = [file, way].filter { !$0.isEmpty }.joined(separator: "\n")
    caption.visible = !caption.text.isEmpty
  }

  private func offer(_ label: String?, _ action: String) {
    button.visible = label != nil
    if let label { button.label = label }
    button.setDetailedActionName(action)
  }
}
