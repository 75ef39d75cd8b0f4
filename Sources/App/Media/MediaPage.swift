import AppBase
import Backscroll
import ChatStore
import Chats
import Controls
import Foundation
import Gtk
import MessageRow
import Translation

/// The media of a conversation: pictures, films, files and links by month, over the whole window.
package final class MediaPage: Box {
  /// Called when a picture or film is to be shown, among those of its kind.
  var didOpen: ((MediaCursor, MediaShelf) -> Void)?
  var didClose: (() -> Void)?
  var didRequestMessage: ((Message.ID) -> Void)?
  /// Called when all files of some kinds are to be saved.
  var didRequestSaving: ((Set<MediaShelf>) -> Void)?

  let conversation: Conversation
  private let archive: Archive
  private let files: MediaFiles
  private let stack = Stack()
  private let date = FloatingDate()
  private lazy var head = PageHead(tr("Media"), caption: conversation.fullTitle) { makeSwitcher() }
  /// The numbers in the switchers.
  private var counts: [MediaScope: [Label]] = [:]
  private let handler = MediaPageRowView.Handler()
  private var shelves: [MediaScope: MediaShelfView] = [:]
  private(set) var scope: MediaScope?
  private let log = EventLog("media")
  /// Whether the first item gets the focus once it is loaded.
  private var awaitsFocus = false

  static let scopes: [MediaScope] = [.shelf(.pictures), .shelf(.films), .shelf(.files), .links]

  /// `foot`: a widget below the rows, such as the progress of saving.
  init(_ archive: Archive, of conversation: Conversation, files: MediaFiles, foot: Widget? = nil) {
    self.archive = archive
    self.conversation = conversation
    self.files = files
    super.init(.vertical)
    addClass("bs-media-page")
    setAccessibleRole(.group)
    setAccessibleLabel(tr("Media of {name}", ["name": conversation.fullTitle]))
    buildContent()
    if let foot { append(foot) }
    addActions()
    handler.open = { [weak self] in self?.open($0) }
    handler.locate = { [weak self] in if let file = $0.attachment { self?.files.locate(file) } }
    handler.showInChat = { [weak self] in self?.didRequestMessage?($0.id.message) }
    let keys = KeyController()
    keys.propagationPhase = .capture
    keys.keyPressed.connect(weak: self) { page, key, _, modifiers in page.pressed(key, modifiers) }
    add(keys)
    show(.shelf(.pictures))
    count()
  }

  private func buildContent() {
    head.didGoBack = { [weak self] in self?.didClose?() }
    head.didChoose = { [weak self] in self?.show($0) }
    head.didChangeWidth = { [weak self] width, _ in
      for shelf in self?.shelves.values.map(\.self) ?? [] { shelf.fit(width) }
    }
    head.add(saveMenu, named: tr("Save Media"))
    date.halign = .end
    date.setMargins(end: 18, top: FloatingDate.top)
    let overlay = Overlay(child: stack)
    overlay.addOverlay(date)
    overlay.vexpand = true
    append(head, overlay)
  }

  private func addActions() {
    let actions = ActionGroup()
    actions.addAction(
      "save", weak: self,
      withText: { page, shelf in
        let shelves = MediaShelf.allCases.filter { "\($0.rawValue)" == shelf }
        page.didRequestSaving?(Set(shelves.isEmpty ? MediaShelf.allCases : shelves))
      })
    insert(actions, prefix: "media-page")
  }

  private var saveMenu: Menu {
    let menu = Menu()
    for (title, shelf) in [
      (tr("Save Pictures…"), MediaShelf.pictures), (tr("Save Videos…"), .films), (tr("Save Files…"), .files),
    ] {
      menu.append(title, action: "media-page.save", text: "\(shelf.rawValue)")
    }
    // No section: GTK 4.8 leaks those of a menu button.
    menu.append(tr("Save All Media…"), action: "media-page.save", text: "")
    return menu
  }

  private func makeSwitcher() -> SegmentedControl<MediaScope> {
    let titles = [tr("Pictures"), tr("Videos"), tr("Files"), tr("Links")]
    let choices = Array(zip(Self.scopes, titles))
    return SegmentedControl(choices, name: tr("Media"), kind: .choices) { scope in
      let count = Label()
      count.addClass("bs-caption")
      counts[scope, default: []].append(count)
      let content = Box(.horizontal, spacing: 6)
      content.append(Label(choices.first { $0.0 == scope }?.1 ?? ""), count)
      return content
    }
  }

  /// Shows one kind of media, and reads it the first time.
  func show(_ scope: MediaScope) {
    guard scope != self.scope else { return }
    self.scope = scope
    head.choice = scope
    log.debug("page", ["shows": "\(scope)"])
    if shelves[scope] == nil {
      let shelf = MediaShelfView(scope, archive, conversation.id, handler, date)
      shelf.didShow = { [weak self] in self?.noteRows() }
      shelves[scope] = shelf
      stack.add(shelf, name: "\(scope)")
      if width > 0 { shelf.fit(width) }
    }
    stack.visibleChildName = "\(scope)"
  }

  /// Reads the loaded kinds again.
  func reload() {
    for shelf in shelves.values { shelf.model.load(timeZone: .current) }
  }

  /// The rows of the shown kind.
  var shelf: MediaShelfView? { scope.flatMap { shelves[$0] } }

  private func count() {
    Task { [weak self, archive, id = conversation.id] in
      for scope in Self.scopes {
        guard let count = try? await archive.mediaCount(in: id, scope), let self else { return }
        for label in counts[scope] ?? [] { label.text = count.localized }
      }
    }
  }

  /// Opens an item: pictures and films in the viewer, files and links in other programs.
  private func open(_ item: MediaItem) {
    switch item.content {
    case .links(let links):
      if let target = links.first?.target { LinkQuestion.open(target, from: window) }
    case .attachment(let attachment):
      switch attachment.kind.shelf {
      case .some(let shelf) where shelf != .files: didOpen?(item.cursor, shelf)
      case .some, nil: files.open(attachment)
      }
    }
  }

  private func pressed(_ key: UInt32, _ modifiers: Modifiers) -> Bool {
    let numbers = [Key.one, Key.two, Key.three, Key.four]
    if modifiers.contains(.control), let index = numbers.firstIndex(of: Key.normal(key)) {
      show(Self.scopes[index])
    } else if modifiers.contains(.control), Key.normal(key) == Key.s {
      if case .shelf(let shelf)? = scope { didRequestSaving?([shelf]) }
    } else if key == Key.escape {
      didClose?()
    } else {
      return false
    }
    return true
  }

  /// Focuses the first item once it is loaded.
  func takeInitialFocus() {
    awaitsFocus = true
    _ = moveFocus(.forward)
    noteRows()
  }

  private func noteRows() {
    guard awaitsFocus, let shelf, !shelf.list.visibleRange.isEmpty else { return }
    awaitsFocus = false
    let focused = window?.focusWidget
    MainLoop.soon { [weak self, weak shelf] in
      // The reader may have moved the focus meanwhile.
      guard let self, let shelf, window?.focusWidget === focused else { return }
      _ = shelf.list.moveFocus(.forward)
    }
  }
}

