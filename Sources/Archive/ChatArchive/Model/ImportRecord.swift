/// An import of the past.
public struct ImportRecord: Sendable, Hashable, Identifiable {
  /// The archive's number for the import, which never changes in the file.
  public typealias ID = Int64

  /// The archive's number for the import.
  public var id: ID
  /// Absolute path of the file or folder at that time.
  public var path: String
  /// When it began, in milliseconds since 1970 UTC.
  public var importedAt: Int64
  /// The messages that it added to the conversation or, for an archive, to all of them.
  public var messageCount: Int
  /// The format of the file, such as "telegram"; nil if it was not noted.
  public var format: String?
  /// The conversations of which it had messages.
  public var conversationCount = 1
}
