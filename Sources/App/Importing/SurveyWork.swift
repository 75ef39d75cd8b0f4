import AppBase
import ChatFormats
import ChatStore
import Dispatch
import Foundation

/// The survey of files before their import, off the main thread.
package struct SurveyWork: Sendable {
  /// Blocks until all is read or `isCancelled` returns true. `update` receives the results so far.
  let run:
    @Sendable (
      _ request: ImportRequest, _ update: @escaping @Sendable (ImportSurvey) -> Void,
      _ isCancelled: @escaping @Sendable () -> Bool
    ) -> ImportSurvey

  static let real = SurveyWork { request, update, isCancelled in
    let pace = ImportPace()
    let files = request.files.map { URL(fileURLWithPath: $0) }
    let archive =
      Archive.isArchive(at: request.archivePath)
      ? try? Archive(path: request.archivePath, mode: .existing) : nil
    defer { archive?.close() }
    return ImportSurvey.of(
      files, options: request.options, into: archive,
      update: { survey in if pace.isDue() { update(survey()) } }, isCancelled: isCancelled)
  }

  private static let queue = DispatchQueue(
    label: "\(Program.name).survey", qos: .userInitiated, attributes: .concurrent)

  /// Runs the work on a thread of Dispatch, and reports the results so far, and the end, on the main actor.
  @MainActor
  func start(
    _ request: ImportRequest, stop: StopFlag, update: @escaping @MainActor @Sendable (ImportSurvey) -> Void
  ) {
    Self.queue.async {
      let last = run(
        request, { survey in Task { @MainActor in if !stop.isRaised { update(survey) } } }, { stop.isRaised })
      Task { @MainActor in if !stop.isRaised { update(last) } }
    }
  }
}
