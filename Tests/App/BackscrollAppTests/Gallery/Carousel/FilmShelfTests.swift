import XCTest

@testable import BackscrollApp
@testable import Showcase

final class FilmShelfTests: XCTestCase {
  func testWhatIsInsertedIsNewEachTime() {
    var shelf = FilmShelf(count: 3)
    shelf.insertBefore(1)
    XCTAssertEqual(shelf.films.map(\.id), [0, 3, 1, 2])
    shelf.remove(at: 1)
    shelf.insertBefore(0)
    XCTAssertEqual(shelf.films.map(\.id), [4, 0, 1, 2])
  }

  func testAnEmptyShelfTakesAFilm() {
    var shelf = FilmShelf(count: 0)
    shelf.remove(at: 0)
    shelf.insertBefore(nil)
    XCTAssertEqual(shelf.films.map(\.id), [0])
    shelf.removeAll()
    XCTAssertEqual(shelf.films, [])
  }

  func testACountBeginsAnew() {
    var shelf = FilmShelf(count: 10)
    var generator = SystemRandomNumberGenerator()
    shelf.shuffle(using: &generator)
    XCTAssertEqual(Set(shelf.films.map(\.id)), Set(0..<10))
    shelf.setCount(2)
    XCTAssertEqual(shelf.films, FilmLibrary.films(2))
  }
}
