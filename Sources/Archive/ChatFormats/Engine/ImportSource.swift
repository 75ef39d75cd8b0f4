import Chats
import Foundation

/// A reader that goes through an export record by record.
///
/// `next` returns nil at the end of the export and after an error; `failure` tells the two apart.
protocol ImportSource: IteratorProtocol where Element == ImportItem {
  /// The formats that this reader can read.
  static var formats: [ImportFormat] { get }

  /// The format of a file that begins with this, if this reader can read it.
  ///
  /// Other programs write similar files. Look for what only this format has: `ImportNeighbourTests` has an example of
  /// each. A file without messages of its own, such as a list of the people of an export, is claimed as well if the
  /// format needs it.
  static func format(of head: FileHead) -> ImportFormat?

  /// Whether some of a file that begins with this can be read in one of the formats, which was asked for or is that of
  /// other files of the conversation. By default, only what the reader claims.
  static func canRead(_ head: FileHead, as format: ImportFormat) -> Bool

  /// The files of a folder that are read together, each group in the order in which it is read. By default, each file is
  /// read on its own.
  ///
  /// - Parameter files: All files of the folder that this reader claims, sorted by their paths.
  static func groups(of files: [ImportFile]) -> [[ImportFile]]

  /// A reader of an export.
  ///
  /// Throws only if nothing of the export can be read; a part that fails later is a problem of kind `.noted`, or the
  /// `failure` if it is the last one.
  init(_ input: ImportInput) throws(ImportError)

  /// Bytes read so far, in all files of the export.
  var offset: Int64 { get }
  /// The error that ended the reading early.
  var failure: ImportError? { get }
  /// The time zone that was assumed for its times; nil if the export tells the instants.
  var assumedZone: TimeZone? { get }
  /// What neither the export nor the options tell. The reader has used the most likely answers.
  var questions: Set<ImportQuestion> { get }
  /// Messages from all over the export, by which an archive finds the chat if the export does not tell its number.
  var witnesses: ChatWitnesses { get }
}

extension ImportSource {
  static func canRead(_ head: FileHead, as format: ImportFormat) -> Bool { self.format(of: head) == format }
  static func groups(of files: [ImportFile]) -> [[ImportFile]] { files.map { [$0] } }
  var questions: Set<ImportQuestion> { [] }
  var witnesses: ChatWitnesses { ChatWitnesses() }
}

/// A record of an export.
enum ImportItem: Sendable, Hashable {
  case message(ImportedMessage)
  case problem(ImportProblem)
}

/// What a reader is given.
struct ImportInput: Sendable {
  /// The files that are read together, at least one.
  var parts: [ImportFile]
  /// The format that was found or asked for. One reader can have several.
  var format: ImportFormat
  /// The files around them.
  var tree: ImportTree
  /// What the person has told.
  var options: ImportOptions
  /// Bytes that are read at a time.
  var chunkSize: Int

  /// The bytes of one of the parts, from the beginning.
  func bytes(of part: ImportFile) throws(ImportError) -> ByteReader {
    try part.bytes(chunkSize: chunkSize)
  }
}

/// What an export may leave open, and a person knows.
public struct ImportOptions: Sendable, Hashable {
  /// The order of the numbers in a date such as 03/04/2024.
  public enum DayOrder: String, Sendable, Hashable, CaseIterable {
    case dayFirst = "day-first"
    case monthFirst = "month-first"
    case yearFirst = "year-first"
  }

  /// The format of all files; nil to detect the format of each file from its contents.
  public var format: ImportFormat?
  /// The time zone of exports that do not contain one.
  public var timeZone: TimeZone
  /// The order of the numbers in dates; nil to infer it from each export.
  public var dayOrder: DayOrder?
  /// The name or the key of the person who has exported the chats; nil if the exports tell it, or to guess it.
  public var owner: String?
  /// Whether pictures and files are copied beside the archive.
  public var keepsMedia: Bool
  /// Whether files are taken that are outside of the folder of an export which this program has written. Only for exports of
  /// one's own: another person's could name any file of the disk.
  public var trustsPaths: Bool
  /// The conversation that the messages of all files go to, as for two exports of one chat under two titles; nil for those
  /// that the exports tell.
  public var conversation: Conversation.ID?
  /// The keys of conversations that are not imported.
  public var leftOut: Set<String> = []
  /// Who has exported a conversation, by its key. Goes before `owner` and before what the exports tell.
  public var owners: [String: ImportOwner] = [:]

  /// Options; all but the time zone can be found out from most exports.
  public init(
    format: ImportFormat? = nil, timeZone: TimeZone, dayOrder: DayOrder? = nil, owner: String? = nil,
    keepsMedia: Bool = false, trustsPaths: Bool = false
  ) {
    self.format = format
    self.timeZone = timeZone
    self.dayOrder = dayOrder
    self.owner = owner
    self.keepsMedia = keepsMedia
    self.trustsPaths = trustsPaths
  }
}

/// What a person is asked because neither the export nor the options tell it.
public enum ImportQuestion: Sendable, Hashable, CaseIterable {
  /// All dates can be read in more than one way.
  case dayOrder
  /// The times are those of an unknown time zone.
  case timeZone
  /// Nothing tells who has exported the chat.
  case owner
}
