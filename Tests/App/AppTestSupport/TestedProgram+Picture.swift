import Foundation

/// Screenshots of the window after the previous events were handled and painted.
extension TestedProgram {
  /// Waits until `place` is at rest, and returns a screenshot of the window.
  @discardableResult
  func settledPicture(in place: Screenshot.Rectangle = Self.quietPlace) throws -> Screenshot {
    var picture = try nextPicture()
    var equal = 1
    let deadline = Date(timeIntervalSinceNow: Self.patience)
    while equal < Self.stillness {
      guard deadline > Date() else { throw TestFault("What is shown never stood still") }
      let next = try nextPicture()
      equal = next.pixels(in: place) == picture.pixels(in: place) ? equal + 1 : 1
      picture = next
    }
    return picture
  }

  /// A screenshot of `place` once it has changed.
  @discardableResult
  func settledPicture(
    unlike other: Screenshot, in place: Screenshot.Rectangle = Self.quietPlace
  ) throws -> Screenshot {
    let deadline = Date(timeIntervalSinceNow: Self.patience)
    while true {
      let picture = try settledPicture(in: place)
      if !picture.shows(other, in: place) { return picture }
      guard deadline > Date() else { throw TestFault("The window goes on looking as it did") }
    }
  }

  /// Waits until `place` looks as it did in `picture`, since the events before may not have been handled or painted
  /// yet. Returns whether it does.
  func comesToShow(
    _ picture: Screenshot, in place: Screenshot.Rectangle = Self.quietPlace
  ) throws -> Bool {
    let deadline = Date(timeIntervalSinceNow: Self.patience)
    var last: Screenshot
    repeat {
      last = try settledPicture(in: place)
      if last.shows(picture, in: place) { return true }
    } while deadline > Date()
    if let part = last.cropped(to: place).difference(from: picture.cropped(to: place)) {
      let way = last.travel(since: picture, in: place).map { ", moved down by \($0)" } ?? ""
      print(
        "The window looks different in \(part)\(way), from (\(place.x.lowerBound), \(place.y.lowerBound)).")
    }
    return false
  }

  static var stillness: Int { 6 }
}
