import Chats
import Controls
import Foundation
import Gtk
import SeededRandom
import Translation

/// A place: its name and coordinates below a drawn background. The background is not a map, and nothing is downloaded for it.
@MainActor
final class PlacePart: RowPart {
  private let place: Place
  private let name: TextLayout
  private let coordinates: TextLayout
  private let direction: ReadingDirection
  private let ground: PlaceGround

  let inset = (x: 4.0, y: 4.0)
  private static let pinSize = 26.0
  private static let gap = 6.0
  private static let buttonSize = 34.0

  init(_ place: Place, _ maker: RowTextMaker) {
    self.place = place
    name = maker.line(place.title, size: 10, weight: 500, ellipsized: true)
    coordinates = maker.line(place.coordinates, size: 9, ellipsized: true)
    direction = maker.direction
    ground = PlaceGround(place)
  }

  /// The drawn background's height at a width.
  static func groundHeight(width: Double) -> Double { width > 300 ? 132 : 96 }

  func layOut(limit: Double) -> RowGeometry.Extent {
    let width = min(RowPictures.longestSide, limit)
    let room = width - 9 - Self.buttonSize - 8
    name.width = room
    coordinates.width = room
    let texts = name.extent.height + coordinates.extent.height
    return .init(
      width: width, height: Self.groundHeight(width: width) + Self.gap + max(texts, Self.buttonSize) + 4)
  }

  func targets(in rect: Rect) -> [RowTarget] { [RowTarget(.activate(.place), [rect], radius: 14)] }

  func name(of action: RowTarget.Action) -> String? { action == .activate(.place) ? place.spoken : nil }

  func draw(in rect: Rect, on snapshot: Snapshot, by painter: inout MessagePainter) {
    let height = Self.groundHeight(width: rect.width)
    let area = Rect(x: rect.x, y: rect.y, width: rect.width, height: height)
    let palette = painter.palette
    snapshot.clipped(to: RoundedRect(area, radius: 14)) {
      snapshot.fill(area, palette.place)
      snapshot.cairo(area) { ground.draw(in: area, $0, line: palette.placeLine, water: palette.placeWater) }
    }
    let pin = Rect(
      x: rect.x + ((rect.width - Self.pinSize) / 2).rounded(),
      y: rect.y + (height / 2 - Self.pinSize).rounded() + 4,
      width: Self.pinSize, height: Self.pinSize)
    snapshot.icon(
      IconPaintable(named: "mark-location-symbolic", size: 26, for: painter.row), in: pin, palette.bad)
    func x(_ layout: TextLayout) -> Double {
      direction.x(leading: 9, width: layout.size.width, in: rect)
    }
    let texts = name.extent.height + coordinates.extent.height
    var y = area.maxY + Self.gap + ((max(texts, Self.buttonSize) - texts) / 2).rounded()
    painter.draw(
      name, size: 10, weight: 500, at: Point(x: x(name), y: y), painter.textColor, on: snapshot,
      isSearched: true)
    y += name.extent.height
    snapshot.text(coordinates, at: Point(x: x(coordinates), y: y), painter.dimColor)
    let button = Rect(
      x: direction.x(trailing: 4, width: Self.buttonSize, in: rect),
      y: area.maxY + Self.gap + ((max(texts, Self.buttonSize) - 16) / 2).rounded(), width: 16, height: 16)
    snapshot.icon(
      IconPaintable(named: Symbol.open.iconName, size: 16, for: painter.row),
      in: Rect(x: button.x + 9, y: button.y, width: 16, height: 16), painter.dimColor)
  }
}

extension Place {
  /// The name, or a substitute for it.
  package var title: String {
    if let text = [name, address].compactMap(\.self).first(where: { !$0.isEmpty }) { return text }
    return isLive ? tr("Live location") : tr("Location")
  }

  /// The place for screen readers.
  package var spoken: String { tr("Place: {name}", ["name": title]) }

  /// "46.0912, 9.4471": with decimal points, for pasting into a map.
  package var coordinates: String { Place.degrees(4, latitude, longitude).joined(separator: ", ") }

  /// The address that the desktop's map opens; without an exponent, which `geo:` does not allow.
  package var uri: String { "geo:" + Place.degrees(6, latitude, longitude).joined(separator: ",") }

  private static func degrees(_ digits: Int, _ values: Double...) -> [String] {
    values.map { String(format: "%.\(digits)f", $0) }
  }
}

/// Contours and water, the same for the same coordinates.
struct PlaceGround: Equatable {
  private let seed: UInt64

  init(_ place: Place) {
    seed = FNV1a.hash(place.coordinates)
  }

  @MainActor
  func draw(in area: Rect, _ context: CairoContext, line: Color, water: Color) {
    var numbers = SplitMix64(seed: seed)
    let steps = 4
    func wave(_ y: Double, _ swing: Double) -> [Point] {
      (0...steps).map {
        Point(x: area.x + area.width * Double($0) / Double(steps), y: y + numbers.unit(-swing, swing))
      }
    }
    func follow(_ points: [Point]) {
      for (from, to) in zip(points, points.dropFirst()) {
        let middle = (from.x + to.x) / 2
        context.curve(Point(x: middle, y: from.y), Point(x: middle, y: to.y), to: to)
      }
    }
    context.setLine(width: 1.5)
    for contour in 0..<5 {
      let points = wave(area.y + area.height * (0.1 + 0.16 * Double(contour)), area.height * 0.1)
      context.setColor(line)
      context.move(to: points[0])
      follow(points)
      context.stroke()
    }
    let shore = wave(area.y + area.height * 0.82, area.height * 0.1)
    context.setColor(water)
    context.move(to: shore[0])
    follow(shore)
    context.line(to: Point(x: area.maxX, y: area.maxY))
    context.line(to: Point(x: area.x, y: area.maxY))
    context.closePath()
    context.fill()
  }
}
