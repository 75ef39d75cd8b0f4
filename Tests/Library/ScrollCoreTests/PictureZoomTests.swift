import SeededRandom
import Testing

@testable import ScrollCore

@Suite("The place of a picture on its stage")
struct PictureZoomTests {
  private let large = PictureZoom(width: 4_000, height: 3_000, stageWidth: 800, stageHeight: 600)
  private let small = PictureZoom(width: 100, height: 50, stageWidth: 800, stageHeight: 600)

  /// The point of the picture, in its pixels from its middle, at a point of the stage.
  private func pixel(_ zoom: PictureZoom, at point: PictureZoom.Offset) -> PictureZoom.Offset {
    PictureZoom.Offset(x: (point.x - zoom.center.x) / zoom.scale, y: (point.y - zoom.center.y) / zoom.scale)
  }

  @Test("A picture fits whole and is never enlarged for that")
  func fits() {
    #expect(large.scale == 0.2)
    #expect(large.percent == 20)
    #expect(!large.canPan)
    #expect(small.scale == 1)
    var dense = small
    dense.resize(stageWidth: 800, stageHeight: 600, density: 2)
    #expect(dense.scale == 0.5)
    #expect(dense.percent == 100)
  }

  @Test("Zooming in keeps the point under the pointer", arguments: 1...20)
  func keepsThePoint(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    var zoom = large
    let point = PictureZoom.Offset(x: random.unit(-390, 390), y: random.unit(-290, 290))
    for _ in 0..<6 {
      let before = pixel(zoom, at: point)
      zoom.zoom(by: random.unit(1.01, 1.6), about: point)
      let after = pixel(zoom, at: point)
      #expect(abs(before.x - after.x) < 1e-6 && abs(before.y - after.y) < 1e-6)
    }
  }

  @Test("A picture that is moved covers the stage as far as it can", arguments: 1...20)
  func covers(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    var zoom = random.oneIn(2) ? large : small
    for _ in 0..<50 {
      let point = PictureZoom.Offset(x: random.unit(-400, 400), y: random.unit(-300, 300))
      if random.oneIn(2) { zoom.zoom(by: random.unit(0.4, 2.5), about: point) } else { zoom.pan(by: point) }
      if random.oneIn(9) {
        zoom.resize(stageWidth: random.unit(1, 900), stageHeight: random.unit(1, 900), density: 1)
      }
      for (middle, extent, stage) in [
        (zoom.center.x, zoom.width * zoom.scale, zoom.stageWidth),
        (zoom.center.y, zoom.height * zoom.scale, zoom.stageHeight),
      ] {
        #expect(abs(middle) <= max(0, (extent - stage) / 2) + 1e-9)
      }
      #expect((10...800).contains(zoom.percent) || zoom.mode == .fit)
    }
  }

  @Test("A double click goes to all pixels and back, and enlarges what fits")
  func toggles() {
    var zoom = large
    zoom.toggle(about: PictureZoom.Offset(x: 100, y: 0))
    #expect(zoom.percent == 100)
    #expect(zoom.canPan)
    zoom.toggle(about: PictureZoom.Offset(x: 0, y: 0))
    #expect(zoom == large)
    var enlarged = small
    enlarged.toggle(about: PictureZoom.Offset(x: 0, y: 0))
    #expect(enlarged.percent == 200)
  }

  @Test("What is zoomed out of the stage's size fits again, and the ends of the scale hold")
  func ends() {
    var zoom = large
    zoom.zoom(to: 100, about: PictureZoom.Offset(x: 0, y: 0))
    #expect(zoom.percent == 800)
    zoom.zoom(to: 0.15, about: PictureZoom.Offset(x: 30, y: 0))
    #expect(zoom == large)
    var huge = PictureZoom(width: 80_000, height: 60_000, stageWidth: 800, stageHeight: 600)
    huge.zoom(by: 1.25, about: PictureZoom.Offset(x: 0, y: 0))
    #expect(huge.percent == 10)
    huge.resize(stageWidth: 16_000, stageHeight: 12_000, density: 1)
    #expect(huge.mode == .fit)
  }

  @Test("A move tells how far it went")
  func moves() {
    var zoom = large
    zoom.zoom(to: 1, about: PictureZoom.Offset(x: 0, y: 0))
    #expect(zoom.pan(by: PictureZoom.Offset(x: 5_000, y: 10)) == PictureZoom.Offset(x: 1_600, y: 10))
    #expect(zoom.pan(by: PictureZoom.Offset(x: 1, y: 0)) == PictureZoom.Offset(x: 0, y: 0))
  }
}
