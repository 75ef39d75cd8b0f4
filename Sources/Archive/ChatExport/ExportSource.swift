import ChatStore
import Chats
import Foundation

/// A chat as an export shows it: its facts, and its messages in order, with people renamed if the export does that.
package struct ExportSource: Sendable {
  package let chat: WholeChat
  package let survey: SpanSurvey
  let names: Pseudonyms?
  let query: ExportQuery
  /// Whether messages keep the paths of their files although people are renamed.
  private let keepsFiles: Bool

  /// Reads the facts of an export; nil if it has no messages.
  ///
  /// - Parameters:
  ///   - renamesPeople: Whether people are renamed. All messages are then read for their names.
  ///   - keepsFiles: Whether messages keep the paths of their files although people are renamed.
  ///   - isCancelled: Called for each message.
  init?(
    _ query: ExportQuery, timeZone: TimeZone, renamesPeople: Bool, keepsFiles: Bool = false,
    isCancelled: @escaping @Sendable () -> Bool
  ) async throws(ExportError) {
    let found: WholeChat
    do throws(ArchiveError) {
      guard let chat = try await query.archive.whole(query.chat) else {
        throw ArchiveError.noSuchConversation(path: query.archive.path, id: query.chat)
      }
      found = chat
      survey = try await query.archive.survey(
        query.chat, after: query.span.first, before: query.span.last, countsNotes: query.hasNotes,
        in: timeZone, only: query.ids, isCancelled: isCancelled)
    } catch {
      throw ExportError(reading: error)
    }
    guard survey.count > 0 else { return nil }
    let names = renamesPeople ? try await Self.pseudonyms(query, isCancelled) : nil
    chat = names?.renamed(found) ?? found
    self.names = names
    self.query = query
    self.keepsFiles = keepsFiles
  }

  /// The chat for a printer.
  ///
  /// - Parameters:
  ///   - span: The days.
  ///   - hasNotes: Whether to include the reader's notes.
  ///   - keepsFiles: Whether messages keep the paths of their files although people are renamed.
  package init?(
    _ archive: Archive, chat: Conversation.ID, span: ExportSpan, timeZone: TimeZone,
    renamesPeople: Bool, hasNotes: Bool, keepsFiles: Bool, isCancelled: @escaping @Sendable () -> Bool
  ) async throws(ExportError) {
    try await self.init(
      ExportQuery(archive: archive, chat: chat, span: span, ids: nil, hasKeys: false, hasNotes: hasNotes),
      timeZone: timeZone, renamesPeople: renamesPeople, keepsFiles: keepsFiles, isCancelled: isCancelled)
  }

  /// The people who wrote the messages, those with most messages in the chat first.
  package func people() async throws(ExportError) -> [(name: String, isOwner: Bool)] {
    do throws(ArchiveError) {
      let owner = try await query.archive.details(of: query.chat)?.owner.person?.id
      let people = try await query.archive.people(of: query.chat)
      return people.filter { !survey.senders.isDisjoint(with: $0.participants) }.map {
        (names?.renamed($0.name) ?? $0.name, $0.id == owner)
      }
    } catch {
      throw ExportError(reading: error)
    }
  }

  /// Reads the messages.
  ///
  /// - Parameter start: The first message; nil for the beginning.
  package func reader(from start: MessageCursor? = nil) -> ExportReader {
    guard let names else { return ExportReader(query, from: start) }
    return ExportReader(query, from: start) { [keepsFiles] original in
      var message = names.renamed(original)
      if keepsFiles {
        for (index, attachment) in original.message.attachments.enumerated() {
          message.message.attachments[index].path = attachment.path
          message.message.attachments[index].thumbnail = attachment.thumbnail
        }
      }
      return message
    }
  }

  private static func pseudonyms(
    _ query: ExportQuery, _ isCancelled: () -> Bool
  ) async throws(ExportError) -> Pseudonyms {
    let names: [[String]]
    do { names = try await query.archive.people(of: query.chat).map { [$0.name] + $0.otherNames } } catch {
      throw ExportError(reading: error)
    }
    var found = Pseudonyms()
    for person in names { found.note(person) }
    try await query.eachMessage { message throws(ExportError) in
      guard !isCancelled() else { throw .cancelled }
      found.note(message)
    }
    found.finish()
    return found
  }
}
