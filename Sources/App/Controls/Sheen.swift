import Foundation
import Gtk

/// The slow pulse of placeholders, which shows that their content is loading. It does not move if the desktop's
/// animations are off.
///
/// Placeholders of one page share a pulse, and so its frames. If a frame is expensive, as with OpenGL in software, the
/// pulse slows down, since waiting must not keep a core busy.
@MainActor
package final class Sheen {
  package init() {}

  /// Seconds between two frames, at least and at most.
  private static let steps = 0.4...8.0
  /// The share of a core that the pulse may use.
  private static let share = 0.015
  /// The strength of the light, frame by frame.
  private static let levels = [0, 0.5, 1, 0.5]
  /// The number of first frames that are not measured, since they include the work of opening a window.
  private static let unmeasured = 3

  private var widgets: [() -> Widget?] = []
  private var next: DeferredCall?
  private var frame = 0
  /// Seconds from a frame to the next.
  private var pause = steps.lowerBound
  /// The process's CPU time at the last frame, in seconds.
  private var used = 0.0

  /// Pulses as long as `widget` is mapped. Call it when the widget is mapped.
  package func start(_ widget: Widget) {
    guard DesktopSettings.current?.enableAnimations == true else { return }
    widgets.removeAll { $0() === widget }
    widgets.append { [weak widget] in widget }
    wait()
  }

  private func wait() {
    guard next == nil else { return }
    next = MainLoop.after(seconds: pause) { [weak self] in self?.advance() }
  }

  private func advance() {
    next = nil
    widgets.removeAll { $0()?.isMapped != true }
    guard !widgets.isEmpty else { return }
    frame += 1
    for widget in widgets { widget()?.queueDraw() }
    let now = Double(clock()) / Double(CLOCKS_PER_SEC)
    let spent = frame > Self.unmeasured ? now - used : 0
    used = now
    pause = min(max(Self.steps.lowerBound, spent / Self.share), Self.steps.upperBound)
  }

  /// Draws the pulse over `shape`, which `widget` has drawn.
  package func draw(_ snapshot: Snapshot, _ shape: RoundedRect, of widget: Widget) {
    guard !widgets.isEmpty else { return }
    // Wait for the next frame only when one is drawn: a hidden window draws none.
    wait()
    let light = widget.color(named: "bs_hover") ?? widget.foreground.faded(0.06)
    snapshot.fill(shape, light.faded(Self.levels[frame % Self.levels.count]))
  }
}
