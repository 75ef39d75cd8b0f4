import Foundation
import Gtk
import Translation

/// The window of keyboard shortcuts: what they do, by their places, with a search.
///
/// GTK's own window has a fixed size of several columns, and is deprecated since 4.18.
final class ShortcutsWindow: PageWindow {
  private let search = Entry()
  private let nothing = Label(tr("No shortcut is found."))
  private var groups: [(group: Widget, rows: [ShortcutRow])] = []

  init() {
    let page = Box(.vertical, spacing: 18)
    super.init(tr("Keyboard Shortcuts"), page: page, column: 640, width: 480, height: 600)
    page.setMargins(start: 12, end: 12, top: 12, bottom: 18)
    search.addClass("bs-field")
    search.primaryIconName = "edit-find-symbolic"
    search.placeholderText = tr("Search shortcuts")
    search.setAccessibleLabel(tr("Search shortcuts"))
    search.textChanged.connect(weak: self) { $0.filter() }
    nothing.addClass("bs-dim")
    nothing.wrap(maxCharacters: -1)
    page.append(search, nothing)
    for (title, shortcuts) in ShortcutList.groups {
      let rows = shortcuts.map { ShortcutRow($0) }
      let group = Self.group(title, rows)
      groups.append((group, rows))
      page.append(group)
    }
    filter()
  }

  /// The text that is searched for; an empty one shows all.
  var searchText: String {
    get { search.text }
    set { search.text = newValue }
  }

  private static func group(_ title: String, _ rows: [ShortcutRow]) -> Widget {
    let group = Box(.vertical, spacing: 6)
    group.setAccessibleRole(.group)
    group.setAccessibleLabel(title)
    let heading = Label(title)
    heading.addClass("bs-heading")
    heading.xalign = 0
    heading.wrap(maxCharacters: -1, isCentered: false)
    let card = Box(.vertical)
    card.addClass("bs-card")
    for row in rows { card.append(row) }
    group.append(heading, card)
    return group
  }

  /// Shows the shortcuts that contain the searched text.
  private func filter() {
    for (group, rows) in groups {
      for row in rows { row.visible = row.matches(search.text) }
      group.visible = rows.contains(where: \.visible)
    }
    nothing.visible = !groups.contains(where: \.group.visible)
  }
}

/// A shortcut: what it does, and its keys, below it where there is no room beside it.
private final class ShortcutRow: Bin {
  private let words: String

  init(_ shortcut: ShortcutList.Shortcut) {
    let keys = shortcut.keys.map(Accelerator.label)
    words = ([shortcut.title] + keys).joined(separator: " ")
    super.init()
    addClass("bs-fact")
    let title = Label(shortcut.title)
    title.xalign = 0
    title.wrap(maxCharacters: -1, isCentered: false)
    let caps = Box(.horizontal, spacing: 6)
    for key in keys {
      let cap = Label(key)
      cap.addClass("bs-key")
      cap.valign = .center
      caps.append(cap)
    }
    child = FlowRow([title], end: caps, spacing: 12, margin: .none)
  }

  override class var cssName: String { "shortcutrow" }

  func matches(_ text: String) -> Bool { text.isEmpty || words.localizedStandardContains(text) }
}

/// What the window of keyboard shortcuts lists.
enum ShortcutList {
  struct Shortcut {
    /// What the shortcut is found by.
    enum Trigger {
      /// Keys that a widget handles, as GTK writes them, with blanks between alternatives.
      case keys(String)
      /// An action, which has the keys of ``Shortcuts``.
      case action(String)
    }

    let trigger: Trigger
    let title: String

    /// The accelerators, as GTK writes them.
    var keys: [String] {
      switch trigger {
      case .keys(let keys): keys.split(separator: " ").map(String.init)
      case .action(let name): Shortcuts.all.first { $0.action == name }?.keys ?? []
      }
    }

    fileprivate init(keys: String, _ title: String) {
      trigger = .keys(keys)
      self.title = title
    }

    fileprivate init(action: String, _ title: String) {
      trigger = .action(action)
      self.title = title
    }
  }

