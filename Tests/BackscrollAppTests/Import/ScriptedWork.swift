import ChatArchive
import Dispatch
import Synchronization

@testable import BackscrollApp

/// An import that goes on as a test tells it to.
final class ScriptedWork: Sendable {
  enum Step: Sendable {
    case progress(ImportProgress)
    /// Ends with this; and as cancelled, if it is.
    case end(ImportSummary)
  }

  private let steps = Mutex<[Step]>([])
  private let taken = Mutex<[ImportOrder]>([])
  private let next = DispatchSemaphore(value: 0)

  /// What has been begun.
  var orders: [ImportOrder] { taken.withLock { $0 } }

  func tell(_ step: Step) {
    steps.withLock { $0.append(step) }
    next.signal()
  }

  var work: ImportWork {
    ImportWork { [self] order, line in
      taken.withLock { $0.append(order) }
      while true {
        next.wait()
        switch steps.withLock({ $0.removeFirst() }) {
        case .progress(let progress): line.progress(progress)
        case .end(var summary):
          summary.isCancelled = line.isCancelled()
          return summary
        }
      }
    }
  }
}
