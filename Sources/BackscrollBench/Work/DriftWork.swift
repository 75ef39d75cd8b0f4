import Foundation
import Gtk

/// Whether the row that is read stays where it is: told by the widget's place in every painted frame.
@MainActor
struct DriftWork {
  /// Changes made in each run.
  let batches: Int
  /// Frames from one change to the next.
  private let pause = 9

  private enum Place: String, CaseIterable {
    case top = "first row at the top edge"
    case below = "300 px below the start"
    case middle
  }

  private let work: ListWork

  init(_ subject: ListSubject, batches: Int) {
    self.batches = batches
    work = ListWork(subject, repeats: 1)
  }

  private var subject: ListSubject { work.subject }
  private var stage: Stage { work.stage }

  func run() {
    for scrolls in [false, true] {
      for place in Place.allCases {
        go(to: place)
        watch("prepend 30, \(place.rawValue), \(scrolls ? "scrolling ±4 px" : "at rest")", scrolls: scrolls) {
          _, _ in subject.prepend(30)
        }
      }
    }
    go(to: .middle)
    watch("a row above grows") { read, batch in subject.grow(read - 4 - batch % 8, by: 30) }
    go(to: .middle)
    watch("a row below grows") { read, batch in subject.grow(read + 1 + batch % 8, by: 30) }
    go(to: .middle)
    watch("the width changes") { _, batch in
      stage.window.setDefaultSize(width: 360 + batch * 72 % 240, height: 720)
    }
  }

  private func go(to place: Place) {
    switch place {
    case .top: work.go(to: subject.first)
    case .below:
      work.go(to: subject.first)
      for _ in 0..<20 {
        subject.adjustment.value += 15
        stage.run(frames: 1)
      }
      stage.settle()
    case .middle:
      work.go(to: subject.first + subject.count / 2)
      // As one who has scrolled there: what a jump holds on to need not be what is read.
      for step in [-30.0, -30, 5] {
        subject.adjustment.value += step
        stage.run(frames: 2)
      }
      stage.settle()
    }
  }

  /// Changes, draws, and tells how often the row was not where it should be. Scrolling, the row is one far enough from the edges to stay in view by itself.
  private func watch(_ name: String, scrolls: Bool = false, _ change: (_ read: Int, _ batch: Int) -> Void) {
    guard let read = subject.firstRow(below: scrolls ? 150 : 0), let start = subject.top(of: read) else {
      return Reading(name, .drift, []).tell()
    }
    let adjustment = subject.adjustment
    var painted = 0
    var wrong = 0
    var largest = 0.0
    var scrolled = 0.0
    var step = 0
    stage.onFrame = {
      painted += 1
      // A row that has gone from view is off by a screen at the least.
      let off = subject.top(of: read).map { abs($0 - (start - scrolled)) } ?? Double(subject.scroller.height)
      if off > 0.5 { wrong += 1 }
      largest = max(largest, off)
    }
    if scrolls {
      stage.onUpdate = {
        let before = adjustment.value
        adjustment.value += step / 25 % 2 == 0 ? 4 : -4
        scrolled += adjustment.value - before
        step += 1
      }
    }
    for batch in 0..<batches {
      change(read, batch)
      stage.run(frames: pause)
    }
    stage.onFrame = nil
    stage.onUpdate = nil
    Reading(name, .drift, [Double(wrong), Double(painted), largest]).tell()
  }
}