  static var groups: [(title: String, shortcuts: [Shortcut])] {
    [
      (
        tr("Reading"),
        [
          Shortcut(action: "win.jump-to-end", tr("Go to the unread messages, then to the newest one")),
          Shortcut(action: "win.go-to-date", tr("Go to a date")),
          Shortcut(keys: "End", tr("Go to the last loaded message")),
          Shortcut(keys: "Home", tr("Go to the first loaded message")),
          Shortcut(keys: "Page_Up Page_Down", tr("Scroll a page")),
          Shortcut(keys: "Up Down", tr("Go to the previous or next message")),
          Shortcut(keys: "<Control>Page_Up", tr("Go to the previous month, on the rail")),
          Shortcut(keys: "<Control>Page_Down", tr("Go to the next month, on the rail")),
          Shortcut(action: "win.refresh", tr("Look for more messages at this end")),
          Shortcut(keys: "Tab", tr("Go to the links of a message")),
          Shortcut(keys: "Return", tr("Open the link, or go to the quoted message")),
          Shortcut(keys: "<Control>c", tr("Copy the message or the selected text")),
          Shortcut(keys: "Menu <Shift>F10", tr("Open the menu of the message")),
          Shortcut(action: "win.add-note", tr("Write a note beside an imported chat, or a message")),
          Shortcut(keys: "F2", tr("Change the note")),
          Shortcut(keys: "Delete", tr("Delete the note, or a message that was written here")),
          Shortcut(keys: "<Control>z", tr("Take back what was deleted")),
          Shortcut(keys: "Escape", tr("Dismiss an error")),
        ]
      ),
      (
        tr("Finding"),
        [
          Shortcut(action: "win.find", tr("Search in the chat, or hide its bar")),
          Shortcut(action: "win.find-everywhere", tr("Search all chats")),
          Shortcut(action: "win.find-older", tr("Go to the older hit")),
          Shortcut(action: "win.find-newer", tr("Go to the newer hit")),
          Shortcut(keys: "Return <Shift>Return", tr("Go to the older or newer hit, from the field")),
          Shortcut(keys: "Escape", tr("End the search")),
          Shortcut(action: "win.forward", tr("Go forward to where you came back from")),
        ]
      ),
      (
        tr("Chats"),
        [
          Shortcut(action: "win.sidebar", tr("Show or hide the chats")),
          Shortcut(action: "win.filter-chats", tr("Filter the chats")),
          Shortcut(action: "win.previous-chat", tr("Go to the previous chat")),
          Shortcut(action: "win.next-chat", tr("Go to the next chat")),
          Shortcut(keys: "Up Down", tr("Go to the chat above or below")),
          Shortcut(keys: "Return", tr("Open the chat")),
          Shortcut(keys: "<Control>p", tr("Pin the chat, or unpin it")),
          Shortcut(keys: "<Control>u", tr("Mark the chat as read")),
          Shortcut(keys: "F2", tr("Rename the chat")),
          Shortcut(keys: "Delete", tr("Delete the chat")),
          Shortcut(keys: "<Alt>Return", tr("Show the details of the chat")),
          Shortcut(keys: "<Shift>F10 Menu", tr("Open the menu of the chat")),
        ]
      ),
      (
        tr("Media"),
        [
          Shortcut(action: "win.media", tr("Show the pictures, films, files and links of the chat")),
          Shortcut(keys: "Left Right", tr("Go to the picture on the left or right")),
          Shortcut(keys: "Home End", tr("Go to the first or last picture")),
          Shortcut(keys: "plus minus", tr("Enlarge or reduce the picture")),
          Shortcut(keys: "0", tr("Fit the picture into the window")),
          Shortcut(keys: "1", tr("Show the picture at its own size")),
          Shortcut(keys: "Return", tr("Show the picture in the chat")),
          Shortcut(keys: "Escape", tr("Close the picture")),
        ]
      ),
      (
        tr("Writing"),
        [
          Shortcut(keys: "Return", tr("Send")),
          Shortcut(keys: "<Shift>Return", tr("Start a new line")),
        ]
      ),
      (
        tr("Feed"),
        [
          Shortcut(keys: "Up Down", tr("Go to the previous or next repository")),
          Shortcut(keys: "Return", tr("Open the repository")),
          Shortcut(keys: "Menu", tr("Show only one topic of the repository")),
          Shortcut(action: "win.refresh", tr("Look for new repositories")),
        ]
      ),
      (
        tr("Carousel"),
        [
          Shortcut(keys: "Left Right", tr("Go to the film on the left or right")),
          Shortcut(keys: "Page_Up Page_Down", tr("Go to the previous or next film")),
          Shortcut(keys: "Home End", tr("Go to the first or last film")),
          Shortcut(keys: "Return", tr("Open the film")),
        ]
      ),
      (
        tr("Picker"),
        [
          Shortcut(keys: "Left Right", tr("Choose the previous or next option")),
          Shortcut(keys: "Return space", tr("Choose the next option")),
          Shortcut(keys: "Home End", tr("Choose the first or last option")),
        ]
      ),
      (
        tr("Window"),
        [
          Shortcut(action: "win.show-tab::chat", tr("Show the chat")),
          Shortcut(action: "win.show-tab::lab", tr("Show the Lab")),
          Shortcut(action: "win.show-tab::feed", tr("Show the feed")),
          Shortcut(action: "win.show-tab::carousel", tr("Show the carousel")),
          Shortcut(action: "win.show-tab::picker", tr("Show the picker")),
          Shortcut(action: "win.back", tr("Go back, also to where you were in a chat")),
          Shortcut(keys: "Escape", tr("Go back, or cancel an import")),
          Shortcut(action: "app.open", tr("Open an archive")),
          Shortcut(action: "win.import", tr("Import chats")),
          Shortcut(keys: "F10", tr("Open the menu")),
          Shortcut(action: "win.show-help-overlay", tr("Show the keyboard shortcuts")),
          Shortcut(action: "app.quit", tr("Quit")),
        ]
      ),
    ]
  }
}
