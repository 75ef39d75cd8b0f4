import Foundation
import Gtk
import Translation

/// The Lab's tool row: what to do, and how long a load takes.
final class LabControls: Box {
  /// Milliseconds a load takes.
  var latency: Int {
    didSet { if latency != oldValue { update() } }
  }
  var onLatencyChanged: ((Int) -> Void)?

  /// Milliseconds the slider goes to, and its steps. `--latency` may ask for more.
  static let range = 0.0...3_000.0
  private static let step = 100.0
  private static let presets = [0, 1_000].map { milliseconds in
    (title: tr("{seconds} s", ["seconds": "\(milliseconds / 1_000)"]), milliseconds: milliseconds)
  }

  private let scale = Scale(LabControls.range, step: LabControls.step)
  private let figure = Label()
  private var presets: [ToggleButton] = []
  private var isUpdating = false

  init(latency: Int) {
    self.latency = latency
    super.init(.vertical)
    addClass("bs-lab-tools")
    let row = FlowRow(
      [
        Self.button(tr("Load 30 older"), action: "win.lab-load", isPrimary: true),
        Self.button(tr("Fling and load"), action: "win.lab-fling"), makePresets(),
        makeSlider(),
      ], end: Self.makeEnd())
    append(row)
    update()
  }

  private static func button(_ title: String, action: String, isPrimary: Bool = false) -> Button {
    let button = Button(title)
    button.addClass("bs-button")
    if isPrimary { button.addClass("primary") }
    button.setAction(action)
    button.align(vertical: .center)
    return button
  }

  private static func makeEnd() -> Widget {
    let group = Box(.horizontal, spacing: 8)
    group.append(makeCaption(), makeReset())
    return group
  }

  private static func makeReset() -> Widget {
    let content = Box(.horizontal, spacing: 8)
    content.append(Image(iconName: "view-refresh-symbolic", size: 16), Label(tr("Reset")))
    let button = Button(child: content)
    button.addClass("bs-button")
    button.setAction("win.lab-reset")
    button.setAccessibleLabel(tr("Reset"))
    button.align(vertical: .center)
    return button
  }

  private static func makeCaption() -> Widget {
    let caption = Label(
      tr(
        "{page} rows a page · {first} at first",
        ["page": "\(LabData.page)", "first": "\(LabData.atFirst)"]))
    caption.addClass("bs-caption")
    return caption
  }

  private func makePresets() -> Widget {
    let group = Box(.horizontal, spacing: 8)
    let name = Label(tr("Latency"))
    group.setAccessibleRole(.group)
    group.setAccessibleLabel(tr("Latency"))
    name.addClass("bs-lab-label")
    let track = Box(.horizontal)
    track.addClass("bs-switcher")
    track.align(vertical: .center)
    for preset in Self.presets {
      let button = ToggleButton(toggle: preset.title)
      if let first = presets.first { button.setGroup(first) }
      button.setAccessibleLabel(tr("Latency {time}", ["time": preset.title]))
      button.toggled.connect(weak: self) { [weak button] controls in
        if button?.isOn == true { controls.choose(preset.milliseconds) }
      }
      presets.append(button)
      track.append(button)
    }
    group.append(name, track)
    return group
  }

  private func makeSlider() -> Widget {
    let group = Box(.horizontal, spacing: 8)
    scale.setSizeRequest(width: 88)
    scale.isHorizontallyExpanding = true
    group.isHorizontallyExpanding = true
    scale.addClass("bs-scale")
    scale.align(vertical: .center)
    scale.setAccessibleLabel(tr("Latency in milliseconds"))
    scale.valueChanged.connect(weak: self) { controls in
      controls.choose(Int((controls.scale.value / Self.step).rounded() * Self.step))
    }
    figure.addClass("bs-lab-figure")
    figure.setHorizontalPlace(0)
    figure.setWidth(characters: 7)
    group.append(scale, figure)
    return group
  }

  private func choose(_ milliseconds: Int) {
    guard !isUpdating, milliseconds != latency else { return }
    latency = milliseconds
    onLatencyChanged?(milliseconds)
  }

  private func update() {
    isUpdating = true
    for (button, preset) in zip(presets, Self.presets) { button.isOn = preset.milliseconds == latency }
    scale.value = Double(latency)
    isUpdating = false
    figure.text = tr("{number} ms", ["number": latency.formatted(.number.locale(.desktop))])
  }
}
