import Translation

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
    case .insert: tr("The scroll value stays, so the rows under it change.")
    case .restore: tr("Scrolls back as soon as the new rows are laid out.")
    case .upperDelta: tr("Adds what the content grew by, as soon as the adjustment tells.")
    case .inverted: tr("Loads by itself when the oldest row shows. Nothing says so.")
    case .invertedPull: tr("The same list, with a pull and an indicator.")
    }
  }

  func sentence(for strategy: LabStrategy) -> String {
    switch strategy {
    case .insert:
      return holds
        ? tr("Nothing was put above the row.")
        : tr("Everything moves down by a whole page. The row you read is gone.")
    case .restore: return restore
    case .upperDelta: return upperDelta
    case .inverted:
      guard holds else { return Self.lost }
      return isFling
        ? tr("The fling goes on unbroken. What is left is rounding to whole pixels.")
        : tr("Holds still. On a slow load nothing says what happens.")
    case .invertedPull:
      guard holds else { return Self.lost }
      return isFling
        ? tr("The same unbroken fling, and the load is seen all the while.")
        : tr("Holds still, slow or fast, and shows the load while it runs.")
    }
  }

  private static let lost = tr("The row has moved, which it must not.")

  private var restore: String {
    if holds { return tr("Right: it was laid out and scrolled back before a frame was painted.") }
    if isBackInPlace {
      return tr("Right in the end: nothing was moving. A glimpse of wrong rows came first.")
    }
    return isFling
      ? tr("Faster than the fling, which writes its own place over the one set.")
      : tr("It scrolled before the rows had their places.")
  }

  private var upperDelta: String {
    if holds { return tr("Right: the sum came before the rows had their places.") }
    if isBackInPlace { return tr("The value was right at once, the pixels only later.") }
    return isFling && !isFlingOver
      ? tr("The fling writes its own place over the sum in the next frame.")
      : tr("The value is right, the pixels are not: GTK places the rows and forgets it.")
  }
}
