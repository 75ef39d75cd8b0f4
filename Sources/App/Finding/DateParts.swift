import AppBase
import Gtk
import Translation

/// A note on the place for a typed date, or on its absence.
package final class DateNote: Box {
  private let icon = Image(iconName: "object-select-symbolic", size: 16)
  private let heading = Label()
  private let facts = Label()
  private let isNarrow: Bool

  init(isNarrow: Bool) {
    self.isNarrow = isNarrow
    super.init(.horizontal, spacing: 8)
    addClass("bs-date-note")
    setAccessibleRole(.status)
    icon.valign = isNarrow ? .start : .center
    heading.addClass("bs-date-heading")
    facts.addClass("bs-caption")
    let words = Box(isNarrow ? .vertical : .horizontal, spacing: isNarrow ? 0 : 6)
    for label in [heading, facts] {
      label.xalign = 0
      if isNarrow { label.wrap(maxCharacters: 40, isCentered: false) } else { label.ellipsize() }
    }
    facts.hexpand = true
    words.hexpand = true
    words.append(heading, facts)
    append(icon, words)
  }

  /// "Friday, 14 March 2025, 18:30 · 118 messages that day".
  func show(_ heading: String, _ facts: String) {
    setClass("bad", false)
    icon.iconName = "object-select-symbolic"
    self.heading.text = heading
    self.facts.text = isNarrow ? facts : "· \(facts)"
    speak([heading, facts].joined(separator: ", "))
  }

  func show(bad sentence: String) {
    setClass("bad", true)
    icon.iconName = "dialog-warning-symbolic"
    heading.text = sentence
    facts.text = ""
    speak(sentence)
  }

  private func speak(_ words: String) {
    guard words != text else { return }
    text = words
    setAccessibleLabel(words)
  }

  /// The text for screen readers.
  private(set) var text = ""
}

/// "First message 8 Sep 2019".
package final class EndButton: Button {
  private let name: String
  private let date = Label()

  init(_ name: String, icon: String, isFirst: Bool) {
    self.name = name
    let content = Box(.horizontal, spacing: 8)
    let title = Label(name)
    date.addClass("bs-caption")
    date.ellipsize()
    let image = Image(iconName: icon, size: 16)
    if isFirst { content.append(image, title, date) } else { content.append(title, date, image) }
    content.halign = .center
    super.init(child: content)
    addClass("bs-button")
    sensitive = false
    setAccessibleLabel(name)
  }

  /// The day of the message.
  var caption = "" {
    didSet {
      date.text = caption
      setAccessibleLabel([name, caption].joined(separator: ", "))
    }
  }
}

/// The legend of the shades: the numbers of messages that they represent.
final class HeatLegend: Box {
  init() {
    super.init(.horizontal, spacing: 8)
    halign = .center
    setAccessibleHidden(true)
    let title = Label(tr("Messages a day"))
    title.addClass("bs-caption")
    title.ellipsize()
    append(title)
    for (level, least) in ([0] + HeatLevel.least).enumerated() {
      let swatch = Box(.horizontal)
      swatch.addClass("bs-swatch")
      if level > 0 { swatch.addClass("heat-\(level)") }
      swatch.valign = .center
      let isMost = level == HeatLevel.least.count
      let number = Label(isMost ? tr("{count}+", ["count": Counted.number(least)]) : Counted.number(least))
      number.addClass("bs-caption")
      let pair = Box(.horizontal, spacing: 4)
      pair.append(swatch, number)
      append(pair)
    }
  }
}
