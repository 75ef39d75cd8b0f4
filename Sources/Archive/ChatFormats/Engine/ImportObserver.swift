import Chats

/// The events of an import, and the question whether to continue. An import calls these on its own thread.
public struct ImportObserver {
  /// Called at most a few times per megabyte, and once at the end.
  public var progress: (ImportProgress) -> Void
  /// Called for each defective record, in order.
  public var problem: (ImportProblem) -> Void
  /// Called with the number of each import that is added to the archive's list: one for each of the files and folders
  /// with readable content. ``Archive/forget(_:)-([ImportRecord.ID])`` removes them.
  public var didBegin: (ImportRecord.ID) -> Void
  /// Called for each record. Once it returns true, reading stops, and the messages read so far are written, so that the
  /// summary agrees with the archive.
  public var isCancelled: () -> Bool

  /// Creates an observer; by default it ignores all events and does not cancel.
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
