/// What a measurement has shown, in words for the person who watches.
struct LabFinding {
  let holds: Bool
  /// A fling was started before the load.
  let isFling: Bool
  /// Nothing moved any more as the page landed.
  let isFlingOver: Bool
  /// Wrong at first, right in the end.
  let isBackInPlace: Bool

  init(of reading: LabReading) {
    holds = reading.meter.holds
    isFling = reading.path != nil
    isFlingOver = reading.hasLandedAtRest
    isBackInPlace = !reading.meter.isWrongNow
  }

  /// What the strategy is about, before anything has been measured.
  static func promise(of strategy: LabStrategy) -> String {
    switch strategy {
    case .insert: "The scroll value stays, so the rows under it change."
    case .restore: "Scrolls back as soon as the new rows are laid out."
    case .upperDelta: "Adds what the content grew by, as soon as the adjustment tells."
    case .inverted: "Loads by itself when the oldest row shows. Nothing says so."
    case .invertedPull: "The same list, with a pull and an indicator."
    }
  }

  func sentence(for strategy: LabStrategy) -> String {
    switch strategy {
    case .insert:
      return holds
        ? "Nothing was put above the row."
        : "Everything moves down by a whole page. The row you read is gone."
    case .restore: return restore
    case .upperDelta: return upperDelta
    case .inverted:
      guard holds else { return Self.lost }
      return isFling
        ? "The fling goes on unbroken. What is left is rounding to whole pixels."
        : "Holds still. On a slow load nothing says what happens."
    case .invertedPull:
      guard holds else { return Self.lost }
      return isFling
        ? "The same unbroken fling, and the load is seen all the while."
        : "Holds still, slow or fast, and shows the load while it runs."
    }
  }

  private static let lost = "The row has moved, which it must not."

  private var restore: String {
    if holds { return "Right: it was laid out and scrolled back before a frame was painted." }
    if isBackInPlace {
      return "Right in the end: nothing was moving. A glimpse of wrong rows came first."
    }
    return isFling
      ? "Faster than the fling, which writes its own place over the one set."
      : "It scrolled before the rows had their places."
  }

  private var upperDelta: String {
    if holds { return "Right: the sum came before the rows had their places." }
    if isBackInPlace { return "The value was right at once, the pixels only later." }
    return isFling && !isFlingOver
      ? "The fling writes its own place over the sum in the next frame."
      : "The value is right, the pixels are not: GTK places the rows and forgets it."
  }
}
