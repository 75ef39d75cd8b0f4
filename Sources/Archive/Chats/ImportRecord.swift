/// A past import.
public struct ImportRecord: Sendable, Hashable, Identifiable {
  /// The archive's number for the import, which never changes in the file.
  public typealias ID = Int64

  /// The archive's number for the import.
  public var id: ID
  /// Absolute path of the file or folder at that time.
  public var path: String
  /// The time at which it began, in milliseconds since 1970 UTC.
  public var importedAt: Int64
  /// The messages that it added to the conversation or, for an archive, to all of them.
  public var messageCount: Int
  /// The format of the file, such as "telegram"; nil if it was not noted.
  public var format: String?
  /// The number of conversations with messages in it.
  public var conversationCount = 1
  /// The folder that is kept up to date and that this import reads again and again; nil for all others.
  public var folder: WatchedFolder.ID?

  package init(
    id: ID, path: String, importedAt: Int64, messageCount: Int, format: String? = nil,
    conversationCount: Int = 1, folder: WatchedFolder.ID? = nil
  ) {
    self.id = id
    self.path = path
    self.importedAt = importedAt
    self.messageCount = messageCount
    self.format = format
    self.conversationCount = conversationCount
    self.folder = folder
  }
}
