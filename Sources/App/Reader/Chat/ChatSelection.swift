import AppBase
import ChatExport
import ChatStore
import Chats
import Controls
import Gtk
import MessageRow
import Translation

/// The selected messages of a conversation, and the actions on all of them.
@MainActor
final class ChatSelection {
  /// Called to save the files of messages.
  var didRequestSaving: ((MediaSaver) -> Void)?
  /// Called to export messages, which are in order.
  var didRequestExport: (([Message.ID]) -> Void)?

  let messages = MessageSelection()
  /// The composer, or the actions in its place.
  let foot = Stack()
  let bar = SelectionBar()
  private unowned let view: ChatView
  private let counting = LatestTask()
  private let ranging = LatestTask()
  private let acting = LatestTask()
  private let log = EventLog("selection")

  /// The most messages that are selected: enough for a year, and a megabyte.
  static let limit = 100_000

  private enum Foot: String { case composer, actions }

  init(_ view: ChatView) {
    self.view = view
    foot.add(view.writing.composer, name: Foot.composer.rawValue)
    foot.add(bar, name: Foot.actions.rawValue)
    messages.didChange = { [weak self] in self?.changed() }
    messages.didRequestRange = { [weak self] in self?.select(from: $0, through: $1) }
    messages.didRequestNeighbour = { [weak self] in self?.selectNeighbour(of: $0, $1) }
    messages.didRequest = { [weak self] request in
      switch request {
      case .copy: self?.perform(.copy)
      case .bookmark: self?.perform(.bookmark)
      case .selectAll: self?.selectAll()
      }
    }
    bar.didChoose = { [weak self] in self?.perform($0) }
    bar.didClose = { [weak self] in _ = self?.end() }
  }

  /// Ends the selection. Returns whether there was one.
  func end() -> Bool {
    let hadFocus = bar.containsFocus
    guard messages.end() else { return false }
    if hadFocus { view.messageFocus.go(to: .lastInView) }
    return true
  }

  private func changed() {
    // Also the rows that the list keeps out of view.
    for message in view.feed.model.messages { row(message.id)?.messageSelectionChanged() }
    let isActive = messages.isActive
    if isActive { bar.show(messages.ids.count) }
    let wanted = isActive ? Foot.actions : .composer
    if foot.visibleChildName != wanted.rawValue {
      // A hidden widget must not keep the focus.
      if foot.containsFocus { view.window?.focusWidget = nil }
      foot.visibleChildName = wanted.rawValue
      log.debug(isActive ? "begin" : "end")
    }
    counting.cancel()
    guard isActive else {
      // An answer that comes later must not begin it again.
      ranging.cancel()
      acting.cancel()
      return
    }
    view.announce(trn("{count} selected", "{count} selected", messages.ids.count))
    counting.run { [archive = view.archive, ids = messages.ids] in
      try await archive.mediaCount(of: ids)
    } then: { [weak self] in
      self?.bar.offerMedia((try? $0.get()) != 0)
    }
  }

  // MARK: Ranges

  private func select(from first: MessageCursor, through last: MessageCursor) {
    ranging.run { [archive = view.archive, chat = view.conversation.id, limit = Self.limit] in
      try await archive.messageIDs(in: chat, from: first, through: last, limit: limit + 1)
    } then: { [weak self] result in
      guard let self, let ids = read(result) else { return }
      guard messages.adding(ids).count <= Self.limit else {
        return view.writing.tell(
          tr("At most {messages} can be selected", ["messages": Counted.messages(Self.limit)]))
      }
      messages.select(ids)
    }
  }

  private func selectAll() {
    select(
      from: MessageCursor(orderKey: .min, id: .min), through: MessageCursor(orderKey: .max, id: .max))
  }

  private func selectNeighbour(of id: Message.ID, _ step: Int) {
    _ = view.list.moveFocus(step < 0 ? .up : .down)
    // A tall row scrolls first, and keeps the focus. Events are passed over.
    let messages = view.feed.model.messages
    guard var next = view.feed.model.index(of: id) else { return }
    repeat { next += step } while messages.indices.contains(next) && row(messages[next].id)?.hasFocus == false
    guard messages.indices.contains(next), row(messages[next].id)?.hasFocus == true else { return }
    self.messages.extend(to: messages[next])
  }

  private func row(_ id: Message.ID) -> MessageRow? { view.list.row(id) }

  // MARK: Actions

  /// The value of a result, or nil after its error was shown.
  private func read<Value, Failure: Error>(_ result: Result<Value, Failure>) -> Value? {
    do { return try result.get() } catch {
      if !(error is CancellationError) { view.notice = .notLoaded(error) }
      return nil
    }
  }

  /// Deselects messages that no longer exist. Call it after messages were deleted.
  func prune() { if messages.isActive { withSelected { _ in } } }

  /// Calls `body` with the selected messages in order, without those that no longer exist.
  private func withSelected(_ body: @escaping @MainActor @Sendable ([Message.ID]) -> Void) {
    let selected = messages.ids
    acting.run { [archive = view.archive] in
      try await archive.inOrder(selected)
    } then: { [weak self] result in
      guard let self, let ids = read(result) else { return }
      messages.remove(selected.subtracting(ids))
      if !ids.isEmpty { body(ids) }
    }
  }

  private func perform(_ choice: SelectionBar.Choice) {
    withSelected { [weak self] ids in
      guard let self else { return }
      log.debug("acts", ["messages": ids.count, "choice": "\(choice)"])
      switch choice {
      case .copy: copy(ids)
      case .bookmark: view.bookmarks.add(to: ids) { [weak self] in self?.finish(ids) }
      case .saveMedia:
        didRequestSaving?(MediaSaver(view.archive, .some(ids), timeZone: view.conversation.zone))
      case .export: didRequestExport?(ids)
      }
    }
  }

  /// Copies messages: the text of one, or lines with times and senders.
  private func copy(_ ids: [Message.ID]) {
    acting.run { [archive = view.archive, conversation = view.conversation] in
      if ids.count == 1, let text = try await archive.message(ids[0])?.text, !text.isEmpty { return text }
      let options = ExportOptions(format: .txt, messages: ids, timeZone: conversation.zone)
      return try await Exporter(archive, chat: conversation.id, options: options).copiedText()
    } then: { [weak self] result in
      guard let self, let text = read(result) else { return }
      Desktop.copy(text, from: view)
      view.writing.tell(
        trn("{count} message copied", "{count} messages copied", ids.count))
      finish(ids)
    }
  }

  /// Ends the selection after an action, unless it was changed meanwhile.
  private func finish(_ ids: [Message.ID]) {
    if messages.ids == Set(ids) { _ = end() }
  }
}
