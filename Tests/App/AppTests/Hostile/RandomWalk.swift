import ChatStore
import Foundation
import SeededRandom

@testable import AppBase
@testable import AppTestSupport

/// A random walk through the program, from its start to its end: keys, text, clicks, drags, wheels, windows, menus,
/// dialogs, dropped files, and actions that other programs send over the bus.
///
/// The seed determines every act, and each waits until the program has responded to the previous one. The effect of an
/// act still depends a little on the machine's speed.
struct RandomWalk {
  private var random: SplitMix64
  private let bus: AccessibilityBus
  /// Files for the dialogs, drops and other programs.
  private let files: [String]
  private let archives: [String]
  private(set) var acts = 0
  private(set) var latest: [String] = []

  /// Puts files for the walk into the folder that will be the program's home.
  init(seed: UInt64, home: URL, bus: AccessibilityBus) throws {
    random = SplitMix64(seed: seed)
    self.bus = bus
    // Conversations to switch between, in the archive that the program opens.
    let main = try Archive(path: home.appendingPathComponent("a.sqlite").path, mode: .createIfMissing)
    try Contents.talks(3, messages: 100).write(to: main)
    let other = home.appendingPathComponent("other.sqlite").path
    try Contents.answer.write(to: try Archive(path: other, mode: .createIfMissing))
    let texts = [
      "broken.sqlite": "This is no archive.",
      "broken.json": #"{"name": "Ann", "type": "personal_chat", "id": 1, "messages": [{"id""#,
      "result.json": """
      {"name": "Ann", "type": "personal_chat", "id": 1, "messages": [{"id": 1, "type": "message", \
      "date_unixtime": "1800000000", "from": "Ann", "from_id": "user1", "text": "Hello"}]}
      """,
    ]
    for (name, text) in texts {
      try text.write(to: home.appendingPathComponent(name), atomically: true, encoding: .utf8)
    }
    archives = [other, "broken.sqlite", "missing.sqlite"].map {
      $0.hasPrefix("/") ? $0 : home.appendingPathComponent($0).path
    }
    files = texts.keys.sorted().map { home.appendingPathComponent($0).path } + [other, home.path]
  }

  /// Criticals caused by GTK, which docs/GTK.md describes.
  private static let known = [
    "gdk_monitor_get_geometry: assertion", "gtk_widget_is_ancestor: assertion", "gtk_tree_sortable_",
    "gdk_surface_get_device_position: assertion", "_gtk_widget_find_at_coords: assertion",
    "gtk_drop_target_handle_event: assertion",
  ]

  /// Acts until the program ends or the time is over. Returns the failures: the program crashed, does not respond, or a
  /// library has logged a critical. A window that waits for an answer does not quit.
  mutating func go(in app: AppUnderTest, until end: Date) throws -> String? {
    var read = 0
    while Date() < end {
      try app.readWhatHasCome()
      defer { read = app.lines.count }
      let critical = app.lines[read...].first { line in
        line.contains("-CRITICAL **") && !Self.known.contains(where: line.contains)
      }
      if let critical {
        app.signal(SIGKILL)
        return critical
      }
      guard app.isRunning else { break }
      acts += 1
      let act = next()
      latest = latest.suffix(15) + ["\(act)"]
      // A window that was just closed has no number, and a program that is ending has no actions.
      do { try perform(act, in: app) } catch is TestFault {}
      do { try bus.listActions() } catch is TestFault {
        // The program is ending, or it hangs.
        do { _ = try app.ended() } catch is TestFault {
          app.signal(SIGKILL)
          return "The program does not respond"
        }
      }
    }
    guard !app.isRunning else { return nil }
    let status = try app.ended()
    try app.readWhatHasCome()
    return status == 0 ? nil : "The program ended with \(status)"
  }

  private func perform(_ act: Act, in app: AppUnderTest) throws {
    switch act {
    case .hand(let words): try app.display.run(["xdotool"] + words)
    case .action(let name, let text, let inWindow): try bus.activate(name, with: text, inWindow: inWindow)
    case .drop(let files, let words):
      try DragSource.with(files, on: app.display) { source in
        try app.display.run(["xdotool", "mousemove", "\(source.x)", "\(source.y)", "mousedown", "1"] + words)
      }
    }
  }
}

