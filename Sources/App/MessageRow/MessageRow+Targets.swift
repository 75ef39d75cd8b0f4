import AppBase
import Backscroll
import Chats
import Gtk
import Translation

/// The parts of a row that can be activated, and what their activation does.
extension MessageRow {
  /// Whether the message can be bookmarked: one of an archive, in a row that does more than show it. Simulated messages
  /// have negative numbers.
  var canBeBookmarked: Bool {
    guard didActivate != nil, !isCompact, let message = content?.message, message.id > 0 else { return false }
    switch message.kind {
    case .service, .gap: return false
    case .normal, .action, .unsupported, .deleted, .note: return true
    }
  }

  /// Whether the star of the message shows; that of a message without a bookmark shows for the pointer and the focus.
  var showsStar: Bool {
    geometry?.star != nil && (content?.message.bookmark != nil || hoversBubble || hasFocus && showsFocus)
  }

  private var starTarget: RowTarget? {
    geometry?.star.map { RowTarget(.activate(.bookmark), [$0.inset(x: -4, y: -2)], radius: 9) }
  }

  /// The targets that can be activated, in keyboard order.
  var targets: [RowTarget] {
    if let knownTargets { return knownTargets }
    guard let geometry, let texts, let content else { return [] }
    var targets: [RowTarget] = []
    let isReply = content.message.reply?.id != nil
    if let rect = geometry.quote, isReply {
      targets.append(RowTarget(.quote, [rect], radius: 10))
    }
    if content.message.kind == .service, isReply, let place = geometry.text {
      let size = texts.body.size
      targets.append(
        RowTarget(.quote, [Rect(x: place.x, y: place.y, width: size.width, height: size.height)], radius: 8))
    }
    for (part, rect) in zip(texts.blocks, geometry.blocks) { targets += part.targets(in: rect) }
    targets += textTargets(texts)
    if let rect = geometry.fold { targets.append(RowTarget(.fold, [rect.inset(x: -6, y: 0)], radius: 9)) }
    if let reactions = texts.reactions, let rect = geometry.reactions {
      targets += reactions.targets(in: rect)
    }
    if let replies = texts.replies, let rect = geometry.replies { targets.append(replies.target(in: rect)) }
    if let rect = geometry.edited, content.message.hasEarlierTexts {
      targets.append(RowTarget(.edited, [rect.inset(x: -3, y: -2)], radius: 4))
    }
    if content.message.bookmark != nil, let starTarget { targets.append(starTarget) }
    knownTargets = targets
    return targets
  }

  private func textTargets(_ texts: RowTexts) -> [RowTarget] {
    guard let place = geometry?.text else { return [] }
    func target(_ action: RowTarget.Action, _ range: Range<Int>) -> RowTarget? {
      let rects = texts.body.rects(of: range).map {
        Rect(x: place.x + $0.x, y: place.y + $0.y, width: $0.width, height: $0.height)
      }
      if rects.isEmpty { return nil }
      var target = RowTarget(action, rects, radius: 3)
      target.showsHover = false
      return target
    }
    let hidden = choices.showsSpoilers ? [] : text.spoilers
    var found: [(Int, RowTarget)] = []
    for (index, link) in text.links.enumerated() where !hidden.contains(where: { $0.overlaps(link.range) }) {
      if let target = target(.link(index), link.range) { found.append((link.range.lowerBound, target)) }
    }
    for (index, range) in hidden.enumerated() {
      if let target = target(.spoiler(index), range) { found.append((range.lowerBound, target)) }
    }
    for (index, section) in texts.body.sections.enumerated() where section.canExpand {
      guard let rect = quotedRect(index), section.y < texts.body.size.height else { continue }
      found.append((section.range.upperBound, RowTarget(.quotedLines(index), [rect], radius: 8)))
    }
    return found.sorted { $0.0 < $1.0 }.map(\.1)
  }

  /// The background of quoted lines, as wide as the bubble's text.
  func quotedRect(_ index: Int) -> Rect? {
    guard let texts, let place = geometry?.text, let bubble = geometry?.bubble else { return nil }
    let rect = texts.body.quoteRect(
      texts.body.sections[index], width: bubble.rect.width - 2 * RowGeometry.padding.x)
    return Rect(
      x: bubble.rect.x + RowGeometry.padding.x, y: place.y + rect.y, width: rect.width, height: rect.height)
  }

