import AppBase
import Controls
import Foundation
import Gtk
import Showcase
import Translation

/// The window of keyboard shortcuts, grouped by place, with a search.
///
/// GTK's own window has a fixed size of several columns, and is deprecated since 4.18.
final class ShortcutsWindow: PageWindow {
  private let search = Entry()
  private let nothing = Label(tr("No shortcuts found."))
  private var groups: [(group: Widget, rows: [ShortcutRow])] = []

  /// - Parameter showsDemoTabs: Whether the window below has the demo tabs. Otherwise their keys are not listed.
  init(showsDemoTabs: Bool = true) {
    let page = Box(.vertical, spacing: 18)
    super.init(tr("Keyboard Shortcuts"), page: page, column: 640, width: 480, height: .usual(600))
    page.setMargins(start: 12, end: 12, top: 12, bottom: 18)
    search.addClass("bs-field")
    search.primaryIconName = "edit-find-symbolic"
    search.placeholderText = tr("Search shortcuts")
    search.setAccessibleLabel(tr("Search shortcuts"))
    search.textChanged.connect(weak: self) { $0.filter() }
    nothing.addClass("bs-dim")
    nothing.wrap(maxCharacters: -1)
    page.append(search, nothing)
    for (title, shortcuts) in ShortcutList.groups(withDemoTabs: showsDemoTabs) {
      let rows = shortcuts.map { ShortcutRow($0) }
      let group = Self.group(title, rows)
      groups.append((group, rows))
      page.append(group)
    }
    filter()
  }

  /// The searched text; an empty one shows all.
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

/// A shortcut: its description, and its keys beside it, or below it in a narrow window.
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

/// The contents of the window of keyboard shortcuts.
enum ShortcutList {
  struct Shortcut {
    /// Runs the shortcut.
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

  /// The groups of shortcuts. Without the demo tabs there are no other tabs to go to either.
  static func groups(withDemoTabs: Bool = true) -> [(title: String, shortcuts: [Shortcut])] {
    reading + (withDemoTabs ? demoTabs : [])
      + [(tr("Window"), (withDemoTabs ? tabs : []) + window)]
  }

  private static var reading: [(title: String, shortcuts: [Shortcut])] {
    [
      (
        tr("Reading"),
        [
          Shortcut(action: "win.jump-to-end", tr("Go to Newest Message")),
          Shortcut(action: "win.jump-to-start", tr("Go to First Message")),
          Shortcut(action: "win.go-to-date", tr("Go to Date")),
          Shortcut(keys: "End", tr("Go to Last Loaded Message")),
          Shortcut(keys: "Home", tr("Go to First Loaded Message")),
          Shortcut(keys: "Page_Up Page_Down", tr("Scroll by a Page")),
          Shortcut(keys: "Up Down", tr("Go to Previous or Next Message, Also from the Empty Field")),
          Shortcut(keys: "<Shift>Page_Up", tr("Go to Previous Month on the Timeline")),
          Shortcut(keys: "<Shift>Page_Down", tr("Go to Next Month on the Timeline")),
          Shortcut(keys: "<Control>p", tr("Print Chat")),
          Shortcut(action: "win.refresh", tr("Look for Messages That Another Program Has Added")),
          Shortcut(keys: "Tab", tr("Go to Links of a Message")),
          Shortcut(keys: "Return", tr("Open Link or Go to Quoted Message")),
          Shortcut(keys: "<Control>c", tr("Copy Message or Selected Text")),
          Shortcut(keys: "Menu <Shift>F10", tr("Open Message Menu")),
          Shortcut(action: "win.add-note", tr("Write a Note or Message")),
          Shortcut(keys: "F2", tr("Edit the Focused Note")),
          Shortcut(keys: "Delete", tr("Delete the Focused Note or Message Written Here")),
          Shortcut(keys: "<Control>z", tr("Undo Deletion")),
          Shortcut(keys: "Escape", tr("Dismiss Error")),
        ]
      ),
      (
        tr("Selecting Messages"),
        [
          Shortcut(keys: "<Control>space", tr("Select or Deselect Message")),
          Shortcut(keys: "<Shift>Up", tr("Select Up to the Message Above")),
          Shortcut(keys: "<Shift>Down", tr("Select Up to the Message Below")),
          Shortcut(keys: "<Control>a", tr("Select All Messages")),
          Shortcut(keys: "<Control>c", tr("Copy Selected Messages")),
          Shortcut(keys: "<Control>d", tr("Bookmark Selected Messages")),
          Shortcut(keys: "Escape", tr("End Selection")),
        ]
      ),
      (
        tr("Finding"),
        [
          Shortcut(action: "win.find", tr("Search in Chat or Hide Search Bar")),
          Shortcut(action: "win.find-everywhere", tr("Search All Chats in This Archive")),
          Shortcut(action: "win.find-older", tr("Go to Older Result")),
          Shortcut(action: "win.find-newer", tr("Go to Newer Result")),
          Shortcut(keys: "Return <Shift>Return", tr("Go to Older or Newer Result from the Field")),
          Shortcut(keys: "Escape", tr("End Search")),
          Shortcut(action: "win.forward", tr("Go Forward to Where You Came Back From")),
        ]
      ),
      (
        tr("Bookmarks"),
        [
          Shortcut(action: "win.bookmarks", tr("Show Bookmarks")),
          Shortcut(keys: "<Control>d", tr("Add or Edit Bookmark")),
          Shortcut(action: "win.older-bookmark", tr("Go to Older Bookmark")),
          Shortcut(action: "win.newer-bookmark", tr("Go to Newer Bookmark")),
          Shortcut(keys: "F2", tr("Change the Word of a Listed Bookmark")),
          Shortcut(keys: "Delete", tr("Remove a Listed Bookmark")),
        ]
      ),
      (
        tr("Topics and Threads"),
        [
          Shortcut(action: "win.topics", tr("Show Topics")),
          Shortcut(keys: "<Control><Shift>Return", tr("Open Thread")),
          Shortcut(action: "win.thread-or-chat", tr("Go to Thread or Chat")),
        ]
      ),
      (
        tr("Chats"),
        [
          Shortcut(action: "win.sidebar", tr("Show or Hide Chats")),
          Shortcut(action: "win.filter-chats", tr("Filter Chats")),
          Shortcut(action: "win.previous-chat", tr("Go to Previous Chat")),
          Shortcut(action: "win.next-chat", tr("Go to Next Chat")),
          Shortcut(keys: "Up Down", tr("Go to Chat Above or Below")),
          Shortcut(keys: "Return", tr("Open Chat")),
          Shortcut(keys: "<Control>p", tr("Pin or Unpin the Focused Chat")),
          Shortcut(keys: "<Control>u", tr("Mark Chat as Read")),
          Shortcut(keys: "F2", tr("Rename Chat")),
          Shortcut(keys: "Delete", tr("Delete Chat")),
          Shortcut(keys: "<Alt>Return", tr("Chat Details")),
          Shortcut(keys: "<Shift>F10 Menu", tr("Open Chat Menu")),
        ]
      ),
      (
        tr("Statistics"),
        [
          Shortcut(action: "win.statistics", tr("Show Statistics of the Chat")),
          Shortcut(keys: "<Control>1...3", tr("Show Time, People or Words")),
          Shortcut(keys: "<Control>t", tr("Show Tables or Charts")),
          Shortcut(keys: "Left Right", tr("Move in a Chart")),
          Shortcut(keys: "Return", tr("Go to the Messages")),
          Shortcut(keys: "<Control>s", tr("Save Page as Picture")),
        ]
      ),
      (
        tr("Media"),
        [
          Shortcut(action: "win.media", tr("Show Pictures, Videos, Files and Links of the Chat")),
          Shortcut(keys: "<Control>s", tr("Save What the Media Page Shows")),
          Shortcut(keys: "Left Right", tr("Go to Picture on the Left or Right")),
          Shortcut(keys: "Home End", tr("Go to First or Last Picture")),
          Shortcut(keys: "plus minus", tr("Zoom In or Out")),
          Shortcut(keys: "0", tr("Fit Picture to Window")),
          Shortcut(keys: "1", tr("Show Picture at Its Own Size")),
          Shortcut(keys: "Return", tr("Show Picture in Chat")),
          Shortcut(keys: "Menu <Shift>F10", tr("Open Picture Menu")),
          Shortcut(keys: "Escape", tr("Close Picture")),
        ]
      ),
      (
        tr("Writing"),
        [
          Shortcut(keys: "Return", tr("Send")),
          Shortcut(keys: "<Shift>Return", tr("Start New Line")),
        ]
      ),
    ]
  }

