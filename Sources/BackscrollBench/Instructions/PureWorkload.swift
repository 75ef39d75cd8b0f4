import ScrollCore

/// Work of the parts that know no widget, to be counted in instructions: the same on every run and machine.
enum PureWorkload: String, CaseIterable {
  case nothing
  case spliceThirty = "layout: splice 30 rows before 100,000"
  case spliceThousand = "layout: splice 1,000 rows before 100,000"
  case layoutScroll = "layout: scroll 40 px and lay out, 100,000 rows"
  case heightLookup = "heights: row at an offset, 100,000 rows"
  case heightOffset = "heights: offset of a row, 100,000 rows"
  case setHeight = "heights: measure a row, 100,000 rows"
  case carouselStep = "carousel: a step of the spring"
  case carouselPages = "carousel: pages in view of a ring of 10,000"
  case decay = "motion: decay, offset at a time"
  case spring = "motion: spring, offset at a time"

  private static let rows = 100_000

  /// Prepares what the work needs, then does it `times` over. The answer keeps the compiler from leaving it out.
  func run(times: Int) -> Double {
    var sum = 0.0
    switch self {
    case .nothing: break
    case .spliceThirty: sum = splice(30, times)
    case .spliceThousand: sum = splice(1_000, times)
    case .layoutScroll:
      var layout = filled()
      layout.scroll(to: Self.rows / 2, at: .start)
      for _ in 0..<times {
        layout.scroll(by: 40)
        sum += layout.layout(viewport: 720, overscan: 360, id: { $0 }, measure: Self.height(of:)).top
      }
    case .heightLookup, .heightOffset, .setHeight:
      var heights = HeightIndex()
      heights.insert(count: Self.rows, kind: 0, at: 0)
      for number in 0..<times {
        let index = number &* 7_919 % Self.rows
        switch self {
        case .heightLookup: sum += heights.row(at: Double(index) * 60).within
        case .heightOffset: sum += heights.offset(of: index)
        default: heights.setHeight(Self.height(of: index), at: index)
        }
      }
      sum += heights.total
    case .carouselStep:
      var track = CarouselTrack(count: 200, wraps: true)
      for number in 0..<times {
        if !track.isMoving { _ = track.advance(by: 1, reason: .program) }
        _ = track.step(to: Double(number) / 60)
        sum += track.position
      }
    case .carouselPages:
      let ring = Wraparound(count: 10_000, wraps: true)
      for number in 0..<times {
        sum += Double(ring.pages(around: Double(number) / 3, before: 1, after: 1).count)
      }
    case .decay:
      let decay = Decay(velocity: 3_000)
      for number in 0..<times { sum += decay.offset(at: Double(number & 63) / 60) }
    case .spring:
      let spring = Spring(offset: 100, velocity: 500)
      for number in 0..<times { sum += spring.offset(at: Double(number & 63) / 60) }
    }
    return sum
  }

  /// Between 48 and 160 points, without an order.
  private static func height(of index: Int) -> Double { Double(48 + (index &* 37 & 7) * 16) }

  private func filled() -> AnchoredLayout<Int> {
    var layout = AnchoredLayout<Int>()
    layout.apply(Splice(at: 0, inserting: Self.rows), kinds: repeatElement(0, count: Self.rows)) { $0 }
    layout.layout(viewport: 720, overscan: 360, id: { $0 }, measure: Self.height(of:))
    return layout
  }

  private func splice(_ count: Int, _ times: Int) -> Double {
    var layout = filled()
    for _ in 0..<times {
      layout.apply(Splice(at: 0, inserting: count), kinds: repeatElement(0, count: count)) { $0 }
    }
    return layout.heights.total
  }
}
