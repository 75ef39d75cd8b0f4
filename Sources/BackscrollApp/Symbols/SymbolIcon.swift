import CResources
import Gtk

/// One of the app's own symbols, drawn in the text colour of its place.
///
/// Why not an icon of the icon theme: the theme takes files or a GResource. Files would have to be installed
/// before the program could run, and a GResource would need GLib's compiler on every machine that builds.
/// A symbol is one path; drawing it takes less than looking it up.
final class SymbolIcon: CustomWidget {
  private let symbol: Symbol
  private let size: Int

  /// `size` in points; the drawing fills it as a 16 × 16 one would.
  init(_ symbol: Symbol, size: Int = 16) {
    self.symbol = symbol
    self.size = size
    super.init()
    align(horizontal: .center, vertical: .center)
    canTarget = false
  }

  override class var cssName: String { "image" }
  override class var accessibleRole: AccessibleRole { .presentation }

  override func measure(_ orientation: Orientation, for size: Int) -> Measure { Measure(minimum: self.size) }

  override func styleChanged() { queueDraw() }

  override func snapshot(_ snapshot: Snapshot) {
    let scale = Double(size) / Symbol.grid
    func place(_ point: Point) -> Point { Point(x: point.x * scale, y: point.y * scale) }
    snapshot.cairo(Rect(x: 0, y: 0, width: Double(size), height: Double(size))) { context in
      context.setColor(foreground)
      for step in symbol.path.steps {
        switch step {
        case .move(let point): context.move(to: place(point))
        case .line(let point): context.line(to: place(point))
        case .curve(let a, let b, let end): context.curve(place(a), place(b), to: place(end))
        case .close: context.closePath()
        }
      }
      context.fill(evenOdd: true)
    }
  }
}

/// The app's own symbols.
struct Symbol: Sendable {
  /// Drawings are on a grid of 16 × 16.
  static let grid = 16.0

  static let send = Symbol(backscroll_icon_send)
  static let chat = Symbol(backscroll_icon_chat)
  static let lab = Symbol(backscroll_icon_lab)
  static let feed = Symbol(backscroll_icon_feed)
  static let carousel = Symbol(backscroll_icon_carousel)
  static let picker = Symbol(backscroll_icon_picker)
  static let emoji = Symbol(backscroll_icon_emoji)

  let path: SymbolPath

  private init(_ resource: backscroll_resource) {
    guard let path = SymbolPath(svg: String(cString: resource.bytes)) else {
      preconditionFailure("A symbol compiled into the program has path data that cannot be read")
    }
    self.path = path
  }
}