  /// The target at a point. Links lie over the lines of quotes, so a quote counts only if no other target is there.
  func target(at point: Point) -> RowTarget? {
    if showsStar, let starTarget, starTarget.contains(point) { return starTarget }
    let here = targets.filter { $0.contains(point) }
    // A button lies over the attachment to which it belongs.
    if let button = here.first(where: { if case .activate(.locate) = $0.action { true } else { false } }) {
      return button
    }
    return here.first { if case .quotedLines = $0.action { false } else { true } } ?? here.first
  }

  var focusedTarget: RowTarget? { focusedAction.flatMap { action in targets.first { $0.action == action } } }

  /// The name of a part for screen readers.
  package func name(of action: RowTarget.Action) -> String? {
    guard let content, let texts else { return nil }
    switch action {
    case .quote:
      return content.message.reply.map { tr("Go to {message}", ["message": $0.excerpt]) }
    case .link(let index):
      return text.links.indices.contains(index)
        ? tr("Link: {address}", ["address": text.links[index].target]) : nil
    case .spoiler: return tr("Spoiler, hidden")
    case .quotedLines(let index):
      return choices.expandedQuotes.contains(index)
        ? tr("Show less of the quote") : tr("Show all of the quote")
    case .fold:
      let size = Counted.bytes(Double(text.byteCount))
      return choices.isUnfolded ? tr("Show less") : tr("Show all, {size}", ["size": size])
    case .edited: return tr("Edited, show the earlier versions")
    case .reaction(let index): return texts.reactions?.name(index)
    case .activate(.bookmark): return content.message.spokenBookmark ?? tr("Bookmark")
    case .activate(.thread): return texts.replies?.name
    case .transcript, .reveal, .retry, .activate:
      return texts.blocks.lazy.compactMap { $0.name(of: action) }.first
    }
  }

  func tooltip(_ target: RowTarget) -> String? {
    if target.action == .activate(.bookmark) {
      return content?.message.bookmark.flatMap { $0.isEmpty ? nil : $0 } ?? tr("Bookmark")
    }
    guard case .reaction(let index) = target.action else { return nil }
    return texts?.reactions?.tooltip(index)
  }

  /// The source's name for a message that cannot be shown.
  var hoveredKind: String? {
    hoversBubble ? content?.message.details.unsupportedKind : nil
  }

  /// Does the same as a click on a part.
  package func activate(_ action: RowTarget.Action) {
    guard let content else { return }
    let id = content.id
    switch action {
    case .quote: if let id = content.message.reply?.id { didActivateQuote?(id) }
    case .link(let index): open(index)
    case .spoiler: change { $0.showsSpoilers = true }
    case .quotedLines(let index):
      willChangeHeight?(id)
      change { $0.expandedQuotes.formSymmetricDifference([index]) }
    case .transcript(let index):
      willChangeHeight?(id)
      change { $0.unfoldedTranscripts.formSymmetricDifference([index]) }
    case .fold:
      willChangeHeight?(id)
      selection.end()
      change { $0.isUnfolded.toggle() }
    case .edited: showEarlierTexts()
    case .reaction(let index): if let who = texts?.reactions?.tooltip(index) { announce(who) }
    case .reveal(let index):
      change { $0.shownPictures.insert(index) }
      focusedAction = focusedAction.map { _ in .activate(.attachment(index)) }
    case .retry(let index): retry(index)
    case .activate(.attachment(let index)): activateAttachment(index)
    case .activate(let activation): didActivate?(activation, content.message)
    }
  }

  /// Opens a picture that is too large in another program; loads any other failed picture again.
  func activateAttachment(_ index: Int) {
    guard let content else { return }
    switch pictures[index] {
    case .failed(let error)
    where error.kind == .tooLarge && content.message.attachments[index].kind == .photo:
      if error.namesPicture { didActivate?(.openFile(index), content.message) }
    case .failed where content.message.attachments[index].kind == .photo: retry(index)
    default:
      let attachment = content.message.attachments[index]
      let isThere = attachment.path != nil && !missing.contains(index)
      if isThere, let player, RowPlayer.plays(attachment.kind) {
        player.toggle(content.message, index)
      } else {
        didActivate?(.attachment(index), content.message)
      }
    }
  }

  private func retry(_ index: Int) {
    pictures.forget(index)
    loadPictures()
  }

  private func showEarlierTexts() {
    guard let content, let earlierTexts else { return }
    Task { [weak self] in
      let texts = await earlierTexts(content.id)
      guard let self, self.content?.id == content.id, let place = geometry?.edited, isMapped, !texts.isEmpty
      else {
        return
      }
      ContextMenu.open(EarlierTextsPage(texts), at: place, in: self)
    }
  }
}