// MARK: - Acts

extension RandomWalk {
  private enum Act: CustomStringConvertible {
    /// Words of xdotool.
    case hand([String])
    /// A request of the desktop or another program over the bus.
    case action(String, String?, inWindow: Bool)
    /// Files that another program offers, and the movement of the hand with them.
    case drop([String], [String])

    var description: String {
      switch self {
      case .hand(let words): words.joined(separator: " ")
      case .action(let name, let text, let inWindow):
        "action \(inWindow ? "win" : "app").\(name)(\(text ?? ""))"
      case .drop(let files, let words): "drop \(files.joined(separator: " ")) \(words.joined(separator: " "))"
      }
    }
  }

  private static let keys =
    ["Tab", "Tab", "Tab", "shift+Tab", "Return", "space", "Escape", "Escape", "Up", "Down", "Left", "Right"]
    + ["Page_Up", "Page_Down", "Home", "End", "ctrl+Home", "ctrl+End", "F5", "ctrl+r", "F6", "F10"]
    + ["shift+F10", "Menu", "alt+Left", "alt+1", "alt+2", "alt+3", "alt+4", "alt+5", "ctrl+a", "ctrl+c"]
    + ["ctrl+x", "ctrl+v", "ctrl+z", "ctrl+shift+z", "BackSpace", "ctrl+BackSpace", "Delete", "ctrl+Left"]
    + ["shift+ctrl+Right", "shift+Up", "shift+Down", "ctrl+Tab", "ctrl+Down", "ctrl+space", "ctrl+question"]
    + ["ctrl+o", "ctrl+i", "ctrl+w", "ctrl+period", "ctrl+shift+u", "ctrl+l", "a", "é", "shift+Return"]
    + ["plus", "minus", "KP_Enter", "dead_acute", "Insert", "shift+Insert", "alt+space", "super"]

  private static let windowActions: [(name: String, texts: [String?])] = [
    ("show-conversation", ["1", "2", "3", "4", "99"]), ("older-loading", ["pull", "auto"]),
    ("simulate-sender", [nil]), ("refresh", [nil]), ("reopen", [nil]), ("back", [nil]), ("load-older", [nil]),
    ("load-newer", [nil]), ("jump-to-end", [nil]), ("jump-to-start", [nil]), ("lab-load", [nil]),
    ("lab-fling", [nil]),
    ("lab-reset", [nil]), ("carousel-next", [nil]), ("carousel-previous", [nil]), ("picker-late", [nil]),
    ("picker-reset", [nil]), ("show-tab", ["chat", "lab", "feed", "carousel", "picker"]),
    ("show-help-overlay", [nil]), ("import", [nil]),
  ]

  /// The acts by their frequency, in percent.
  private static let acts: [(share: Int, make: @Sendable (inout RandomWalk) -> Act)] = [
    (23, { .hand(["key", $0.key()]) }),
    (3, { .hand(["key", "--repeat", "\($0.number(2...30))", "--delay", "4", $0.key()]) }),
    (5, { .hand(["type", "--delay", "1", $0.text()]) }),
    (14, { .hand($0.place() + ["click", $0.button()]) }),
    (3, { .hand($0.place() + ["click", "--repeat", "\($0.number(2...4))", "--delay", "20", "1"]) }),
    (10, { .hand($0.place() + $0.wheel()) }),
    (13, { .hand($0.drag(meanwhile: [])) }),
    // A press that another act interrupts.
    (7, { walk in .hand(walk.drag(meanwhile: walk.interruption())) }),
    (2, { _ in .hand(["mouseup", "1", "mouseup", "2", "mouseup", "3"]) }),
    // A context menu, and a choice in it.
    (3, { walk in .hand(walk.place() + ["click", "3", "sleep", "0.02", "key"] + walk.choice()) }),
    // The window's menu, which has submenus.
    (1, { walk in .hand(["key", "F10", "sleep", "0.02", "key"] + walk.choice()) }),
    (3, { .hand($0.resize()) }),
    (
      1,
      {
        .hand([
          "getactivewindow", "windowmove", "--", "\($0.number(-400...600))", "\($0.number(-100...400))",
        ])
      }
    ),
    (1, { _ in .hand(["getactivewindow", "windowminimize", "sleep", "0.05", "windowactivate"]) }),
    (1, { _ in .hand(["getactivewindow", "windowunmap", "sleep", "0.05", "windowmap", "windowactivate"]) }),
    // A window that lost the focus or was hidden returns, in the middle of the screen.
    (
      4,
      { _ in
        .hand([
          "search", "--name", "Backscroll$", "windowmap", "windowmove", "--", "50", "40", "windowactivate",
        ])
      }
    ),
    (
      3,
      { walk in
        let action = walk.any(windowActions)
        return .action(action.name, walk.any(action.texts), inWindow: true)
      }
    ),
    (1, { .action("color-scheme", $0.any(["light", "dark", "system"]), inWindow: false) }),
    (1, { $0.program() }),
    (1, { walk in .drop((0..<walk.number(1...3)).map { _ in walk.any(walk.files) }, walk.carry()) }),
  ]