  private static var demoTabs: [(title: String, shortcuts: [Shortcut])] {
    [
      (
        tr("Feed"),
        [
          Shortcut(keys: "Up Down", tr("Go to Previous or Next Repository")),
          Shortcut(keys: "Return", tr("Open Repository")),
          Shortcut(keys: "Menu", tr("Show Only One Topic of Repository")),
          Shortcut(action: "win.refresh", tr("Refresh")),
        ]
      ),
      (
        tr("Carousel"),
        [
          Shortcut(keys: "Left Right", tr("Go to Film on the Left or Right")),
          Shortcut(keys: "Page_Up Page_Down", tr("Go to Previous or Next Film")),
          Shortcut(keys: "Home End", tr("Go to First or Last Film")),
          Shortcut(keys: "Return", tr("Open Film")),
        ]
      ),
      (
        tr("Picker"),
        [
          Shortcut(keys: "Left Right", tr("Choose Previous or Next Option")),
          Shortcut(keys: "Return space", tr("Choose Next Option")),
          Shortcut(keys: "Home End", tr("Choose First or Last Option")),
        ]
      ),
    ]
  }

  private static var tabs: [Shortcut] {
    [
      Shortcut(action: "win.show-tab::chat", tr("Show Chat")),
      Shortcut(action: "win.show-tab::lab", tr("Show Lab")),
      Shortcut(action: "win.show-tab::feed", tr("Show Feed")),
      Shortcut(action: "win.show-tab::carousel", tr("Show Carousel")),
      Shortcut(action: "win.show-tab::picker", tr("Show Picker")),
    ]
  }

  private static var window: [Shortcut] {
    [
      Shortcut(action: "win.back", tr("Go Back, Also to Where You Were in a Chat")),
      Shortcut(keys: "Escape", tr("Go Back or Cancel Import")),
      Shortcut(action: "app.open", tr("Open Archive")),
      Shortcut(action: "win.import", tr("Import Chats")),
      Shortcut(keys: "F10", tr("Open Menu")),
      Shortcut(action: "app.manual", tr("Open Manual")),
      Shortcut(action: "win.show-help-overlay", tr("Show Keyboard Shortcuts")),
      Shortcut(action: "app.quit", tr("Quit")),
    ]
  }
}
