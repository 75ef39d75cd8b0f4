import ArgumentParser
import Foundation
import ScrollCore

/// Counts the instructions of the pure parts with valgrind. The figures do not depend on the load of the machine.
struct InstructionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "instructions",
    abstract: "Counts the instructions of layout, heights, carousel and motion.",
    discussion: """
      Needs valgrind. Each figure is the difference of a long and a short run, divided by the operations between \
      them, so that preparing does not count.
      """)

  @Option(help: .hidden) var workload: String?
  @Option(help: .hidden) var times = 0

  func run() throws {
    if let workload {
      guard let work = PureWorkload(rawValue: workload) else {
        throw ValidationError("There is no such work.")
      }
      print(work.run(times: times))
      return
    }
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/valgrind") else {
      throw ValidationError("valgrind is not installed. Run: apt-get install valgrind")
    }
    // Older versions of valgrind fail on the debugging information of Swift programs, so strip it.
    let bare = FileManager.default.temporaryDirectory.appendingPathComponent(
      "backscroll-bench-bare-\(getpid())")
    defer { try? FileManager.default.removeItem(at: bare) }
    try Process.start([
      "strip", "-g", "-o", bare.path, URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().path,
    ]).waitUntilExit()
    var table = TextTable(["operation", "instructions"])
    for work in PureWorkload.allCases where work != .nothing {
      let times = (few: 100, many: 1_100)
      let difference = try count(bare, work, times.many) - count(bare, work, times.few)
      table.add([work.rawValue, "\(difference / (times.many - times.few))"])
    }
    print(table.text)
  }

  /// Counts the instructions of a whole process.
  private func count(_ program: URL, _ work: PureWorkload, _ times: Int) throws -> Int {
    let told = try Process.errors(
      of: "/usr/bin/valgrind",
      [
        "--tool=callgrind", "--callgrind-out-file=/dev/null", program.path, "instructions", "--workload",
        work.rawValue, "--times", "\(times)",
      ])
    guard let count = Self.collected(told) else {
      throw ValidationError("valgrind did not count: \(told.suffix(200))")
    }
    return count
  }

  /// The number after "Collected :" in the output of callgrind.
  static func collected(_ told: String) -> Int? {
    for line in told.split(separator: "\n") where line.contains("Collected") {
      return line.split(separator: ":").last.flatMap { Int($0.trimmingCharacters(in: .whitespaces)) }
    }
    return nil
  }
}

/// Deterministic work of parts without widgets, for counting instructions.
private enum PureWorkload: String, CaseIterable {
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

  /// Prepares the work, then does it `times` times. The result prevents the compiler from removing it.
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
      for _ in 0..<times {
        if !track.isMoving { _ = track.advance(by: 1, reason: .program) }
        _ = track.step(by: 1.0 / 60)
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

  /// The height of a row: between 48 and 160 points, in no order.
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
