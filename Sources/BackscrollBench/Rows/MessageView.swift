import Gtk

/// A widget that shows a message, and another one later.
@MainActor
protocol MessageView: Widget {
  init()
  /// `extra` are points of room below the text, as a picture that has come would take.
  func show(_ message: BenchMessage, extra: Int)
}
