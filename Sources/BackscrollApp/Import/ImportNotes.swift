import ChatArchive
import Synchronization

/// The first records that an import stumbled over. A broken file has very many, and the log has them all.
final class ImportNotes: Sendable {
  static let limit = 3
  private let problems = Mutex<[ImportProblem]>([])

  func add(_ problem: ImportProblem) {
    problems.withLock { if $0.count < Self.limit { $0.append(problem) } }
  }

  var first: [ImportProblem] { problems.withLock { $0 } }
}