/// One kind of media as a scrolling list, or a sentence that there is none.
final class MediaShelfView: Bin {
  let model: MediaPageModel
  let list: AnchoredList<MediaPageModel, MediaPageRowView>
  private let scope: MediaScope
  private let handler: MediaPageRowView.Handler
  private let scroller: ScrolledWindow
  /// Called when rows are in view.
  var didShow: (() -> Void)?

  init(
    _ scope: MediaScope, _ archive: Archive, _ conversation: Conversation.ID,
    _ handler: MediaPageRowView.Handler,
    _ date: FloatingDate
  ) {
    self.scope = scope
    self.handler = handler
    let style = Date.FormatStyle(locale: .desktop, timeZone: .current).month(.wide).year()
    model = MediaPageModel(archive, in: conversation, scope) { style.format(MessageDate($0).date) }
    list = AnchoredList(model, restingEdge: .start)
    scroller = ScrolledWindow(child: list)
    super.init()
    scroller.setPolicy(horizontal: .never, vertical: .automatic)
    scroller.focusable = false
    list.bottomInset = 12
    list.setAccessibleLabel(tr("Media"))
    list.makeRow = { _ in MediaPageRowView(handler) }
    list.bind = { row, content in row.bind(content) }
    list.didChangeViewport.connect { [weak self, weak date] in
      guard let self, let first = list.visibleRange.first, first < model.count else { return }
      didShow?()
      date?.show(model.month(at: first))
    }
    scroller.vadjustment.valueChanged.connect(weak: date) { $0.noteMovement() }
    child = StatusPage(.spinner, title: tr("Loading"), text: "")
    model.didLoad = { [weak self] in
      guard let self else { return }
      child = model.total > 0 ? scroller : StatusPage(.icon(emptyIcon), title: emptyTitle, text: "")
    }
    model.didFail = { [weak self] error in
      self?.child = StatusPage(
        .icon("dialog-warning-symbolic"), title: tr("The media could not be loaded"), text: "\(error)",
        isFailure: true)
    }
    model.load(timeZone: .current)
  }

  override class var cssName: String { "mediashelf" }

  private var emptyIcon: String {
    switch scope {
    case .shelf(.pictures): "image-x-generic-symbolic"
    case .shelf(.films): "video-x-generic-symbolic"
    case .shelf(.files): "text-x-generic-symbolic"
    // The icon of the theme is not drawn for this size.
    case .links: Symbol.link.iconName
    }
  }

  private var emptyTitle: String {
    switch scope {
    case .shelf(.pictures): tr("No pictures in this chat")
    case .shelf(.films): tr("No videos in this chat")
    case .shelf(.files): tr("No files in this chat")
    case .links: tr("No links in this chat")
    }
  }

  /// Scrolls to the item at a place among all items, and focuses it.
  func focus(itemAt place: Int) {
    guard let (id, column) = model.row(ofItemAt: place) else { return }
    handler.column = column
    list.scroll(to: id, at: .nearest, animated: false)
    // The row exists after the layout.
    MainLoop.whenIdle { [weak self] in self?.list.row(id)?.takeFocus() }
  }

  /// Chooses the number of columns for a width, in points.
  func fit(_ width: Int) {
    let columns = max(3, (width - 32 + 4) / 144)
    let films = max(2, (width - 32 + 4) / 200)
    model.columns = scope == .shelf(.films) ? films : columns
    let wide = Double(width - 32) / Double(model.columns)
    list.estimatedHeight = { kind in
      switch kind {
      case .month: 40
      case .cells: wide
      case .file: 60
      case .link: 72
      }
    }
  }
}
