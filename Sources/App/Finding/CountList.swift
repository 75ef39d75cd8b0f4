import AppBase
import ChatStore
import Controls
import Gtk
import Translation

/// Years or months with their numbers of messages, as a column of buttons. It is one stop for Tab; inside, the arrow
/// keys move between the buttons.
final class CountList: Box {
  /// Called with the beginning of an activated span.
  var didActivate: ((Int64) -> Void)?
  private var rows: [CountRow] = []
  private let rowClass: String?
  private lazy var stop = SingleStop(in: self, along: .vertical)
  /// The middle of the chosen row, in 0…1 of the list.
  private(set) var chosenPlace: Double?

  /// `name`: the name of the list for assistive technology.
  init(_ name: String, rowClass: String? = nil) {
    self.rowClass = rowClass
    super.init(.vertical)
    setAccessibleRole(.group)
    setAccessibleLabel(name)
  }

  /// Handles a key; returns whether it did.
  func move(by key: UInt32) -> Bool { stop.move(by: key) }

  /// `chosen`: an instant of the shown span. `isWaiting`: the numbers are not known yet.
  func show(_ counts: [MessageCount], chosen: Int64, isWaiting: Bool = false, name: (Int64) -> String) {
    while rows.count > counts.count { remove(rows.removeLast()) }
    while rows.count < counts.count {
      let row = CountRow()
      if let rowClass { row.addClass(rowClass) }
      row.clicked.connect(weak: self) { [weak row] list in if let row { list.didActivate?(row.start) } }
      rows.append(row)
      append(row)
    }
    chosenPlace = counts.firstIndex { $0.span.contains(chosen) }.map {
      (Double($0) + 0.5) / Double(counts.count)
    }
    for (row, count) in zip(rows, counts) {
      row.show(
        name(count.span.lowerBound), count, isChosen: count.span.contains(chosen), isWaiting: isWaiting)
    }
    stop.set(rows, current: counts.firstIndex { $0.span.contains(chosen) })
  }
}

/// "2025 6,900".
private final class CountRow: Button {
  private(set) var start: Int64 = 0
  private let name = Label()
  private let number = Label()

  init() {
    let content = Box(.horizontal, spacing: 6)
    name.xalign = 0
    name.hexpand = true
    number.addClass("bs-caption")
    content.append(name, number)
    super.init(child: content)
    addClass("bs-countrow")
  }

  func show(_ words: String, _ count: MessageCount, isChosen: Bool, isWaiting: Bool) {
    start = count.span.lowerBound
    name.text = words
    number.text =
      if isWaiting || count.isEmpty { "–" } else if count.count == 0 { Counted.notes(count.notes) } else {
        Counted.number(count.count)
      }
    setClass("chosen", isChosen)
    sensitive = isWaiting || !count.isEmpty
    setAccessibleLabel([words, Counted.messages(count)].joined(separator: ", "))
  }
}

/// Years or months with their numbers of messages, as a menu of a button.
final class CountMenu: Box {
  private let value = Label()
  private let menu = Menu()
  private let title: String
  private let action: String
  private var shown: [String] = []
  private var button: MenuButton?

  /// `action`: takes the beginning of a span as its parameter.
  init(_ title: String, action: String) {
    (self.title, self.action) = (title, action)
    super.init(.horizontal)
    let content = Box(.horizontal, spacing: 6)
    value.hexpand = true
    value.xalign = 0
    value.ellipsize()
    content.append(value, Image(iconName: "pan-down-symbolic", size: 16))
    let button = MenuButton(child: content, menu: menu)
    button.addClass("bs-choice")
    button.hexpand = true
    self.button = button
    hexpand = true
    append(button)
  }

  func show(_ counts: [MessageCount], chosen: Int64, name: (Int64) -> String) {
    let entries = counts.filter { !$0.isEmpty }.map { count in
      (words: "\(name(count.span.lowerBound)) · \(Counted.number(count.count))", start: count.span.lowerBound)
    }
    value.text = name(chosen)
    button?.setAccessibleLabel([title, value.text].joined(separator: ", "))
    guard entries.map(\.words) != shown else { return }
    shown = entries.map(\.words)
    menu.removeAll()
    for entry in entries { menu.append(entry.words, action: "\(action)::\(entry.start)") }
  }
}
