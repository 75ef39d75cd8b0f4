import Chats
import Foundation

/// The answers to the questions about an export, which hold for all later files of its folder as well.
public struct WatchAnswers: Codable, Sendable, Hashable {
  /// The answer to the question which person is the owner.
  public enum Owner: Codable, Sendable, Hashable {
    /// The people with these keys or names.
    case people([String])
    /// None of the people.
    case nobody
  }

  /// The identifier of the time zone of files without one; nil if the question was never asked.
  public var timeZone: String?
  /// The raw value of an ``ImportOptions/DayOrder``.
  public var dayOrder: String?
  /// Nil if the question was never asked.
  public var owner: Owner?
  public var keepsMedia = false
  public var trustsPaths = false
  /// The formats of the files to read, as the arguments of `--format`; nil for all.
  public var formats: [String]?
  /// The conversation for all messages.
  public var conversation: Conversation.ID?
  /// Whether questions without an answer take the defaults of the command line. Otherwise their files wait.
  public var takesDefaults = false

  public init() {}

  /// The answers in a text of ``encoded``; none if it cannot be read.
  public init(_ text: String) {
    self = (try? JSONDecoder().decode(WatchAnswers.self, from: Data(text.utf8))) ?? WatchAnswers()
  }

  /// The answers as a text for an archive.
  public var encoded: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }

  /// The formats of the programs that write some formats.
  public static func formats(like formats: [ImportFormat]) -> [String] {
    Set(formats.flatMap { $0.reader.formats }).map(\.rawValue).sorted()
  }

  func reads(_ format: ImportFormat) -> Bool { formats.map { $0.contains(format.rawValue) } ?? true }

  /// The options of an import with these answers.
  ///
  /// - Parameter exceptions: The keys of conversations that are not imported.
  func options(exceptions: Set<String>) -> ImportOptions {
    var options = ImportOptions(
      timeZone: timeZone.flatMap(TimeZone.init(identifier:)) ?? .current,
      dayOrder: dayOrder.flatMap(ImportOptions.DayOrder.init), keepsMedia: keepsMedia,
      trustsPaths: trustsPaths)
    options.conversation = conversation
    options.leftOut = exceptions
    // A file whose chat is doubtful waits, or becomes a second chat.
    options.continuations = .only([])
    options.isGrowing = true
    return options
  }

  /// The owner of a chat that the archive does not know.
  ///
  /// - Returns: The owner to pass to an import, nil for none; or an error if the question has no answer.
  func owner(of chat: ImportSurvey.Chat) -> Result<ImportOwner?, OpenQuestion> {
    guard chat.toldOwner == nil, chat.people.count > 1 else { return .success(nil) }
    switch owner {
    case .people(let keys):
      let person = chat.people.first { keys.contains($0.id) || keys.contains($0.name) }
      return .success(person.map { .person(.init(key: $0.id, name: $0.name)) } ?? .nobody)
    case .nobody: return .success(.nobody)
    // The archive asks later, if at all; no message is attributed to a wrong person.
    case nil: return takesDefaults ? .success(nil) : .failure(OpenQuestion())
    }
  }

  struct OpenQuestion: Error {}
}
