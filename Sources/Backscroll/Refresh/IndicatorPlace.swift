import ScrollCore

/// Where an indicator stands and how much of it is seen, on its way from one state to the next.
struct IndicatorPlace {
  /// Points from its resting place, away from the edge.
  private(set) var offset = 0.0
  private(set) var opacity = 0.0

  private var wantedOpacity = 0.0
  private var spring: Spring?
  private var start: Double?
  private var lastStep: Double?

  /// Seconds from invisible to visible.
  private static let fadeTime = 0.18

  var isAtRest: Bool { spring == nil && opacity == wantedOpacity }

  /// Sets out for an offset and an opacity. What `follows` a hand is there at once; anything else springs.
  mutating func head(to offset: Double, opacity: Double, follows: Bool) {
    wantedOpacity = opacity
    if follows {
      self.offset = offset
      spring = nil
    } else if self.offset != offset {
      spring = Spring(offset: self.offset - offset)
      start = nil
    }
  }

  /// Is where it was going, at once.
  mutating func arrive() {
    opacity = wantedOpacity
    if spring != nil { offset = 0 }
    spring = nil
    lastStep = nil
  }

  mutating func step(to time: Double) {
    let elapsed = max(0, time - (lastStep ?? time))
    lastStep = time
    let change = elapsed / Self.fadeTime
    opacity =
      opacity < wantedOpacity ? min(wantedOpacity, opacity + change) : max(wantedOpacity, opacity - change)
    if let spring {
      let begun = start ?? time
      start = begun
      offset = spring.offset(at: time - begun)
      if spring.isAtRest(at: time - begun) {
        offset = 0
        self.spring = nil
      }
    }
    if isAtRest { lastStep = nil }
  }
}
