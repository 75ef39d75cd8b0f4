import Dispatch
import Foundation
import Synchronization

@testable import BackscrollApp
@testable import ChatFormats
@testable import Chats
@testable import Importing

/// An import whose progress a test controls.
final class ScriptedWork: Sendable {
  enum Step: Sendable {
    case progress(ImportProgress)
    case problem(ImportProblem)
    /// Ends with this summary; as cancelled, if it is.
    case end(ImportSummary)
  }

  private let steps = Mutex<[Step]>([])
  private let taken = Mutex<[ImportRequest]>([])
  private let next = DispatchSemaphore(value: 0)

  /// The started orders.
  var orders: [ImportRequest] { taken.withLock { $0 } }

  func tell(_ step: Step) {
    steps.withLock { $0.append(step) }
    next.signal()
  }

  var work: ImportWork {
    ImportWork { [self] request, observer in
      taken.withLock { $0.append(request) }
      while true {
        next.wait()
        switch steps.withLock({ $0.removeFirst() }) {
        case .progress(let progress): observer.progress(progress)
        case .problem(let problem): observer.problem(problem)
        case .end(var summary):
          summary.isCancelled = observer.isCancelled()
          return (summary, [:])
        }
      }
    }
  }
}

/// A survey whose results a test provides.
final class ScriptedSurvey: Sendable {
  private let results = Mutex<[ImportSurvey]>([])
  private let taken = Mutex<[ImportRequest]>([])
  private let next = DispatchSemaphore(value: 0)

  /// The started orders.
  var orders: [ImportRequest] { taken.withLock { $0 } }

  /// Provides a result. The last one is a complete survey.
  func tell(_ survey: ImportSurvey) {
    results.withLock { $0.append(survey) }
    next.signal()
  }

  var work: SurveyWork {
    SurveyWork { [self] request, update, isCancelled in
      taken.withLock { $0.append(request) }
      while true {
        next.wait()
        let result = results.withLock { $0.removeFirst() }
        if result.isComplete || isCancelled() { return result }
        update(result)
      }
    }
  }
}

extension ImportSurvey {
  /// A survey of chats of these people, each of whom writes two messages in turn.
  static func made(
    _ chats: [(title: String, people: [String])], format: ImportFormat = .telegram, isComplete: Bool = true,
    change: (inout ImportSurvey) -> Void = { _ in }
  ) -> ImportSurvey {
    var survey = ImportSurvey()
    survey.found = [
      Found(
        format: format, certainty: .certain, file: URL(fileURLWithPath: "/nowhere/result.json"), fileCount: 1,
        byteCount: 38_000_000)
    ]
    survey.chats = chats.map { title, people in
      let messages = (0..<2 * people.count).map { index in
        let name = people[index % people.count]
        return ImportedMessage(
          conversationKey: "test:\(title)", conversationTitle: title, sourceID: "\(index)",
          sender: .init(key: "test:\(name)", name: name), sentAt: 1_615_700_000_000 + Int64(index) * 60_000,
          text: "Message \(index)")
      }
      return Chat(
        id: "test:\(title)", title: title, messageCount: messages.count,
        firstSentAt: messages[0].sentAt, lastSentAt: messages[messages.count - 1].sentAt,
        people: people.map { Person(id: "test:\($0)", name: $0, messageCount: 2) }, toldOwner: nil,
        preview: Array(messages.prefix(10)))
    }
    survey.totalBytes = 38_000_000
    survey.bytesRead = isComplete ? 38_000_000 : 19_000_000
    survey.isComplete = isComplete
    change(&survey)
    return survey
  }
}
