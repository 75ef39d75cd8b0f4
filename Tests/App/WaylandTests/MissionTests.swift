import XCTest

@testable import AppTestSupport

/// The main function of each tab, once by touch and once by touchpad.
final class MissionTests: XCTestCase {
  // Pages land on both sides while fingers move the list. The rows move as far as the fingers each time.
  func testAListThatIsPagedBothWaysFollowsTheHandThroughEachPage() throws {
    for device in Device.allCases {
      try WaylandApp.run(self, .lines(400), "--at", "200") { app in
        for (edge, way) in [("previous", 200), ("next", -200)] {
          let untouched = try app.settledPicture()
          var before = untouched
          // The first event of a touchpad's scroll is lost, which is the whole scroll on a busy machine; see TouchpadTests.
          while before.shows(untouched, in: WaylandApp.quietPlace) {
            try app.move(device, by: way / 5)
            before =
              device == .touch ? try app.settledPicture(unlike: untouched) : try app.settledPicture()
          }
          let landed = "pager: loaded direction=\(edge)"
          while app.values(of: "direction", in: "pager: loaded").filter({ $0 == edge }).isEmpty {
            try app.move(device, by: way)
            before = try app.picture(movedBy: way, since: before, "by \(device), before \(landed)")
            try app.readWhatHasCome()
          }
          try app.release(device)
        }
      }
    }
  }

  // Each strategy that the list does not use must be seen to fail.
  func testTheLabMeasuresEachStrategy() throws {
    try WaylandApp.run(self, .lines(3), "--tab", "lab") { app in
      for device in Device.allCases {
        try app.press(device, at: Lab.load)
        let drifts = try app.labDrifts()
        XCTAssertGreaterThan(try XCTUnwrap(drifts["insert"]), 100)
        XCTAssertGreaterThan(try XCTUnwrap(drifts["restore"]), 0)
        XCTAssertGreaterThan(try XCTUnwrap(drifts["upper-delta"]), 0)
        XCTAssertEqual(drifts["inverted"], 0)
        XCTAssertEqual(drifts["inverted-pull"], 0)
      }
    }
  }

  func testTheFeedIsPulledScrolledOpenedLeftAndFiltered() throws {
    try WaylandApp.run(self, .lines(3), "--tab", "feed", "--latency", "300") { app in
      try app.waitOnce(for: "feed: loaded page=1 count=30 total=30")
      for (device, generation) in zip(Device.allCases, 2...) {
        try app.move(device, by: 130, pulling: true)
        try app.release(device)
        try app.wait(for: "feed: loading page=1 generation=\(generation)")
        try app.wait(for: "feed: loaded page=1 count=30 total=30")
        // The next pull starts at the edge.
        try app.settledPicture(in: WaylandApp.rows)
      }
      for (device, page) in zip(Device.allCases, 2...) {
        while app.feed("loaded", "page").last != "\(page)" {
          try app.scrollFar(device)
          try app.settledPicture(in: WaylandApp.rows)
          try app.readWhatHasCome()
        }
      }
      let before = try app.settledPicture(in: WaylandApp.rows)
      for device in Device.allCases {
        try app.press(device, at: WaylandApp.middle)
        try app.wait(for: "feed: detail repository=")
        try app.settledPicture(unlike: before, in: WaylandApp.rows)
        try app.press(device, at: Feed.back)
        try app.wait(for: "feed: back")
        XCTAssertTrue(try app.comesToShow(before, in: WaylandApp.rows), "by \(device)")
      }
      XCTAssertEqual(app.feed("loading", "page"), ["1", "1", "1", "2", "3"])
      for device in Device.allCases {
        let all = try app.settledPicture(in: WaylandApp.rows)
        try app.press(device, at: Feed.topic)
        let some = try app.settledPicture(unlike: all, in: WaylandApp.rows)
        try app.press(device, at: Feed.topic)
        try app.settledPicture(unlike: some, in: WaylandApp.rows)
      }
    }
  }

