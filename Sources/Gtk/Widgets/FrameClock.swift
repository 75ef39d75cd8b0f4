import CGtk

/// Paces the frames of a window.
@MainActor
public final class FrameClock: Object {
  static func wrap(_ clock: OpaquePointer) -> FrameClock {
    let raw = UnsafeMutableRawPointer(clock)
    return Object.peer(of: raw) as? FrameClock ?? FrameClock(borrowed: raw)
  }

  /// Emitted first of all in a frame.
  public var beforePaint: Signal<> { Signal(self, "before-paint") }
  /// Emitted before layout: animations step here.
  public var update: Signal<> { Signal(self, "update") }
  /// Emitted at the start of a frame's layout.
  public var layout: Signal<> { Signal(self, "layout") }
  /// Emitted when the frame has been drawn: what widgets say of their places now is what is on the screen.
  public var afterPaint: Signal<> { Signal(self, "after-paint") }

  /// The running frame's time in seconds, of GLib's monotonic clock.
  public var frameTime: Double { Double(gdk_frame_clock_get_frame_time(raw.opaque)) / 1_000_000 }

  /// Requests the layout phase, of this frame if its painting has not begun.
  public func requestLayout() { gdk_frame_clock_request_phase(raw.opaque, GDK_FRAME_CLOCK_PHASE_LAYOUT) }

  /// Asks for a frame even if nothing needs drawing.
  public func requestFrame() { gdk_frame_clock_request_phase(raw.opaque, GDK_FRAME_CLOCK_PHASE_PAINT) }
}
