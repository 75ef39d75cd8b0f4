import Backscroll
import Gtk

// A scrollbar for 100,000 rows, with years and the hits of a search.

struct Row: Identifiable { let id: Int }

Application.run("org.example.Rail", height: 480) { window in
  let rows = ListStore((0..<100_000).map(Row.init))
  let list = AnchoredList(rows, restingEdge: .start, makeContent: { Label() }) { label, row in
    label.text = "Row \(row.id)"
    label.setMargins(start: 12, end: 12, top: 6, bottom: 6)
  }
  let rail = ScrollRail(name: "Rows")
  rail.ticks = (0..<10).map {
    RailTick(ordinal: $0 * 10_000, rank: .year, label: "\(2016 + $0)", name: "\(2016 + $0)")
  }
  rail.marks = [4_711, 31_000, 31_400, 77_777]
  list.didChangeViewport.connect { [weak list] in rail.position = list?.position() }
  rail.didSeek.connect { [weak list] in list?.scroll(to: $0) }
  rail.didScroll.connect { [weak list] in list?.scroll(by: $0) }
  let scroller = ScrolledWindow(child: list)
  scroller.setPolicy(horizontal: .never, vertical: .external)
  window.child = RailFrame(scroller, rail)
  window.title = "A rail"
}
