import Foundation
@_spi(Testing) import Gtk
import GtkTestSupport
import StarredRepositories
import XCTest

@testable import Backscroll
@testable import BackscrollApp
@testable import Controls
@testable import Showcase

/// Topics of the feed: on the rows, and in the searchable list.
final class FeedTopicTests: XCTestCase {
  @MainActor
  private static func open(body: (FeedBench) -> Void) {
    FeedBench.visit(FeedOrigin()) { bench in
      pump("the first page") { bench.feed.items.count == 30 }
      bench.rest()
      body(bench)
    }
  }

  /// A row in view with the chip of a topic.
  @MainActor
  private static func chip(_ bench: FeedBench) -> (row: RepositoryRow, topic: String, place: Rect)? {
    for item in bench.feed.items {
      guard let row = bench.feed.list.row(.item(item.id)) as? RepositoryRow else { continue }
      for topic in item.topics {
        if let place = row.place(ofTopic: topic) { return (row, topic, place) }
      }
    }
    return nil
  }

  func testAClickOnATopicOfARowFiltersAndASecondOneEndsIt() {
    onMainThread {
      FeedTopicTests.open { bench in
        bench.window.title = "feed-topics"
        guard let (row, topic, place) = FeedTopicTests.chip(bench),
          let point = row.convert(
            Point(x: place.x + place.width / 2, y: place.y + place.height / 2), to: bench.window)
        else { return XCTFail("there is one") }
        RealPointer.press(over: "feed-topics", x: Int(point.x), y: Int(point.y))
        RealPointer.release()
        pump("the filter") { bench.tab.filter.topic == topic }
        RealPointer.park()
        XCTAssertNil(bench.tab.openRepository)
        pump("the rows") { bench.feed.content == .items }
        XCTAssertTrue(bench.feed.items.allSatisfy { $0.topics.contains(topic) })
        XCTAssertTrue(bench.tab.controls.shownTexts.contains(topic), "it can be seen in the tool row")
        bench.tab.toggle(topic: topic)
        XCTAssertTrue(bench.tab.filter.isEmpty)
      }
    }
  }

  // A row that matched by its fifth topic did not show that topic.
  func testTheTopicOfTheFilterIsSeenOnEachRow() {
    onMainThread {
      let row = RepositoryRow()
      let window = Window()
      window.setDefaultSize(width: 360, height: 200)
      window.child = row
      var repository = Repository(id: 1, owner: "o", name: "n", language: "Swift")
      repository.topics = ["one", "two", "three", "four", "developer-tools"]
      row.repository = repository
      window.present()
      pump("the layout") { row.place(ofTopic: "four") != nil }
      XCTAssertNil(row.place(ofTopic: "developer-tools"))
      row.topic = "developer-tools"
      pump("the chip") { row.place(ofTopic: "developer-tools") != nil }
      row.topic = "two"
      pump("the other chip") { row.place(ofTopic: "two") != nil }
      window.destroy()
    }
  }

  func testAPlaceBesideTheChipsOpensThePage() {
    onMainThread {
      FeedTopicTests.open { bench in
        guard let (row, topic, place) = FeedTopicTests.chip(bench) else { return XCTFail("there is one") }
        XCTAssertEqual(row.topic(at: Point(x: place.x + 1, y: place.y + 1)), topic)
        XCTAssertEqual(row.topic(at: Point(x: place.x + 1, y: place.y - 5)), topic, "fingers are thick")
        XCTAssertEqual(row.topic(at: Point(x: place.maxX + 2, y: place.y + 1)), topic, "the nearest one")
        for side in [-18.0, 18] {
          let middle = Point(x: place.x + place.width / 2, y: place.y + place.height / 2 + side)
          XCTAssertEqual(row.topic(at: middle), topic, "it takes 36 points")
        }
        XCTAssertNil(row.topic(at: Point(x: place.x + 1, y: place.y - 20)))
        XCTAssertNil(row.topic(at: Point(x: 30, y: 30)))
      }
    }
  }

  func testChipsAreMirroredFromRightToLeft() {
    onMainThread {
      FeedTopicTests.open { bench in
        guard let (row, topic, place) = FeedTopicTests.chip(bench) else { return XCTFail("there is one") }
        row.setRightToLeft(true)
        guard let mirrored = row.place(ofTopic: topic) else { return XCTFail("it has room still") }
        XCTAssertEqual(mirrored.x, Double(row.width) - place.maxX, accuracy: 1)
        XCTAssertEqual(row.topic(at: Point(x: mirrored.x + 2, y: mirrored.y + 2)), topic)
      }
    }
  }

  func testTheMenuOfARowHasItsTopicsAndEndsTheFilter() {
    onMainThread {
      FeedTopicTests.open { bench in
        guard let (row, topic, _) = FeedTopicTests.chip(bench) else { return XCTFail("there is one") }
        row.didRequestMenu?(row, Point(x: 40, y: 40))
        pump("the menu") { row.shownTexts.contains("Show Only “\(topic)”") }
        XCTAssertTrue(row.activateAction("feed.topic", text: topic))
        XCTAssertEqual(bench.tab.filter.topic, topic)
        pump("the rows") { bench.feed.content == .items }
        XCTAssertTrue(bench.tab.activateAction("feed.topic", text: ""))
        XCTAssertTrue(bench.tab.filter.isEmpty)
      }
    }
  }

