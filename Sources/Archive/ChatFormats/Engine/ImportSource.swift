import Chats
import Foundation

/// Reads an export record by record.
///
/// `next` returns nil at the end of the export and after an error; `failure` distinguishes the two.
protocol ImportSource: IteratorProtocol where Element == ImportItem {
  /// The formats that this reader can read.
  static var formats: [ImportFormat] { get }

  /// The format of a file that begins with this head, if this reader can read it.
  ///
  /// Other programs write similar files. Check for properties that only this format has: `ImportNeighbourTests` has an
  /// example of each. A file without messages of its own, such as a list of the people of an export, is claimed as well
  /// if the format needs it.
  static func format(of head: FileHead) -> ImportFormat?

  /// Whether a part of a file that begins with this head can be read in a format that was requested, or that other
  /// files of the conversation have. By default, true only for files that the reader claims.
  static func canRead(_ head: FileHead, as format: ImportFormat) -> Bool

  /// The files of a folder that are read together, as groups in their reading order. By default, each file is read by itself.
  ///
  /// - Parameter files: All files of the folder that this reader claims, sorted by their paths.
  static func groups(of files: [ImportFile]) -> [[ImportFile]]

  /// Whether an export has one chat, known by its title alone, which other chats can share. By default false.
  static var knowsChatsByTitle: Bool { get }

  /// The folder of the export to which a file belongs by its name; nil if the name does not tell.
  ///
  /// If other files of that export are recognized by their contents, a file that is not is damaged rather than no chat.
  static func exportFolder(of file: ImportFile) -> String?

  /// Creates a reader of an export.
  ///
  /// Throws only if nothing of the export can be read. A part that fails later is a problem of kind `.noted`, or the
  /// `failure` if it is the last one.
  init(_ input: ImportInput) throws(ImportError)

  /// Bytes read so far, in all files of the export.
  var offset: Int64 { get }
  /// The error that ended the reading early.
  var failure: ImportError? { get }
  /// The time zone that was assumed for its times; nil if the export contains instants.
  var assumedZone: TimeZone? { get }
  /// The questions that neither the export nor the options answer. The reader has used the most likely answers.
  var questions: Set<ImportQuestion> { get }
  /// Messages from all over the export, by which an archive finds the chat if the export does not contain its number.
  var witnesses: ChatWitnesses { get }
}

extension ImportSource {
  static func canRead(_ head: FileHead, as format: ImportFormat) -> Bool { self.format(of: head) == format }
  static func groups(of files: [ImportFile]) -> [[ImportFile]] { files.map { [$0] } }
  static var knowsChatsByTitle: Bool { false }
  static func exportFolder(of file: ImportFile) -> String? { nil }
  var questions: Set<ImportQuestion> { [] }
  var witnesses: ChatWitnesses { ChatWitnesses() }
}

/// A record of an export.
enum ImportItem: Sendable, Hashable {
  case message(ImportedMessage)
  case problem(ImportProblem)

  static func problem(
    _ reason: String, in file: ImportFile, at place: ImportProblem.Place, _ effect: ImportProblem.Effect
  ) -> ImportItem {
    .problem(ImportProblem(file: file.url, place: place, reason: reason, effect: effect))
  }
}

/// The input of a reader.
struct ImportInput {
  /// The files that are read together, at least one.
  var parts: [ImportFile]
  /// The format that was detected or requested. One reader can have several.
  var format: ImportFormat
  /// The files around them.
  var tree: ImportTree
  /// The options that were given.
  var options: ImportOptions
  /// The number of bytes to read at a time.
  var chunkSize: Int
  /// Once it returns true, all readers are at their end. Some formats are read twice, and the first time is not seen from
  /// outside.
  var isCancelled: () -> Bool = { false }

  /// The part with this offset in all parts together.
  func part(at offset: Int64) -> ImportFile {
    var rest = offset
    for part in parts {
      if rest <= part.byteCount { return part }
      rest -= part.byteCount
    }
    return parts[parts.count - 1]
  }

  /// A reader of the bytes of one of the parts, at its beginning or another position.
  func bytes(of part: ImportFile, from start: Int64 = 0) throws(ImportError) -> ByteReader {
    try part.bytes(chunkSize: chunkSize, from: start, isCancelled: isCancelled)
  }
}

/// Answers to questions that an export may leave open.
public struct ImportOptions: Sendable, Hashable {
  /// The order of the numbers in a date such as 03/04/2024.
  public enum DayOrder: String, Sendable, Hashable, CaseIterable {
    case dayFirst = "day-first"
    case monthFirst = "month-first"
    case yearFirst = "year-first"
  }

  /// Files that continue the chat of their title.
  public enum Continuations: Sendable, Hashable {
    /// Every file does.
    case all
    /// These do. The chats of others are stored beside those with their titles.
    case only(Set<URL>)

    func contains(_ file: URL) -> Bool {
      switch self {
      case .all: true
      case .only(let files): files.contains(file)
      }
    }
  }

  /// The format of all files; nil to detect the format of each file from its contents.
  public var format: ImportFormat?
  /// The time zone of exports that do not contain one.
  public var timeZone: TimeZone
  /// The order of the numbers in dates; nil to infer it from each export.
  public var dayOrder: DayOrder?
  /// The name or the key of the person who exported the chats; nil to use the exports' information, or a guess.
  public var owner: String?
  /// Whether to copy pictures and files beside the archive.
  public var keepsMedia: Bool
  /// Whether to accept files outside of the export's folder, for exports that this program has written. Only for
  /// trusted exports: others could name any file of the disk.
  public var trustsPaths: Bool
  /// The conversation for the messages of all files, for example for two exports of one chat under two titles; nil for
  /// the conversations in the exports.
  public var conversation: Conversation.ID?
  /// The files that continue the chat of their title in the archive although they have no message in common with it.
  /// See ``ImportSurvey/strangers``.
  public var continuations = Continuations.all
  /// The keys of conversations that are not imported.
  public var leftOut: Set<String> = []
  /// Whether logs may still be written: a last line without an end is left for the next time, because it may be the
  /// beginning of a line.
  package var isGrowing = false
  /// Logs that have been at rest for long, so that their last lines count in any case.
  package var restingLogs: Set<URL> = []
  /// The people who exported conversations, by the conversations' keys. They take precedence over `owner` and over the
  /// exports.
  public var owners: [String: ImportOwner] = [:]

  /// Creates options; most exports contain everything but the time zone.
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

/// A question that neither the export nor the options answer.
public enum ImportQuestion: Sendable, Hashable, CaseIterable {
  /// All dates can be read in several ways.
  case dayOrder
  /// The times are in an unknown time zone.
  case timeZone
  /// The person who exported the chat is unknown.
  case owner
}
