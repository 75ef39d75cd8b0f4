/// The logs in a folder. One log can determine the format of another one of the same conversation: a day whose lines
/// are mostly broken is still a day of its channel.
struct FolderLogs {
  private let files: [ImportFile]
  /// The files of each conversation; nil until a format is requested.
  private var conversations: [String: [ImportFile]]?
  /// The result for each conversation.
  private var formats: [String: ImportFormat?] = [:]

  init(_ files: [ImportFile]) {
    self.files = files
  }

  /// The format of the first log of the conversation that has one; nil if none has, or if the file is not in a folder.
  ///
  /// Reads the beginning of each file at most once, regardless of the number of requests.
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
  /// The format of the log; nil if the file is not a log, or cannot be read.
  fileprivate var logFormat: ImportFormat? {
    guard var reader = try? bytes(chunkSize: FileHead.length) else { return nil }
    return IRCLogReader.format(of: FileHead(&reader))
  }
}
