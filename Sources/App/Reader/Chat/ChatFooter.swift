import Backscroll
import Gtk
import MessageRow

/// The frame of the widgets below the messages, such as the composer. Its background is as wide as the page, and its
/// content ends at the end of the messages' column.
final class ChatFooter: CustomWidget {
  private let content: Widget
  private let frame: RailFrame

  /// Points by which the content begins before the column, so that the field beside a round button begins where the
  /// messages' bubbles do.
  private static let outdent = 4

  /// `frame`: the frame of the messages.
  init(_ content: Widget, below frame: RailFrame) {
    self.content = content
    self.frame = frame
    super.init()
    addClass("bs-footer")
    content.setParent(self)
  }

  override class var cssName: String { "chatfooter" }
  override var requestMode: RequestMode { .heightForWidth }

  private func span(in width: Int) -> Range<Int> {
    let column = RowGeometry.column(in: Double(frame.contentWidth(in: width)))
    let x = max(0, Int(column.x) - Self.outdent)
    return x..<max(x, Int(column.x + column.width))
  }

  override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    content.measured(orientation, for: orientation == .vertical && size >= 0 ? span(in: size).count : -1)
  }

  override func allocate(width: Int, height: Int) {
    let span = span(in: width)
    // The width may be less than the content needs in a frame that is about to change.
    let wide = max(span.count, content.measured(.horizontal).minimum)
    content.place(
      leading: span.lowerBound, top: 0, width: wide, height: height)
  }

  override func dispose() {
    content.unparent()
    super.dispose()
  }
}
