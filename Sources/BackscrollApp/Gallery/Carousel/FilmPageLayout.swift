import Gtk

/// Poster and text of a film's page: side by side where there is room, else one above the other; in the middle.
final class FilmPageLayout: CustomWidget {
  private let poster: Widget
  private let text: Widget

  /// Points.
  private static let gap = 36
  private static let margin = (wide: 56, narrow: 18)
  private static let textWidth = 394
  /// Of a poster above the text: the text's beginning is to be seen without scrolling.
  private static let narrowPoster = 240
  /// From this width on the two stand side by side.
  private static let wideFrom = 620

  init(poster: Widget, text: Widget) {
    self.poster = poster
    self.text = text
    super.init()
    for child in [poster, text] { child.setParent(self) }
  }

  override var requestMode: RequestMode { .heightForWidth }

  override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    guard orientation == .vertical else {
      return Measure(minimum: text.measured(.horizontal).minimum + 2 * Self.margin.narrow)
    }
    let places = places(in: size < 0 ? Self.wideFrom : size)
    return Measure(minimum: max(places.poster.bottom, places.text.bottom) + margin(size))
  }

  override func allocate(width: Int, height: Int) {
    let places = places(in: width)
    for (child, place) in [(poster, places.poster), (text, places.text)] {
      child.place(
        x: isRightToLeft ? width - place.x - place.width : place.x, y: place.y, width: place.width,
        height: place.height)
    }
  }

  override func dispose() {
    for child in [poster, text] { child.unparent() }
    super.dispose()
  }

  private struct Place {
    let x, y, width, height: Int
    var bottom: Int { y + height }
  }

  private func margin(_ width: Int) -> Int { width >= Self.wideFrom ? Self.margin.wide : Self.margin.narrow }

  private func places(in width: Int) -> (poster: Place, text: Place) {
    let natural = PosterView.naturalSize
    let margin = margin(width)
    guard width >= Self.wideFrom else {
      let room = max(1, width - 2 * margin)
      let wide = min(Self.narrowPoster, room)
      let tall = wide * natural.height / natural.width
      let textTop = margin + tall + Self.gap * 2 / 3
      return (
        Place(x: (width - wide) / 2, y: margin, width: wide, height: tall),
        Place(x: margin, y: textTop, width: room, height: height(of: text, in: room))
      )
    }
    // Both give way alike when there is less than they want.
    let wanted = natural.width + Self.textWidth
    let room = min(wanted, width - 2 * margin - Self.gap)
    let wide = natural.width * room / wanted
    let start = (width - room - Self.gap) / 2
    let textWidth = room - wide
    return (
      Place(x: start, y: margin, width: wide, height: wide * natural.height / natural.width),
      Place(x: start + wide + Self.gap, y: margin, width: textWidth, height: height(of: text, in: textWidth))
    )
  }

  private func height(of child: Widget, in width: Int) -> Int {
    child.measured(.vertical, for: width).natural
  }
}
