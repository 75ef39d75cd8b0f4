/// The logs in a folder, of which one can tell the format of another one of the same conversation: a day of which most
/// lines are broken is still a day of its channel.
struct FolderLogs {
  private let files: [ImportFile]
  /// The files of each conversation, once a format is asked for.
  private var conversations: [String: [ImportFile]]?
  /// What was found for each conversation.
  private var formats: [String: ImportFormat?] = [:]

  init(_ files: [ImportFile]) {
    self.files = files
  }

  /// The format of the first log of the conversation that has one; nil if none has, or if the file is in no folder.
  ///
  /// Each file's beginning is read at most once for this, however many formats are asked for.
  mutating func format(for file: ImportFile, isCancelled: () -> Bool) -> ImportFormat? {
    guard file.folder != nil else { return nil }
    let key = FolderLogs.key(of: file)
    if let known = formats[key] { return known }
    let siblings = (conversations ?? grouped())[key] ?? []
    var format: ImportFormat?
    for sibling in siblings where format == nil && sibling.url != file.url {
      if isCancelled() { return nil }
      format = sibling.logFormat
    }
    formats[key] = .some(format)
    return format
  }

  private mutating func grouped() -> [String: [ImportFile]] {
    let groups = Dictionary(grouping: files, by: FolderLogs.key)
    conversations = groups
    return groups
  }

  private static func key(of file: ImportFile) -> String { IRCLogName(file.url).conversationKey }
}

extension ImportFile {
  /// The format of the log; nil if the file is none, or cannot be read.
  fileprivate var logFormat: ImportFormat? {
    guard var reader = try? bytes(chunkSize: FileHead.length) else { return nil }
    return IRCLogReader.format(of: FileHead(&reader))
  }
}