  func testTheListOfTopicsIsSearched() {
    onMainThread {
      FeedTopicTests.open { bench in
        let (button, list) = (bench.tab.controls.topicButton, bench.tab.controls.topicList)
        button.open()
        pump("the list") { list.isMapped }
        let all = list.found.compactMap(\.topic)
        XCTAssertGreaterThan(all.count, 4, "more than the chips")
        XCTAssertEqual(Set(all), Set(bench.feed.items.flatMap(\.topics)))
        guard let wanted = all.last else { return }
        list.search.text = String(wanted.uppercased().dropFirst())
        XCTAssertTrue(list.found.contains { $0.topic == wanted }, "\(list.found)")
        XCTAssertLessThan(list.found.count, all.count)
        list.search.text = "no such topic"
        XCTAssertTrue(list.found.isEmpty)
        XCTAssertTrue(list.shownTexts.contains("No topic contains “no such topic”."), "\(list.shownTexts)")
        list.take()
        XCTAssertTrue(bench.tab.filter.isEmpty, "nothing is chosen")
        list.search.text = ""
        list.move(by: 1)
        list.move(by: 1)
        list.move(by: -1)
        XCTAssertEqual(list.index, 1)
        list.take()
        XCTAssertEqual(bench.tab.filter.topic, all[0])
        pump("the end of the list") { !list.isMapped }
        pump("the rows") { bench.feed.content == .items }
        button.open()
        pump("the list again") { list.isMapped }
        XCTAssertEqual(list.found.first, .all)
        list.move(by: -1)
        list.take()
        XCTAssertTrue(bench.tab.filter.isEmpty)
        pump("the end of the list again") { !list.isMapped }
      }
    }
  }

  // The chosen rare topic was far below, and the row that clears the filter looked like the chosen one.
  func testTheChosenTopicStandsFirstWithAMark() {
    onMainThread {
      FeedTopicTests.open { bench in
        let (button, list) = (bench.tab.controls.topicButton, bench.tab.controls.topicList)
        button.open()
        pump("the list") { list.isMapped }
        XCTAssertEqual(list.markedRow, 0, "all topics")
        guard let rare = list.found.last?.topic else { return XCTFail("no topic") }
        list.search.text = rare
        list.take()
        pump("the end of the list") { !list.isMapped }
        pump("the rows") { bench.feed.content == .items }
        button.open()
        pump("the list again") { list.isMapped }
        XCTAssertEqual(list.found[1].topic, rare)
        XCTAssertEqual(list.found.count { $0.topic == rare }, 1)
        XCTAssertEqual(list.markedRow, 1)
        XCTAssertEqual(list.index, 1)
        button.close()
        pump("the end of the list again") { !list.isMapped }
      }
    }
  }

  func testAFilterWithoutMatchesCanBeCleared() {
    onMainThread {
      FeedTopicTests.open { bench in
        bench.tab.setFilter(FeedFilter(topic: "there is no such topic"))
        pump("nothing") { bench.shows("No repository is tagged there is no such topic.") }
        XCTAssertTrue(bench.tab.press("Clear Filters"))
        pump("all again") { bench.feed.items.count == 30 }
        XCTAssertTrue(bench.tab.filter.isEmpty)
      }
    }
  }

  // The focus moved to the tabs of the window.
  func testTheRowsHaveTheFocusWhenTheFilterIsCleared() {
    onMainThread {
      FeedTopicTests.open { bench in
        bench.tab.setFilter(FeedFilter(topic: "there is no such topic"))
        bench.tab.takeInitialFocus()
        pump("nothing, and the button") { (bench.focus as? Button)?.label == "Clear Filters" }
        XCTAssertTrue(bench.tab.press("Clear Filters"))
        pump("the focus in the rows") { bench.feed.content == .items && bench.focus is RepositoryRow }
      }
    }
  }

  func testATopicOfARepositorysPageFiltersToo() {
    onMainThread {
      FeedTopicTests.open { bench in
        let repository = bench.feed.items.first { !$0.topics.isEmpty }!
        bench.tab.open(repository)
        pump("the page") { !bench.feed.isMapped }
        XCTAssertTrue(bench.tab.press(repository.topics[0]))
        pump("the feed") { bench.tab.openRepository == nil }
        XCTAssertEqual(bench.tab.filter.topic, repository.topics[0])
      }
    }
  }

  // A click fell through to the empty list below.
  func testTheFiltersAreClearedByAClickWhereNothingIsFound() {
    onMainThread {
      RealPointer.park()
      let title = "backscroll empty feed"
      let window = Window()
      window.title = title
      window.setDefaultSize(width: 400, height: 400)
      let button = Button("Clear Filters")
      var clicks = 0
      button.clicked.connect { clicks += 1 }
      let page = StatusPage(.icon("starred-symbolic"), title: "Nothing", text: "", action: button)
      page.isTransparent = true
      window.child = page
      window.present()
      pump("the page") { button.isMapped && button.height > 0 && window.isActive }
      let place = button.convert(Point(x: 0, y: 0), to: page)!
      RealPointer.press(
        over: title, x: Int(place.x) + button.width / 2, y: Int(place.y) + button.height / 2)
      RealPointer.release()
      pump("the click") { clicks == 1 }
      button.visible = false
      page.queueAllocate()
      pump("nothing to click") { !page.canTarget }
      window.destroy()
      drain()
    }
  }
}
