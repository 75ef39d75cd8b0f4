import AppBase
import Controls
import Foundation
import Gtk
import Translation

/// The tool row of the Lab: actions, and the latency of loads.
final class LabControls: Box {
  /// Duration of a load in milliseconds.
  var latency: Int {
    didSet { if latency != oldValue { update() } }
  }
  var didChangeLatency: ((Int) -> Void)?

  /// Range and step of the slider in milliseconds. `--latency` may be larger.
  static let range = 0.0...3_000.0
  private static let step = 100.0
  private let scale = Scale(LabControls.range, step: LabControls.step)
  private let figure = Label()
  private let load = LabControls.button(tr("Load 30 Older"), action: "win.lab-load", isPrimary: true)
  private var isUpdating = false
  private let presets = SegmentedControl(
    [0, 1_000].map { ($0, tr("{seconds} s", ["seconds": "\($0 / 1_000)"])) }, name: tr("Latency"))

  init(latency: Int) {
    self.latency = latency
    super.init(.vertical)
    addClass("bs-lab-tools")
    let row = ToolRow(
      [
        load, Self.button(tr("Fling and Load"), action: "win.lab-fling"), makePresets(), makeSlider(),
      ], end: Self.makeEnd(), fold: FlowRow.Fold(name: tr("Tools"), keeping: 2))
    append(row)
    presets.didChoose = { [weak self] in self?.choose($0) }
    update()
  }

  func takeInitialFocus() { load.takeFocus() }

  private static func button(_ title: String, action: String, isPrimary: Bool = false) -> Button {
    let button = Button(title)
    button.addClass("bs-button")
    if isPrimary { button.addClass("primary") }
    button.setDetailedActionName(action)
    button.valign = .center
    return button
  }

  private static func makeEnd() -> Widget {
    FlowRow([makeCaption(), makeReset()], margin: .none)
  }

  private static func makeReset() -> Widget {
    let content = Box(.horizontal, spacing: 8)
    content.append(Image(iconName: "view-refresh-symbolic", size: 16), Label(tr("Reset")))
    let button = Button(child: content)
    button.addClass("bs-button")
    button.setDetailedActionName("win.lab-reset")
    button.setAccessibleLabel(tr("Reset"))
    button.valign = .center
    return button
  }

  private static func makeCaption() -> Widget {
    let caption = Label(
      tr(
        "{page} rows per page · {first} at first",
        ["page": "\(LabData.page)", "first": "\(LabData.atFirst)"]))
    caption.addClass("bs-caption")
    return caption
  }

  private func makePresets() -> Widget {
    let name = Label(tr("Latency"))
    name.addClass("bs-lab-label")
    let group = Box(.horizontal, spacing: 8)
    presets.hexpand = true
    group.append(name, presets)
    return group
  }

  private func makeSlider() -> Widget {
    let group = Box(.horizontal, spacing: 8)
    scale.setSizeRequest(width: 88)
    scale.hexpand = true
    group.hexpand = true
    scale.addClass("bs-scale")
    scale.valign = .center
    scale.setAccessibleLabel(tr("Latency in milliseconds"))
    scale.valueChanged.connect(weak: self) { controls in
      controls.choose(Int((controls.scale.value / Self.step).rounded() * Self.step))
    }
    figure.addClass("bs-lab-figure")
    figure.xalign = 0
    figure.widthChars = 7
    group.append(scale, figure)
    return group
  }

  private func choose(_ milliseconds: Int) {
    guard !isUpdating, milliseconds != latency else { return }
    latency = milliseconds
    didChangeLatency?(milliseconds)
  }

  private func update() {
    presets.choice = latency
    // The slider rounds, and clamps a latency beyond its range: its signal must not change the latency.
    isUpdating = true
    scale.value = Double(latency)
    isUpdating = false
    figure.text = tr("{number} ms", ["number": latency.formatted(.number.locale(.desktop))])
  }
}
