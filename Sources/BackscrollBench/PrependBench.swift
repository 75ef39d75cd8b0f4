import ArgumentParser
import Backscroll
import Gtk

/// Prepending a page to lists of all sizes: main-thread CPU time from the change to the end of the frame that
/// shows it.
struct PrependBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prepend", abstract: "Prepends pages to lists of 1,000 to 1,000,000 rows.")

  @Option(help: "Rows a page.") var page = 1000
  @Option(help: "Pages a list.") var rounds = 40

  func run() throws {
    try MainActor.assumeIsolated {
      guard hasDisplay else { throw ValidationError("There is no display to open a window on.") }
      print("rows\tchange to after-paint, main-thread CPU, median (least … most)")
      for rows in [1_000, 10_000, 100_000, 1_000_000] {
        let figures = measure(rows: rows)
        print("\(rows)\t\(figures.described("ms", digits: 3))")
      }
    }
  }

  @MainActor private func measure(rows: Int) -> Figures {
    let model = CountedRows(count: rows)
    let list = AnchoredList(
      model, makeRow: { _ in BenchRow() }, bind: { row, index in row.number = model.id(at: index) })
    let window = Window()
    window.setDefaultSize(width: 480, height: 720)
    window.child = ScrolledWindow(child: list)
    window.present()
    while window.frameClock == nil || !list.isMapped { MainLoop.iterate(mayBlock: true) }
    var painted = 0
    window.frameClock!.afterPaint.connect { painted += 1 }
    func frame() {
      let goal = painted + 1
      while painted < goal {
        list.queueDraw()
        MainLoop.iterate(mayBlock: true)
      }
    }
    for _ in 0..<30 { frame() }
    list.scrollToStart(animated: false)
    for _ in 0..<30 { frame() }
    var figures = Figures()
    for _ in 0..<rounds {
      let before = threadCPUTime()
      model.prepend(page)
      frame()
      figures.add((threadCPUTime() - before) * 1000)
      frame()
    }
    window.destroy()
    while MainLoop.iterate(mayBlock: false) {}
    return figures
  }
}

/// Rows that are nothing but their numbers.
@MainActor
final class CountedRows: ListModel {
  private(set) var count: Int
  private var first = 0
  let changes = ListChanges()

  init(count: Int) { self.count = count }

  func id(at index: Int) -> Int { first + index }
  func index(of id: Int) -> Int? { (0..<count).contains(id - first) ? id - first : nil }

  func prepend(_ rows: Int) {
    first -= rows
    count += rows
    changes.send(.splice(index: 0, removed: 0, inserted: rows))
  }
}

/// A row of one to eight wrapped lines, drawn as the chat's rows are.
final class BenchRow: CustomWidget {
  private lazy var layout = TextLayout(for: self)

  var number = Int.min {
    didSet {
      guard number != oldValue else { return }
      let words = 6 + abs(number &* 2_654_435_761 >> 7) % 60
      layout.set((0..<words).map { "word\(abs(number &+ $0) % 97)" }.joined(separator: " "))
      queueResize()
    }
  }

  override var requestMode: RequestMode { .heightForWidth }

  override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    guard orientation == .vertical else { return Measure(minimum: 80, natural: 400) }
    layout.wrapWords()
    layout.width = Double(max(size, 80) - 24)
    return Measure(minimum: Int(layout.size.height.rounded(.up)) + 16)
  }

  override func snapshot(_ snapshot: Snapshot) {
    snapshot.text(layout, at: Point(x: 12, y: 8), foreground)
  }
}
