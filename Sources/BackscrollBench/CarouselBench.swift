import ArgumentParser
import Backscroll
import Foundation
import Gtk

/// Animated page changes of our carousel and, where it is installed, of libadwaita's, with the same pages.
struct CarouselBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "carousel",
    abstract: "Changes pages in Carousel and in AdwCarousel, with few and with many pages.",
    discussion: "Without libadwaita only our own figures are told.")

  @Option(help: "Page changes of each.") var changes = 20
  /// Set by the program itself: memory can only be told of a process that did nothing else.
  @Option(help: .hidden) var memoryOf: String?
  @Option(help: .hidden) var pages = 0

  func run() throws {
    try MainActor.assumeIsolated {
      guard hasDisplay else { throw ValidationError("There is no display to open a window on.") }
      if let memoryOf { return tellMemory(of: memoryOf) }
      print("widget\tpages\tmain-thread CPU a frame of a page change, median (least … most)\tp99")
      for pages in [5, 200] {
        for subject in Subject.Kind.allCases {
          guard let subject = Subject(subject, pages: pages) else { continue }
          let figures = measure(subject)
          print(
            "\(subject.kind.rawValue)\t\(pages)\t\(figures.described("ms"))\t\(text(figures.percentile(99))) ms"
          )
          subject.close()
        }
      }
      print("widget\tpages\tresident memory, opened")
      for pages in [200, 10_000] {
        for kind in Subject.Kind.allCases {
          guard let memory = try memory(of: kind, pages: pages) else { continue }
          print("\(kind.rawValue)\t\(pages)\t\(memory)")
        }
      }
    }
  }

  private func text(_ value: Double) -> String { String(format: "%.2f", value) }

  /// The CPU of each frame from the first that moves to the last.
  @MainActor private func measure(_ subject: Subject) -> Figures {
    subject.open()
    var figures = Figures()
    for change in 1...changes {
      subject.go(to: change % 4 + (change / 4) % max(1, subject.count - 4))
      for _ in 0..<20 {
        let before = threadCPUTime()
        subject.frame()
        figures.add((threadCPUTime() - before) * 1_000)
      }
    }
    return figures
  }

  // MARK: Memory

  @MainActor private func tellMemory(of name: String) {
    guard let kind = Subject.Kind(rawValue: name), let subject = Subject(kind, pages: pages) else { return }
    subject.open()
    subject.go(to: 1)
    for _ in 0..<30 { subject.frame() }
    print(ResidentMemory.text)
  }

  /// Nil where the widget is not to be had.
  private func memory(of kind: Subject.Kind, pages: Int) throws -> String? {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = ["carousel", "--memory-of", kind.rawValue, "--pages", "\(pages)"]
    process.standardOutput = pipe
    try process.run()
    let told = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return told.split(separator: "\n").last.map(String.init)
  }
}

/// A carousel in a window, ours or the other.
@MainActor
private final class Subject {
  enum Kind: String, CaseIterable {
    case ours = "Carousel"
    case adwaita = "AdwCarousel"
  }

  let kind: Kind
  let count: Int
  private let window = Window()
  private var painted = 0
  private let widget: Widget
  private let goTo: (Int) -> Void

  init?(_ kind: Kind, pages count: Int) {
    self.kind = kind
    self.count = count
    switch kind {
    case .ours:
      let carousel = Carousel(makePage: BenchCard.init) { (card: BenchCard, item: BenchItem) in
        card.number = item.id
      }
      carousel.items = (0..<count).map(BenchItem.init)
      widget = carousel
      goTo = { carousel.go(to: $0) }
    case .adwaita:
      let cards = (0..<count).map { number in
        let card = BenchCard()
        card.number = number
        return card
      }
      guard let carousel = AdwaitaCarousel(pages: cards) else { return nil }
      widget = carousel
      goTo = { carousel.scroll(to: cards[$0]) }
    }
    window.setDefaultSize(width: 900, height: 620)
    window.child = widget
  }

  func open() {
    window.present()
    while window.frameClock == nil || !widget.isMapped { MainLoop.iterate(mayBlock: true) }
    window.frameClock!.afterPaint.connect(weak: self) { $0.painted += 1 }
    for _ in 0..<10 { frame() }
  }

  func close() {
    window.destroy()
    while MainLoop.iterate(mayBlock: false) {}
  }

  func go(to index: Int) { goTo(index) }

  func frame() {
    let goal = painted + 1
    while painted < goal {
      widget.queueDraw()
      MainLoop.iterate(mayBlock: true)
    }
  }
}

private struct BenchItem: Identifiable {
  let id: Int
}

/// A card of 720 × 504 that costs what a poster costs: a gradient and a line of text.
private final class BenchCard: CustomWidget {
  private lazy var layout = TextLayout(for: self)

  var number = -1 {
    didSet { if number != oldValue { layout.set("Film number \(number)") } }
  }

  override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    Measure(minimum: orientation == .horizontal ? 720 : 504)
  }

  override func snapshot(_ snapshot: Snapshot) {
    let rect = Rect(x: 0, y: 0, width: Double(width), height: Double(height))
    let shade = Double(number & 7) / 10
    snapshot.fill(
      RoundedRect(rect, radius: 18), top: Color(red: shade, green: 0.4, blue: 0.8),
      bottom: Color(red: 0.2, green: shade, blue: 0.3))
    snapshot.text(layout, at: Point(x: 24, y: rect.height - 48), .white)
  }
}

/// What this process holds in memory.
private enum ResidentMemory {
  static var text: String {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    let kilobytes =
      line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Double($0) } ?? .nan
    return String(format: "%.1f MB", kilobytes / 1_000)
  }
}
