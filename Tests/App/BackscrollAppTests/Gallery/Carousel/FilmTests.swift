@_spi(Testing) import Gtk
import GtkTestSupport
import XCTest

@testable import BackscrollApp
@testable import Showcase

/// Generated films and their posters.
final class FilmTests: XCTestCase {
  func testTheLibraryIsTheSameEachTime() {
    XCTAssertEqual(FilmLibrary.films(10), Array(FilmLibrary.films(1_000).prefix(10)))
    // A start a year ago has shown this film.
    XCTAssertEqual(FilmLibrary.film(2).spokenName, "Kilometre Zero, 1975, Road film, rated 8.1")
    XCTAssertEqual(FilmLibrary.film(24).title, "Amber Harbour")
  }

  func testAThousandFilmsAreAllDifferent() {
    let films = FilmLibrary.films(1_000)
    XCTAssertEqual(films.map(\.id), Array(0..<1_000))
    XCTAssertEqual(Set(films.map(\.title)).count, 1_000)
    for film in films {
      XCTAssertTrue((0...10).contains(film.rating), film.title)
      XCTAssertFalse(film.plot.isEmpty, film.title)
      XCTAssertEqual(Set(film.languages).count, film.languages.count, film.title)
      XCTAssertFalse(film.languages.isEmpty, film.title)
    }
  }

  func testThereIsAFilmForEveryPlace() {
    XCTAssertEqual(Set((0..<3_000).map { FilmLibrary.film($0).title }).count, 3_000)
    XCTAssertEqual(FilmLibrary.films(-1), [])
  }

  func testNeighboursHaveDifferentMotifs() {
    let motifs = FilmLibrary.films(30).map { Poster(of: $0).motif }
    for (a, b) in zip(motifs, motifs.dropFirst()) { XCTAssertNotEqual(a, b) }
    XCTAssertEqual(Set(motifs).count, Poster.Motif.allCases.count)
  }

  func testPostersDrawInEverySize() {
    onMainThread {
      for film in FilmLibrary.films(10) {
        for (width, height) in [(1, 1), (1, 400), (700, 1), (33, 17), (300, 400), (720, 504)] {
          let texture = Poster(of: film).texture(width: width, height: height)
          XCTAssertEqual(texture.width, width)
          XCTAssertEqual(texture.height, height)
          XCTAssertTrue(
            texture.pixels.allSatisfy { $0 >> 24 == 255 }, "\(film.title) covers \(width) × \(height)")
        }
        let pixels = Poster(of: film).texture(width: 90, height: 120).pixels
        XCTAssertEqual(pixels, Poster(of: film).texture(width: 90, height: 120).pixels)
        XCTAssertGreaterThan(Set(pixels).count, 5, "\(film.title) has a motif")
        XCTAssertEqual(Poster(of: film).texture(width: 0, height: -3).width, 1)
      }
    }
  }

  func testTheCacheKeepsToItsBound() {
    onMainThread {
      let cache = PosterCache(byteLimit: 2_000_000)
      for film in FilmLibrary.films(20) {
        _ = cache.texture(Poster(of: film), width: 300, height: 400)
        XCTAssertLessThanOrEqual(cache.byteCount, cache.byteLimit)
      }
      XCTAssertGreaterThan(cache.count, 1)
      // A texture that exceeds the cache's limit is kept alone.
      _ = cache.texture(Poster(of: FilmLibrary.film(0)), width: 1_000, height: 1_000)
      XCTAssertEqual(cache.count, 1)
    }
  }

  func testThePostersInViewFitTogetherHoweverLargeTheWindow() {
    onMainThread {
      let cache = PosterCache()
      let posters = FilmLibrary.films(4).map(Poster.init(of:))
      let first = posters.map { cache.texture($0, width: 3_072, height: 2_000) }
      let second = posters.map { cache.texture($0, width: 3_072, height: 2_000) }
      XCTAssertTrue(zip(first, second).allSatisfy { $0 === $1 }, "none was drawn anew")
      XCTAssertLessThanOrEqual(cache.byteCount, cache.byteLimit)
      XCTAssertEqual(Double(first[0].width) / Double(first[0].height), 1.536, accuracy: 0.04)
    }
  }

  func testTheCacheForgetsWhatWasNotUsed() {
    onMainThread {
      let cache = PosterCache(byteLimit: 320 * 416 * 4 * 2)
      let posters = FilmLibrary.films(3).map(Poster.init(of:))
      let first = cache.texture(posters[0], width: 300, height: 400)
      _ = cache.texture(posters[1], width: 300, height: 400)
      XCTAssertTrue(cache.texture(posters[0], width: 310, height: 390) === first, "the same picture serves")
      _ = cache.texture(posters[2], width: 300, height: 400)
      XCTAssertTrue(cache.texture(posters[0], width: 300, height: 400) === first)
      XCTAssertEqual(cache.count, 2)
    }
  }
}