  // GTK would open the card on which the fling is stopped.
  func testATouchThatStopsAFlingOpensNothing() throws {
    try WaylandApp.run(self, .lines(3), "--tab", "feed") { app in
      try app.waitOnce(for: "feed: loaded page=1")
      try app.settledPicture(in: WaylandApp.rows)
      try app.hand.swipe(from: (400, 600), to: (400, 200))
      for _ in 0..<4 { _ = app.screen.next() }
      try app.hand.tap(WaylandApp.middle)
      try app.settledPicture(in: WaylandApp.rows)
      try app.readWhatHasCome()
      XCTAssertEqual(app.feed("detail", "repository"), [])
      try app.hand.tap(WaylandApp.middle)
      try app.wait(for: "feed: detail repository=")
    }
  }

  func testASecondFingerOpensNothing() throws {
    try WaylandApp.run(self, .lines(3), "--tab", "feed") { app in
      try app.waitOnce(for: "feed: loaded page=1")
      let before = try app.settledPicture(in: WaylandApp.rows)
      try app.hand.touch(at: (400, 600))
      try app.hand.moveFinger(from: (400, 600), to: (400, 500))
      try app.settledPicture(unlike: before, in: WaylandApp.rows)
      try app.hand.touch(at: WaylandApp.middle, finger: 1)
      try app.hand.liftFinger(1)
      try app.settledPicture(in: WaylandApp.rows)
      try app.hand.liftFinger()
      try app.readWhatHasCome()
      XCTAssertEqual(app.feed("detail", "repository"), [])
    }
  }

  // TouchTests and TouchpadTests turn the pages of the third mode.
  func testTheCarouselSnapsInOtherModesAndTakesCardsThatAreLate() throws {
    for device in Device.allCases {
      try WaylandApp.run(self, .lines(3), "--tab", "carousel") { app in
        try app.press(device, at: Carousel.drag)
        try app.turn(device, by: -Carousel.resistedPage)
        try app.wait(for: "carousel: settle index=1")
        try app.press(device, at: Carousel.snap)
        try app.turn(device, by: Carousel.page)
        try app.wait(for: "carousel: settle index=0")
        XCTAssertEqual(app.settles.suffix(2), ["1", "0"], "by \(device)")
        let cards = try app.settledPicture(in: WaylandApp.rows)
        try app.press(device, at: WaylandApp.middle)
        try app.wait(for: "carousel: activate index=0")
        try app.settledPicture(unlike: cards, in: WaylandApp.rows)
        try app.press(device, at: Feed.back)
        XCTAssertTrue(try app.comesToShow(cards, in: WaylandApp.rows), "by \(device)")
        try app.press(device, at: Carousel.loadLate)
        try app.wait(for: "carousel: settle index=0")
        try app.turn(device, by: -Carousel.page)
        try app.wait(for: "carousel: settle index=1")
      }
    }
  }

  func testThePickerGoesRoundAndOnByATapAndTakesLateOptions() throws {
    for device in Device.allCases {
      try WaylandApp.run(self, .lines(3), "--tab", "picker") { app in
        let before = try app.settledPicture(in: Picker.card)
        try app.turn(device, by: Picker.page, at: Picker.middle)
        try app.wait(for: "picker: settle index=3")
        try app.turn(device, by: -Picker.page, at: Picker.middle)
        try app.wait(for: "picker: settle index=0")
        try app.settledPicture(in: Picker.card)
        try app.press(device, at: Picker.neighbour)
        try app.wait(for: "picker: settle index=1")
        XCTAssertEqual(app.pickerSettles, ["3", "0", "1"])
        XCTAssertFalse(try app.settledPicture(in: Picker.card).shows(before, in: Picker.card))
        try app.press(device, at: Picker.setLate)
        try app.wait(for: "picker: waiting")
        try app.wait(for: "picker: layout index=0")
        XCTAssertTrue(try app.comesToShow(before, in: Picker.card))
      }
    }
  }

