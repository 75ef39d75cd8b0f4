import Foundation
import Gtk
import Translation

/// A banner above the demo that identifies it as such, and leads to the user's own chats: to an import, or to the
/// imported chats.
package final class SampleBanner: Box {
  /// Called when the user has closed the banner, which is still in place.
  var didClose: (() -> Void)?
  /// Called when the user asks for the chats in the own archive.
  var didRequestOwnChats: (() -> Void)?

  /// `ownArchive`: the path of the archive with the user's own chats; nil if there is none yet.
  init(ownArchive: String?) {
    super.init(.horizontal, spacing: 10)
    addClass("bs-sample")
    setAccessibleRole(.group)
    let name = Label(tr("Sample conversation."))
    name.addClass("bs-sample-name")
    let file = ownArchive.map { URL(fileURLWithPath: $0).deletingPathExtension().lastPathComponent }
    let words = Label(
      // Translators: {name} is the name of a file.
      file.map { tr("Your own chats are in “{name}”.", ["name": $0]) }
        ?? tr("Import your own chats: drop a file here, or choose one."))
    words.xalign = 0
    let optional = WholeWords(words)
    optional.hexpand = true
    let choose = Button(ownArchive == nil ? tr("Import…") : tr("Your Chats"))
    choose.addClass("bs-button")
    choose.addClass("primary")
    if ownArchive == nil {
      choose.setDetailedActionName("win.import")
    } else {
      choose.clicked.connect(weak: self) { $0.didRequestOwnChats?() }
    }
    let close = Button(closing: tr("Close"))
    close.clicked.connect(weak: self) { $0.didClose?() }
    for button in [choose, close] { button.valign = .center }
    setAccessibleLabel([name.text, words.text].joined(separator: " "))
    append(Image(.chat), name, optional, choose, close)
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
