import Gtk
import ScrollCore

/// A small picture of the whole, with a frame around the part on the stage.
final class ZoomMap: CustomWidget {
  private var texture: Texture?
  private var zoom: PictureZoom?

  /// Points.
  private static let size = (width: 84.0, height: 52.0)

  override init() {
    super.init()
    canTarget = false
    setAccessibleHidden(true)
  }

  override class var cssName: String { "zoommap" }

  override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    Measure(minimum: Int(orientation == .horizontal ? Self.size.width : Self.size.height))
  }

  /// Shows the visible part of an enlarged picture; hidden if the picture is fully visible.
  func show(_ texture: Texture?, _ zoom: PictureZoom?) {
    let isShown = texture != nil && zoom?.canPan == true
    if visible != isShown { visible = isShown }
    guard isShown else { return }
    self.texture = texture
    self.zoom = zoom
    queueDraw()
  }

  override func snapshot(_ snapshot: Snapshot) {
    guard let texture, let zoom else { return }
    let room = Rect(x: 0, y: 0, width: Double(width), height: Double(height))
    let scale = min(room.width / zoom.width, room.height / zoom.height)
    let (wide, high) = (zoom.width * scale, zoom.height * scale)
    let whole = Rect(x: (room.width - wide) / 2, y: (room.height - high) / 2, width: wide, height: high)
    let ground = RoundedRect(room, radius: 6)
    snapshot.clipped(to: ground) {
      snapshot.fill(room, Color(hex: 0x101016, alpha: 0.72))
      snapshot.texture(texture, in: whole)
      snapshot.fill(room, Color.black.faded(0.3))
    }
    snapshot.stroke(ground, width: 1, Color.white.faded(0.5))
    let ratio = scale / zoom.scale
    let part = Rect(
      x: room.width / 2 - (zoom.stageWidth / 2 + zoom.center.x) * ratio,
      y: room.height / 2 - (zoom.stageHeight / 2 + zoom.center.y) * ratio,
      width: zoom.stageWidth * ratio, height: zoom.stageHeight * ratio)
    let left = max(part.x, whole.x)
    let top = max(part.y, whole.y)
    let frame = Rect(
      x: left, y: top, width: min(part.maxX, whole.maxX) - left, height: min(part.maxY, whole.maxY) - top)
    snapshot.stroke(RoundedRect(frame, radius: 2), width: 2, .white)
  }
}
