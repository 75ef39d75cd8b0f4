/// What a measurement has shown, in words for the person who watches.
struct LabFinding {
  let holds: Bool
  /// The row was moving as the page landed.
  let isFling: Bool
  /// Wrong at first, right in the end.
  let isBackInPlace: Bool

  init(of reading: LabReading) {
    holds = reading.meter.holds
    isFling = reading.path != nil
    isBackInPlace = !reading.meter.isWrongNow
  }

  /// What the strategy is about, before anything has been measured.
  static func promise(of strategy: LabStrategy) -> String {
    switch strategy {
    case .insert: "The scroll value stays, so the rows under it change."
    case .restore: "Scrolls back once the loop is idle; what came first decides."
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
        : "Everything moves down by the whole page. The row you read is gone."
    case .restore: return restore
    case .upperDelta: return upperDelta
    case .inverted:
      return holds ? "Holds still. On a slow load nothing says what happens." : "The row has moved."
    case .invertedPull:
      return holds ? "Holds still, slow or fast, and shows the load while it runs." : "The row has moved."
    }
  }

  private var restore: String {
    if holds { return "Right: the layout came before the scroll, in one frame." }
    if isBackInPlace { return "A wrong frame flashes, then the scroll back lands where it should." }
    return isFling
      ? "The fling under way writes its own place over the one that was set."
      : "Frames were being painted, so the scroll ran before the layout, with the old places."
  }

  private var upperDelta: String {
    if holds { return "Right this time." }
    if isBackInPlace { return "The value was right at once, the pixels only later." }
    return isFling
      ? "The fling under way writes its own place over the sum."
      : "The value is right, the pixels are not: it is set while GTK places the rows, and that forgets it."
  }
}
