import Chats

/// The events of an import, and the question whether to go on. An import calls these on the thread on which it runs.
public struct ImportObserver {
  /// Called at most a few times per megabyte, and once at the end.
  public var progress: (ImportProgress) -> Void
  /// Called for each defective record, in order.
  public var problem: (ImportProblem) -> Void
  /// Called with the number of each import that is entered into the archive's list: one for each of the files and folders
  /// with something to read. ``Archive/forget(_:)-([ImportRecord.ID])`` removes them.
  public var didBegin: (ImportRecord.ID) -> Void
  /// Called for each record. Once it returns true, reading stops and the messages read so far are written, so that the
  /// summary agrees with the archive.
  public var isCancelled: () -> Bool

  /// An observer; by default it ignores all events and does not cancel.
  public init(
    progress: @escaping (ImportProgress) -> Void = { _ in },
    problem: @escaping (ImportProblem) -> Void = { _ in },
    didBegin: @escaping (ImportRecord.ID) -> Void = { _ in }, isCancelled: @escaping () -> Bool = { false }
  ) {
    self.progress = progress
    self.problem = problem
    self.didBegin = didBegin
    self.isCancelled = isCancelled
  }
}
