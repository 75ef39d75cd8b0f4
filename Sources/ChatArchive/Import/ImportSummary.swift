/// What became of an import as a whole.
public struct ImportSummary: Sendable, Hashable {
  /// Messages that are new in the archive.
  public var added = 0
  /// Messages that the archive had already.
  public var duplicates = 0
  /// Records that could not be used; each was reported with its place.
  public var skipped = 0
  /// Conversations that have gained a message.
  public var conversations: Set<Conversation.ID> = []
  /// It was cancelled before all was read. What is counted here is in the archive.
  public var isCancelled = false
  /// Files that were read, in full or up to a failure.
  public var filesRead = 0
  /// What kept whole files from being read to their end, in the order it happened. An error of the archive comes
  /// last, for it ends the import.
  public var failures: [ImportError] = []
}

extension ImportSummary {
  /// An import that came to nothing.
  public init(failure: ImportError) {
    self.init(failures: [failure])
  }
}