  fileprivate enum Device: CaseIterable {
    case touch, touchpad
  }

  /// Places on the tabs.
  private enum Lab {
    static let load: RemoteHand.Place = (82, 79)
  }
  private enum Feed {
    static let back: RemoteHand.Place = (24, 24)
    static let topic: RemoteHand.Place = (334, 74)
  }
  private enum Carousel {
    static let drag: RemoteHand.Place = (43, 690)
    static let snap: RemoteHand.Place = (106, 690)
    static let loadLate: RemoteHand.Place = (733, 690)
    /// More than half of a page; a page that resists a finger, and one that does not.
    static let (resistedPage, page) = (680, 420)
  }
  private enum Picker {
    static let card = Screenshot.Rectangle(x: 20..<520, y: 120..<370)
    static let middle: RemoteHand.Place = (270, 230)
    static let neighbour: RemoteHand.Place = (460, 230)
    static let setLate: RemoteHand.Place = (747, 76)
    /// More than half of a page.
    static let page = 200
  }
}

extension WaylandApp {
  /// The area of the feed's rows.
  fileprivate static let rows = Screenshot.Rectangle(x: 100..<800, y: 100..<700)

  /// Points of content for each point on the touchpad.
  private static let factor = 2.5

  /// Moves a list by a number of points, positive: down, and keeps the fingers on it. On a touchpad, a pull moves by
  /// the points of the fingers.
  fileprivate func move(_ device: MissionTests.Device, by way: Int, pulling: Bool = false) throws {
    switch device {
    case .touch:
      let start: RemoteHand.Place = way > 0 ? (400, 150) : (400, 550)
      // Another touch, after the previous one has ended.
      try release(device)
      try hand.touch(at: start)
      try hand.moveFinger(from: start, to: (start.x, start.y + way))
      isTouched = true
    case .touchpad:
      try hand.point(at: Self.middle)
      try hand.scroll(y: -(pulling ? way : Int(Double(way) / Self.factor)))
    }
  }

  /// Scrolls a list down by more than its height.
  fileprivate func scrollFar(_ device: MissionTests.Device) throws {
    switch device {
    case .touch: try hand.swipe(from: (400, 600), to: (400, 200))
    case .touchpad:
      try move(device, by: -1_200)
      try release(device)
    }
  }

  /// Lifts the fingers without a velocity.
  fileprivate func release(_ device: MissionTests.Device) throws {
    switch device {
    case .touch:
      if isTouched { try hand.liftFingerAtRest() }
      isTouched = false
    case .touchpad: try hand.endScroll()
    }
  }

  /// Swipes pages by a number of points, positive: to the right.
  fileprivate func turn(
    _ device: MissionTests.Device, by way: Int, at middle: RemoteHand.Place = middle
  ) throws {
    switch device {
    case .touch:
      let (start, end) = ((middle.x - way / 2, middle.y), (middle.x + way / 2, middle.y))
      try hand.touch(at: start)
      try hand.moveFinger(from: start, to: end)
      try settledPicture(in: Self.rows)
      try hand.liftFingerAtRest()
    case .touchpad:
      try hand.point(at: middle)
      // Well over half of the 400 points that fingers move for a page, whether GTK counts a point of the fingers as one
      // or more.
      try hand.scroll(x: way > 0 ? -300 : 300)
      try hand.endScroll()
    }
  }

  /// A tap on the screen, or a click on the touchpad.
  fileprivate func press(_ device: MissionTests.Device, at place: RemoteHand.Place) throws {
    switch device {
    case .touch: try hand.tap(place)
    case .touchpad: try hand.click(place)
    }
  }

  /// The worst drift of each of the Lab's strategies, in points.
  fileprivate func labDrifts() throws -> [String: Int] {
    for _ in 0..<5 { try wait(for: "lab:") }
    let drifts = values(of: "max-drift", in: "lab:").map { Int($0) ?? -1 }
    return Dictionary(zip(values(of: "strategy", in: "lab:"), drifts)) { $1 }
  }
}
