import AppBase
import Backscroll
import ChatStore
import Chats
import Controls
import Gtk
import Translation

/// The list of chats, with a field that filters it. It only reports choices and requests, and does not carry them out.
package final class ChatSidebar: Box {
  /// A request for a chat, from its menu or from a key.
  enum Request: String, CaseIterable {
    case pin, unpin, rename, merge, delete
    case markAsRead = "mark-as-read"
    case details, bookmarks, statistics, print
  }

  /// The content in place of the list.
  enum State: Equatable {
    case loading, chats, empty
    case failed(String)
  }

  typealias Model = KindedListStore<SidebarItem, SidebarRow.Kind>

  /// Called when a chat was chosen.
  var didChoose: ((Conversation.ID) -> Void)?
  var didRequest: ((Request, Conversation.ID) -> Void)?
  /// Called when the filter, the order or the scope has changed; the new ones are in ``contents``.
  var didChangeView: (() -> Void)?
  /// Called before a changed filter is applied, which needs the names of people.
  var didBeginFiltering: (() -> Void)?

  package var contents = SidebarContents()
  private(set) var state = State.loading

  let filter = Entry()
  let model = Model { if case .heading = $0.content { .heading } else { .chat } }
  let list: AnchoredList<Model, SidebarRow>
  private let pages = Stack()
  private let empty: StatusPage
  private let failure: StatusPage
  private let noHit: StatusPage
  private let notice = Notice(.status)
  /// What has come from a folder.
  package let arrivals = ArrivalNotice()
  private let actions = ActionGroup()
  /// Opens the menu of orders and kinds of chats.
  let sort = MenuButton(iconName: "view-sort-descending-symbolic", menu: ChatSidebar.viewMenu)
  private var orderAction: Action?
  private var scopeAction: Action?
  private var maker = ChatLineMaker()
  /// The row whose menu is open.
  private var menuChat: Conversation.ID?

  private enum Page: String { case loading, list, empty, failed, noHit }

  init() {
    list = AnchoredList(model, restingEdge: .start)
    let button = Button(tr("Import…"))
    button.setDetailedActionName("win.import")
    empty = StatusPage(
      .symbol(.chat), title: tr("No chats yet"), text: tr("Import a chat export or a log."), action: button)
    let retry = Button(tr("Try Again"))
    retry.setDetailedActionName("chats.reload")
    failure = StatusPage(
      .icon("dialog-warning-symbolic"), title: tr("The chats could not be read"), text: "", isFailure: true,
      action: retry)
    let all = Button(tr("Show All Chats"))
    all.setDetailedActionName("chats.show-all")
    noHit = StatusPage(.icon("edit-find-symbolic"), title: "", text: "", action: all)
    super.init(.vertical)
    addClass("bs-sidebar")
    setAccessibleRole(.group)
    setAccessibleLabel(tr("Chats"))
    buildTools()
    buildList()
    append(notice, arrivals)
    arrivals.didChoose = { [weak self] in self?.showUnread() }
    buildFoot()
    addActions()
    addKeys()
    show(.loading)
  }

  // MARK: Parts

  private func buildTools() {
    filter.addClass("bs-field")
    filter.primaryIconName = "edit-find-symbolic"
    filter.hexpand = true
    filter.widthChars = 4
    filter.setAccessibleKeys("Control+K")
    filter.textChanged.connect(weak: self) { sidebar in
      sidebar.didBeginFiltering?()
      sidebar.contents.filter = sidebar.filter.text
      sidebar.update(toStart: true)
    }
    filter.activated.connect(weak: self) { sidebar in
      if let first = sidebar.model.items.lazy.compactMap(\.chat).first { sidebar.didChoose?(first.id) }
    }
    sort.addClass("bs-flat")
    sort.valign = .center
    sort.tooltipText = tr("Sort Order")
    sort.setAccessibleLabel(tr("Sort Order"))
    let row = Box(.horizontal, spacing: 8)
    row.addClass("bs-sidebar-tools")
    row.append(filter, sort)
    append(row)
  }

  /// All sidebars share it: GTK 4.8 keeps each section that a menu has shown.
  private static let viewMenu = {
    let orders = Menu()
    for order in ChatOrder.allCases { orders.append(order.title, action: "chats.sort::\(order.rawValue)") }
    let scopes = Menu()
    for scope in ChatScope.allCases { scopes.append(scope.title, action: "chats.scope::\(scope.rawValue)") }
    let menu = Menu()
    menu.appendSection(orders, label: tr("Sort"))
    menu.appendSection(scopes, label: tr("Chats"))
    return menu
  }()

  private func buildList() {
    list.makeRow = { [weak self] kind in
      let row = SidebarRow(kind)
      row.didRequestMenu = { self?.openMenu(of: $0, at: $1) }
      return row
    }
    list.bind = { [weak self] row, item in self?.bind(row, item) }
    list.estimatedHeight = { $0 == .chat ? 62 : 28 }
    list.bottomInset = 8
    list.setAccessibleLabel(tr("Chats"))
    list.didActivate.connect { [weak self] item in if let chat = item.chat { self?.didChoose?(chat.id) } }
    let scroller = ScrolledWindow(child: list)
    scroller.setPolicy(horizontal: .never, vertical: .automatic)
    scroller.focusable = false
    for (page, widget) in [
      (Page.loading, SidebarSkeleton()), (.list, scroller), (.empty, empty), (.failed, failure),
      (.noHit, noHit),
    ] as [(Page, Widget)] { pages.add(widget, name: page.rawValue) }
    pages.vexpand = true
    append(pages)
  }

  /// The button of the search in all chats.
  private func buildFoot() {
    let words = Label(tr("Search All Chats"))
    words.hexpand = true
    words.xalign = 0
    words.ellipsize()
    let key = Label(Accelerator.label("<Control><Shift>f"))
    key.addClass("bs-foot-key")
    key.valign = .center
    let content = Box(.horizontal, spacing: 12)
    content.append(Image(iconName: "edit-find-symbolic", size: 16), words, KeyHint(key))
    let button = Button(child: content)
    button.addClass("bs-sidebar-foot")
    button.setDetailedActionName("win.find-everywhere")
    button.tooltipText = tr("Search All Chats in This Archive")
    button.setAccessibleLabel(tr("Search All Chats in This Archive"))
    button.setAccessibleKeys("Control+Shift+F")
    append(button)
  }

  /// Inserts the actions again. Call it after the sidebar was given another parent: GTK 4.8 then signals a menu that the
  /// actions of the widgets above it are gone, but not that they still exist.
  func offerActionsAgain() { insert(actions, prefix: "chats") }

  private func addActions() {
    insert(actions, prefix: "chats")
    for request in Request.allCases {
      actions.addAction(request.rawValue, weak: self) { sidebar in
        if let chat = sidebar.menuChat { sidebar.didRequest?(request, chat) }
      }
    }
    orderAction = actions.addChoice("sort", initial: contents.order.rawValue, weak: self) { sidebar, name in
      if let order = ChatOrder(rawValue: name) { sidebar.order = order }
    }
    scopeAction = actions.addChoice("scope", initial: contents.scope.rawValue, weak: self) { sidebar, name in
      if let scope = ChatScope(rawValue: name) { sidebar.show(scope) }
    }
    actions.addAction("show-all", weak: self) { sidebar in
      sidebar.filter.text = ""
      sidebar.show(.all)
      sidebar.filter.takeFocus()
    }
    actions.addAction("reload", weak: self) { $0.didChangeView?() }
    actions.addAction("undo", weak: self) { $0.notice.activate() }
  }

  // MARK: Contents

  /// The order of the chats.
  var order: ChatOrder {
    get { contents.order }
    set {
      guard contents.order != newValue else { return }
      contents.order = newValue
      orderAction?.state = newValue.rawValue
      update(toStart: true)
      didChangeView?()
    }
  }

  private func show(_ scope: ChatScope) {
    contents.scope = scope
    scopeAction?.state = scope.rawValue
    update(toStart: true)
  }

  func show(_ state: State) {
    self.state = state
    update()
  }

  /// Shows the present contents.
  ///
  /// - Parameter toStart: Whether the list begins at its start. Otherwise it keeps the reader's place.
  func update(toStart: Bool = false) {
    let items = contents.items()
    if toStart {
      // Replace all rows, since each may have moved: comparing thousands of rows would cost more than it saves.
      if items != model.items { model.replace(0..<model.count, with: items) }
      list.scrollToStart(animated: false)
    } else {
      model.items = items
    }
    bindAgain()
    let count = contents.chats.count
    filter.placeholderText =
      count == 0 ? tr("Filter Chats") : trn("Filter {count} chat", "Filter {count} chats", count)
    filter.setAccessibleLabel(filter.placeholderText)
    list.setAccessibleBusy(state == .loading)
    switch state {
    case .loading: pages.visibleChildName = Page.loading.rawValue
    case .failed(let sentence):
      failure.show(title: tr("The chats could not be read"), text: sentence)
      pages.visibleChildName = Page.failed.rawValue
    case .empty: pages.visibleChildName = Page.empty.rawValue
    case .chats where items.isEmpty: showNoHit()
    case .chats: pages.visibleChildName = Page.list.rawValue
    }
  }

  /// Binds a row. Its texts are made when it comes into view, because those of thousands of rows take a tenth of a second.
  private func bind(_ row: SidebarRow, _ item: SidebarItem) {
    row.bind(item, item.chat.map { maker.line($0) })
  }

  /// Binds the visible rows again, since "Today" can have become "Yesterday" without a change of the chat.
  private func bindAgain() {
    for index in list.visibleRange.clamped(to: 0..<model.count) {
      if let row = list.row(model.id(at: index)) { bind(row, model[index]) }
    }
  }

  private func showNoHit() {
    noHit.show(
      title: contents.filter.isEmpty
        ? tr("No matching chats")
        : tr("No chat is called “{name}”", ["name": String(contents.filter.prefix(60))]),
      text: contents.scope == .all ? "" : tr("Only some of the chats are shown."))
    if pages.visibleChildName != Page.noHit.rawValue { announce(tr("No matching chats")) }
    pages.visibleChildName = Page.noHit.rawValue
  }

  /// Marks the open chat, and scrolls to it if it is out of view.
  func mark(_ chat: Conversation.ID?) {
    guard contents.current != chat else { return }
    let changed = [contents.current, chat].compactMap(\.self)
    contents.current = chat
    for id in changed {
      guard let index = model.index(of: .chat(id)) else { continue }
      model[index].isCurrent = id == chat
    }
    if let chat { list.scroll(to: .chat(chat), at: .nearest, animated: false) }
  }

  /// The shown chat that many rows after the open one.
  func neighbour(_ step: Int) -> Conversation.ID? {
    let ids = model.items.compactMap { $0.chat?.id }
    guard let index = contents.current.flatMap({ ids.firstIndex(of: $0) }) else { return ids.first }
    let next = index + step
    return ids.indices.contains(next) ? ids[next] : nil
  }

  /// Shows the chats with unread messages only.
  package func showUnread() {
    filter.text = ""
    show(.unread)
  }

  /// Shows a sentence about a finished action, with a button that undoes it.
  func tell(_ sentence: String, undo: (() -> Void)? = nil) {
    notice.offer(undo == nil ? nil : tr("Undo")) { [weak self] in
      self?.notice.hide()
      undo?()
    }
    notice.show(sentence)
  }

  // MARK: Keys and menus

  private func addKeys() {
    let inFilter = KeyController()
    inFilter.propagationPhase = .capture
    inFilter.keyPressed.connect(weak: self) { sidebar, key, _, modifiers in
      guard modifiers.isDisjoint(with: [.control, .alt, .shift]) else { return false }
      switch Key.normal(key) {
      case Key.down: return sidebar.focusFirst()
      case Key.escape where !sidebar.filter.text.isEmpty:
        sidebar.filter.text = ""
        return true
      default: return false
      }
    }
    filter.add(inFilter)
    let inList = KeyController()
    inList.keyPressed.connect(weak: self) { sidebar, key, _, modifiers in
      sidebar.pressed(Key.normal(key), modifiers.intersection([.control, .alt, .shift]))
    }
    list.add(inList)
  }

  private func focusFirst() -> Bool {
    guard let first = model.items.first(where: { $0.chat != nil }) else { return false }
    return list.row(first.id)?.takeFocus() ?? false
  }

  /// Focuses the open chat, or the field; while fingers are used, a chat.
  func takeInitialFocus() {
    if let current = contents.current, list.row(.chat(current))?.takeFocus() == true { return }
    guard !filter.takeFocusToType() else { return }
    window?.focusWidget = nil
    // The list is not laid out yet.
    MainLoop.soon { [weak self] in
      if let self, window?.focusWidget == nil { _ = list.moveFocus(.forward) }
    }
  }

  /// The focused row.
  private var focusedRow: SidebarRow? {
    list.visibleRange.clamped(to: 0..<model.count).lazy
      .compactMap { self.list.row(self.model.id(at: $0)) }.first { $0.hasFocus }
  }

  private func pressed(_ key: UInt32, _ modifiers: Modifiers) -> Bool {
    guard let row = focusedRow, let chat = row.item?.chat else { return false }
    switch (key, modifiers) {
    case (Key.menu, []), (Key.f10, .shift):
      openMenu(of: row, at: Point(x: Double(row.width) / 2, y: Double(row.height) / 2))
    case (Key.space, []): didChoose?(chat.id)
    case (Key.f2, []): didRequest?(.rename, chat.id)
    case (Key.delete, []): didRequest?(.delete, chat.id)
    case (Key.p, .control): didRequest?(chat.isPinned ? .unpin : .pin, chat.id)
    case (Key.u, .control): didRequest?(.markAsRead, chat.id)
    case (Key.returnKey, .alt): didRequest?(.details, chat.id)
    default: return false
    }
    return true
  }

  private func openMenu(of row: SidebarRow, at point: Point) {
    guard didRequest != nil, let chat = row.item?.chat else { return }
    menuChat = chat.id
    row.isMenuOpen = true
    ContextMenu.open(Self.menu(of: chat, canMerge: contents.chats.count > 1), at: point, in: row) {
      [weak row] in row?.isMenuOpen = false
    }
  }

  /// The menu of a chat. It has no sections, which GTK 4.8 would keep.
  static func menu(of chat: ChatSummary, canMerge: Bool) -> Menu {
    let menu = Menu()
    func add(_ label: String, _ request: Request) { menu.append(label, action: "chats.\(request.rawValue)") }
    if chat.isPinned { add(tr("Unpin"), .unpin) } else { add(tr("Pin"), .pin) }
    if chat.unreadCount > 0 { add(tr("Mark as Read"), .markAsRead) }
    add(tr("Rename…"), .rename)
    if canMerge { add(tr("Merge With…"), .merge) }
    add(tr("Bookmarks"), .bookmarks)
    add(tr("Statistics"), .statistics)
    add(tr("Print…"), .print)
    add(tr("Chat Details"), .details)
    add(tr("Delete…"), .delete)
    return menu
  }
}
