import ScrollCore

/// A jump on its way: tied to a row or to the end, not to an offset, so nothing that happens meanwhile deflects it.
struct ScrollAnimation<ID: Hashable> {
  enum Target {
    case row(id: ID, place: RowPlace)
    case end
  }

  /// Seconds; LOOK's slide.
  static var duration: Double { 0.25 }

  let target: Target
  /// Frame time of the first step; nil until then.
  var start: Double?
  /// Part of the way already gone, 0…1.
  var progress = 0.0

  /// Goes on to `time` and answers by which factor the distance still to go shrinks; 0 at the end.
  mutating func step(to time: Double) -> Double {
    let begun = start ?? time
    start = begun
    let linear = min(1, (time - begun) / Self.duration)
    let eased = 1 - (1 - linear) * (1 - linear) * (1 - linear)
    defer { progress = eased }
    return progress < 1 ? (1 - eased) / (1 - progress) : 0
  }
}
