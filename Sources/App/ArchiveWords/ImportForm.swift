import AppBase
import ChatFormats
import Chats
import Foundation
import Translation

/// The survey of files to import, and the user's choices and answers about it.
package struct ImportForm: Equatable, Sendable {
  /// The answer to the question which participant the user is.
  package enum Owner: Hashable {
    case person(ImportSurvey.Person.ID)
    case nobody
  }

  private var counted: CountedChats
  package var survey: ImportSurvey {
    get { counted.survey }
    set { count { $0.survey = newValue } }
  }
  /// The options that were given before the survey. The other fields of the form override them.
  package private(set) var told: ImportOptions
  /// The keys of the chats that are not imported.
  package var leftOut: Set<String> {
    get { counted.leftOut }
    set { count { $0.leftOut = newValue } }
  }
  /// The files that continue the chat of their title although they have no message in common with it.
  package var continued: Set<URL> {
    get { counted.continued }
    set { count { $0.continued = newValue } }
  }
  /// The user's answer; nil before it is given.
  package var owner: Owner?
  package var timeZone: TimeZone
  package var zoneIsTold = false
  package var keepsMedia: Bool
  /// The chats whose owner the archive knows, and the keys of that person; empty if the owner is not a participant. The
  /// import keeps that.
  package var knownOwners: [String: Set<ImportSurvey.Person.ID>] {
    get { counted.knownOwners }
    set { count { $0.knownOwners = newValue } }
  }
  /// The free bytes on the archive's disk; nil if unknown.
  package var freeBytes: Int64?

  package init(survey: ImportSurvey = ImportSurvey(), options: ImportOptions) {
    counted = CountedChats(survey)
    told = options
    timeZone = options.timeZone
    keepsMedia = options.keepsMedia
  }

  private mutating func count(_ change: (inout CountedChats) -> Void) {
    change(&counted)
    counted.count()
  }

  /// Takes the survey, and what was chosen among its chats, from a form that was counted elsewhere.
  package mutating func takeChats(of other: ImportForm) { counted = other.counted }

  // MARK: Chats

  package var chosen: [ImportSurvey.Chat] { counted.chosen }

  /// The files to ask about.
  package var strangers: [ImportSurvey.Stranger] { counted.strangers }

  package var messageCount: Int { counted.messageCount }

  /// The pictures and files that the messages of the chosen chats name. A file that two chats share counts for each.
  package var media: ImportSurvey.Media { counted.media }

  /// The span from the earliest to the newest message of the chosen chats; nil if there is none.
  package var span: ClosedRange<Int64>? { counted.span }

  // MARK: The owner

  /// The question which participant the user is.
  package var question: ImportSurvey.OwnerQuestion { told.owner != nil ? .none : counted.question }

  /// The owner by the answer or the guess; nil if the question is open or no participant is the owner.
  package var shownOwner: ImportSurvey.Person.ID? {
    switch (owner, question) {
    case (.person(let id)?, _): id
    case (.nobody?, _): nil
    case (nil, .told(let id)), (nil, .guessed(let id)): id
    case (nil, .none), (nil, .open): nil
    }
  }

  /// The people who can be chosen, the probable one first.
  package var candidates: [ImportSurvey.Person] { counted.candidates }

  package func candidate(_ id: ImportSurvey.Person.ID) -> ImportSurvey.Person? { counted.candidatesByID[id] }

  /// Whether there is anything to choose.
  package var hasOwnerRow: Bool { candidates.count > 1 && told.owner == nil }

  /// The chat of the preview: one whose sides depend on the answer, if there is any.
  package var previewed: ImportSurvey.Chat? { counted.firstAsked ?? chosen.first }

  /// The owner of a chat in its preview; nil to use the one that the file names.
  package func previewOwner(of chat: ImportSurvey.Chat) -> ImportOwner? {
    guard let known = counted.knownOwner(of: chat) else { return owner(of: chat) }
    let person = chat.people.first { known.contains($0.id) }
    return person.map { .person(.init(key: $0.id, name: $0.name)) } ?? .nobody
  }

  /// The owner of a chat to pass to the import; nil if none is.
  private func owner(of chat: ImportSurvey.Chat) -> ImportOwner? {
    if counted.knownOwner(of: chat) != nil { return nil }
    switch owner {
    case .nobody?: return .nobody
    case .person(let id)?:
      // If the user does not write in the chat, the file may name its owner.
      guard let person = chat.people.first(where: { $0.id == id }) else {
        return chat.toldOwner == nil ? .nobody : nil
      }
      return .person(.init(key: person.id, name: person.name))
    case nil:
      guard chat.toldOwner == nil, case .guessed(let id) = question,
        let person = chat.people.first(where: { $0.id == id })
      else { return nil }
      return .person(.init(key: person.id, name: person.name))
    }
  }

  // MARK: The rest

  package var asksForZone: Bool { survey.assumedZone != nil }

  /// The zone in which the preview shows times. Times of the files stay as they are written, in any zone.
  package var shownZone: TimeZone { survey.assumedZone ?? timeZone }

  /// The time of the preview's first message if ``timeZone`` is the zone of the files: on the clock there, and on the
  /// clock of `here`; nil without a message, and if both are the same.
  ///
  /// - Parameter here: The time zone of this computer.
  package func firstTime(here: TimeZone = .current) -> (there: String, here: String)? {
    guard let written = survey.assumedZone, let sent = previewed?.preview.first?.sentAt else { return nil }
    func offset(_ zone: TimeZone, _ instant: Int64) -> Int64 {
      Int64(zone.secondsFromGMT(for: MessageDate(instant).date)) * 1_000
    }
    let wall = MessageDate(sent).milliseconds + offset(written, sent)
    // Twice, since the first guess may be on the other side of a change of the clocks.
    var instant = wall - offset(timeZone, wall)
    instant = wall - offset(timeZone, instant)
    guard offset(timeZone, instant) != offset(here, instant) else { return nil }
    func words(_ zone: TimeZone) -> String {
      let words = DateWords(DayCalendar(timeZone: zone, locale: .desktop))
      return tr("{day}, {time}", ["day": words.shortDay(instant), "time": words.time(instant)])
    }
    return (words(timeZone), words(here))
  }
  package var asksForDayOrder: Bool { survey.questions.contains(.dayOrder) || told.dayOrder != nil }

  /// Whether the media of the chosen chats exceed the free space of the archive's disk.
  package var lacksRoom: Bool {
    let byteCount = media.byteCount
    guard byteCount > 0, let freeBytes else { return false }
    return byteCount > freeBytes
  }

  /// The reason why the import cannot start yet, as a sentence; nil if it can.
  package var obstacle: String? {
    if survey.chats.isEmpty {
      // The questions are not known before the first message.
      return survey.isComplete && !survey.found.isEmpty
        ? tr("The files contain no messages.") : tr("Nothing was found yet.")
    }
    if chosen.isEmpty { return tr("Choose at least one chat.") }
    if owner == nil, question == .open { return tr("Choose which one you are, or “None of These”.") }
    if keepsMedia, lacksRoom { return tr("There is no room for the pictures and files.") }
    return nil
  }

  /// "Import 3 chats".
  package var actionTitle: String {
    chosen.isEmpty ? tr("Import") : trn("Import {count} Chat", "Import {count} Chats", chosen.count)
  }

  /// The options of the import, before the user has seen the guesses.
  package var options: ImportOptions { options(isSeen: false) }

  /// The options of the import.
  ///
  /// - Parameter isSeen: Whether the user has seen which participant is assumed to be the owner. That counts as an
  ///   answer, also if it is a guess or stated by the files.
  package func options(isSeen: Bool) -> ImportOptions {
    var options = told
    options.timeZone = timeZone
    options.leftOut = leftOut
    options.continuations = .only(continued)
    options.keepsMedia = keepsMedia
    for chat in survey.chats where !leftOut.contains(chat.id) {
      guard let owner = owner(of: chat) else {
        if isSeen, hasOwnerRow, counted.knownOwner(of: chat) == nil, let told = chat.toldOwner,
          told == shownOwner
        {
          options.owners[chat.id] = .told
        }
        continue
      }
      if case .person(let sender) = owner, self.owner == nil, !isSeen {
        options.owners[chat.id] = .guessed(sender.key)
      } else {
        options.owners[chat.id] = owner
      }
    }
    return options
  }

  /// Sentences about the assumptions.
  package var guesses: [String] {
    var sentences: [String] = []
    if case .guessed(let id) = question, owner == nil, let person = candidates.first(where: { $0.id == id }) {
      sentences.append(tr("{name} is taken for you; --me tells another name.", ["name": person.name]))
    }
    if let zone = survey.assumedZone, !zoneIsTold {
      sentences.append(
        tr(
          "Times without a zone are taken for those of {zone}; --time-zone tells another.",
          ["zone": zone.identifier]))
    }
    if survey.questions.contains(.dayOrder), told.dayOrder == nil {
      sentences.append(tr("The dates can be read in more than one way; --day-order decides."))
    }
    return sentences
  }

  package mutating func tell(_ dayOrder: ImportOptions.DayOrder?) { told.dayOrder = dayOrder }
  package mutating func tell(_ format: ImportFormat?) { told.format = format }
  /// The options for another survey of the same files.
  package var surveyOptions: ImportOptions {
    var options = told
    options.timeZone = timeZone
    return options
  }
}
