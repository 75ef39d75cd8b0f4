import ChatFormats
import Foundation

/// The chats of a survey, the choices among them, and what follows from both. Accounts have tens of thousands of chats,
/// so everything is counted once for each change.
struct CountedChats: Equatable, Sendable {
  var survey: ImportSurvey
  /// See ``ImportForm``.
  var leftOut: Set<String> = []
  var knownOwners: [String: Set<ImportSurvey.Person.ID>] = [:]
  var continued: Set<URL> = []

  private(set) var chosen: [ImportSurvey.Chat] = []
  private(set) var strangers: [ImportSurvey.Stranger] = []
  private(set) var messageCount = 0
  private(set) var media = ImportSurvey.Media.none
  private(set) var span: ClosedRange<Int64>?
  private(set) var question = ImportSurvey.OwnerQuestion.none
  /// The probable owner first.
  private(set) var candidates: [ImportSurvey.Person] = []
  private(set) var candidatesByID: [ImportSurvey.Person.ID: ImportSurvey.Person] = [:]
  /// The first of the chats whose owner the archive does not know.
  private(set) var firstAsked: ImportSurvey.Chat?
  /// The chats that are stored beside those of their titles.
  private var apart: Set<String> = []

  init(_ survey: ImportSurvey) {
    self.survey = survey
    count()
  }

  /// See ``knownOwners``; nil for a chat that is stored beside the archive's.
  func knownOwner(of chat: ImportSurvey.Chat) -> Set<ImportSurvey.Person.ID>? {
    apart.contains(chat.id) ? nil : knownOwners[chat.id]
  }

  /// - Complexity: O(c + p log p) for c chats with p people.
  mutating func count() {
    chosen = leftOut.isEmpty ? survey.chats : survey.chats.filter { !leftOut.contains($0.id) }
    strangers = survey.strangers.filter { !leftOut.contains($0.chat) }
    apart = Set(survey.strangers.filter { !continued.contains($0.file) }.map(\.chat))
    messageCount = 0
    media = .none
    var (first, last) = (Int64.max, Int64.min)
    for chat in chosen where chat.messageCount > 0 {
      messageCount += chat.messageCount
      media = media + chat.media
      (first, last) = (min(first, chat.firstSentAt), max(last, chat.lastSentAt))
    }
    span = first <= last ? first...last : nil
    let asked = knownOwners.isEmpty ? chosen : chosen.filter { knownOwner(of: $0) == nil }
    firstAsked = asked.first
    question = survey.question(in: asked)
    let all = survey.candidates(in: asked)
    switch question {
    case .told(let id), .guessed(let id):
      candidates = all.filter { $0.id == id } + all.filter { $0.id != id }
    case .none, .open: candidates = all
    }
    candidatesByID = Dictionary(candidates.lazy.map { ($0.id, $0) }) { first, _ in first }
  }
}
