import AppBase
import ChatStore
import Controls
import Gtk
import Translation

/// The word of a bookmark, in a popover at its star or in the sheet of a narrow window. However the panel is closed, the
/// word is kept.
final class BookmarkPanel: Bin {
  /// Called when a button or Return closes the panel.
  var didRequestClosing: (() -> Void)?
  /// Called once at the end, if the bookmark is changed: with its word, or nil if it is removed.
  var didEnd: ((String?) -> Void)?

  let entry = Entry()
  private let before: String
  private var removes = false
  private var isEnded = false

  /// Points.
  private static let width = 272

  init(word: String, isNew: Bool, words: [String]) {
    before = word
    super.init()
    addClass("bs-bookmark")
    let column = Box(.vertical, spacing: 10)
    column.setSizeRequest(width: Self.width)
    child = column
    let star = Image(iconName: "starred-symbolic")
    star.addClass("bs-star")
    let title = Label(isNew ? tr("Bookmark added") : tr("Bookmark"))
    title.addClass("bs-heading")
    let head = Box(.horizontal, spacing: 8)
    head.append(star, title)
    entry.addClass("bs-field")
    entry.text = word
    entry.setAccessibleLabel(tr("Word"))
    entry.activated.connect(weak: self) { $0.didRequestClosing?() }
    let hint = Label(tr("A word to find it by. It can stay empty."))
    hint.addClass("bs-caption")
    hint.wrap(maxCharacters: 40, isCentered: false)
    hint.xalign = 0
    column.append(head, entry, hint)
    if !words.isEmpty { column.append(chips(words)) }
    column.append(buttons())
  }

  /// The words of other bookmarks.
  private func chips(_ words: [String]) -> Widget {
    FlowRow(
      words.map { word in
        let chip = Button(LayoutCost.line(word))
        chip.addClass("bs-search-chip")
        chip.addClass("plain")
        chip.clicked.connect(weak: self) { panel in
          panel.entry.text = word
          panel.didRequestClosing?()
        }
        return chip
      }, margin: .none)
  }

  private func buttons() -> Widget {
    let (remove, done) = (Button(tr("Remove")), Button(tr("Done")))
    for button in [remove, done] { button.addClass("bs-button") }
    done.addClass("primary")
    remove.clicked.connect(weak: self) { panel in
      panel.removes = true
      panel.didRequestClosing?()
    }
    done.clicked.connect(weak: self) { $0.didRequestClosing?() }
    let space = Box(.horizontal)
    space.hexpand = true
    let row = Box(.horizontal, spacing: 8)
    row.append(remove, space, done)
    return row
  }

  func takeInitialFocus() { entry.takeFocus() }

  /// Opens the panel in a popover at a place of a row, or in the sheet of a narrow window.
  ///
  /// - Parameter didClose: Called when the panel has requested to be closed.
  func open(at place: Rect, in row: CustomWidget, didClose: @escaping @MainActor () -> Void = {}) {
    let host = row.window as? any SheetHost
    let isSheet = host != nil && (row.window?.width ?? 0) < AdaptiveRoot.narrowBelow
    didRequestClosing = { [weak row, weak host] in
      if isSheet { host?.bottomSheet.close() } else if let row { ContextMenu.close(in: row) { _ in false } }
      didClose()
    }
    if isSheet {
      host?.bottomSheet.open(self) { [weak self] in self?.end() }
    } else {
      ContextMenu.open(self, at: place, in: row)
    }
    takeInitialFocus()
  }

  override func unmapped() { end() }

  /// Reports the change, once.
  func end() {
    guard !isEnded else { return }
    isEnded = true
    let word = entry.text
    if removes { didEnd?(nil) } else if word != before { didEnd?(word) }
  }
}
