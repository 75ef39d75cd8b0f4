import Gtk

/// A page of eight wrapped labels, as one builds it from GTK's own widgets.
final class LabelPage: Box {
  private var labels: [Label] = []

  init() {
    super.init(.vertical, spacing: 12)
    for _ in 0..<8 {
      let label = Label()
      label.wrap(maxCharacters: -1, isCentered: false)
      label.setHorizontalPlace(0)
      labels.append(label)
      append(label)
    }
    setMargins(start: 24, end: 24, top: 24, bottom: 24)
    setSizeRequest(width: 600)
  }

  var number = -1 {
    didSet {
      guard number != oldValue else { return }
      for (place, label) in labels.enumerated() {
        label.text = BenchMessage(number: number * labels.count + place).text
      }
    }
  }
}