  /// The number of acts in which one quits.
  private static let quitsEvery = 400

  private mutating func next() -> Act {
    if number(1...Self.quitsEvery) == 1 { return .hand(["key", any(["ctrl+q", "alt+F4"])]) }
    var rest = number(0...Self.acts.reduce(-1) { $0 + $1.share })
    for act in Self.acts {
      if rest < act.share { return act.make(&self) }
      rest -= act.share
    }
    preconditionFailure("The shares are what the number is taken from")
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &random) }
  private mutating func any<Element>(_ elements: [Element]) -> Element {
    elements[number(0...elements.count - 1)]
  }

  private mutating func place() -> [String] { ["mousemove", "\(number(0...999))", "\(number(0...799))"] }
  private mutating func key() -> String { any(Self.keys) }
  private mutating func button() -> String { any(["1", "1", "1", "1", "1", "2", "3", "3"]) }
  private mutating func wheel() -> [String] {
    ["click", "--repeat", "\(number(1...30))", "--delay", "3", any(["4", "5", "6", "7"])]
  }

  private mutating func text() -> String {
    String((0..<number(1...12)).map { _ in any(Array("abc xyz 0123\nÉß漢ع😀_&<")) })
  }

  /// Drags files to some places, at the slow pace at which the programs notify each other.
  private mutating func carry() -> [String] {
    (0..<number(1...8)).flatMap { _ in ["sleep", "0.05"] + place() }
      + any([["mouseup", "1"], ["mouseup", "1"], ["mouseup", "1"], ["key", "Escape", "mouseup", "1"]])
  }

  /// A press, movements, another act, more movements, and usually a release.
  private mutating func drag(meanwhile words: [String]) -> [String] {
    let held = button()
    let before = (0..<number(1...5)).flatMap { _ in ["sleep", "0.004"] + place() }
    let after = (0..<number(0...4)).flatMap { _ in ["sleep", "0.004"] + place() }
    return place() + ["mousedown", held] + before + words + after
      + (number(0...7) == 0 ? [] : ["mouseup", held])
  }

  private mutating func interruption() -> [String] {
    switch number(0...5) {
    case 0: return ["key", any(["alt+1", "alt+2", "alt+3", "alt+4", "alt+5", "alt+Left"])]
    case 1: return ["key", key()]
    case 2: return wheel()
    case 3: return resize()
    case 4: return ["click", any(["1", "2", "3"])]
    default: return ["getactivewindow", "windowminimize", "sleep", "0.05", "windowactivate"]
    }
  }

  /// Moves through some entries of a menu, in and out of submenus.
  private mutating func choice() -> [String] {
    (0..<number(0...8)).map { _ in any(["Down", "Down", "Down", "Up", "Right", "Left", "space"]) }
      + [any(["Return", "Escape"])]
  }

  private mutating func resize() -> [String] {
    let sizes = ["1", "100", "360", "480", "700", "900", "1000", "1600", "3000"]
    return ["getactivewindow", "windowsize", any(sizes), any(sizes)]
  }

  /// An action of the program, not of a window.
  private mutating func program() -> Act {
    let name = any(["about", "open", "open-demo", "open-archive", "open-archive"])
    return .action(name, name == "open-archive" ? any(archives) : nil, inWindow: false)
  }
}
