import Controls
import Foundation
import Gtk
import Translation

extension Notice {
  /// A notice above the demo that identifies it as such, and leads to the user's own chats: to an import, or to the
  /// archive at `ownArchive` with the imported chats, which the button calls `open` to show.
  static func sample(ownArchive: String?, open: @escaping (String) -> Void) -> Notice {
    let name = Label(tr("Sample conversation."))
    name.addClass("bs-sample-name")
    let file = ownArchive.map { URL(fileURLWithPath: $0).deletingPathExtension().lastPathComponent }
    let words = Label(
      // Translators: {name} is the name of a file.
      file.map { tr("Your own chats are in “{name}”.", ["name": $0]) }
        ?? tr("Import your own chats: drop a file here, or choose one."))
    words.xalign = 0
    let row = Box(.horizontal, spacing: 10)
    row.append(name, WholeWords(words))
    let notice = Notice(.tip(.chat), content: row)
    notice.button.addClass("primary")
    if ownArchive == nil { notice.button.setDetailedActionName("win.import") }
    notice.offer(ownArchive == nil ? tr("Import…") : tr("Your Chats")) {
      if let ownArchive { open(ownArchive) }
    }
    notice.setAccessibleLabel([name.text, words.text].joined(separator: " "))
    return notice
  }
}

/// A line that is shown completely or not at all, since its first words alone would be meaningless.
private final class WholeWords: CustomWidget {
  private let label: Label

  init(_ label: Label) {
    self.label = label
    super.init()
    label.setParent(self)
  }

  override class var accessibleRole: AccessibleRole { .presentation }

  override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    let wanted = label.measured(orientation)
    return orientation == .vertical ? wanted : Measure(minimum: 0, natural: wanted.natural)
  }

  override func allocate(width: Int, height: Int) {
    let wanted = label.measured(.horizontal).natural
    label.isChildVisible = width >= wanted
    label.place(leading: 0, top: 0, width: wanted, height: height)
  }

  override func dispose() {
    label.unparent()
    super.dispose()
  }
}
