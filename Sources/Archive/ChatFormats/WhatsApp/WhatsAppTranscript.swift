import Chats
import Foundation

typealias WhatsAppReader = TranscriptReader<WhatsAppTranscript>

/// WhatsApp's exports of a chat: `_chat.txt` of an iPhone, “WhatsApp Chat with NAME.txt” of Android.
///
/// They are written in the language and with the date format of the phone, so a header is recognized by its shape,
/// which is that of most headers of the file. Lines with another shape continue a message, even if they look like the
/// header of another program or phone, because people paste chats into chats.
struct WhatsAppTranscript: TranscriptFormat {
  static var formats: [ImportFormat] { [.whatsapp] }

  private let survey: WhatsAppSurvey
  private let isOrderAsked: Bool
  /// The form of the last header. A file can consist of the exports of two phones, one after the other.
  private var shape: WhatsAppHeader.Shape?
  /// A run of headers that go back in time, which is either a pasted chat or a clock that was set back.
  private var held: [(line: String, number: Int)] = []
  private var heldBytes = 0
  private var isHolding: Bool { !held.isEmpty }
  /// The time of the last header.
  private var last = Int64.min
  /// The time and a hash of the text of each person's last message before the open one.
  private var lastOfPerson: [String: Mark] = [:]
  private var open: (name: String, mark: Mark)?
  private var likeness = HeaderLikeness()
  private var people: TranscriptPeople

  private struct Mark: Equatable {
    let local: Int64
    let text: Int
  }

  /// The time in seconds by which a chat's times can plausibly go back: for messages that were sent while the phone had
  /// no network, and at the end of summer time.
  private static let tolerance: Int64 = 2 * 3600
  /// The size in bytes of the longest message, 65,536 characters. A longer run of headers that go back in time is not a
  /// pasted chat.
  private static let longestMessage = 4 * 65_536

  init(_ input: ImportInput, _ transcript: inout Transcript) throws(ImportError) {
    let name = WhatsAppWords.fileName.title(of: input.parts[0].url)
    survey = try WhatsAppSurvey(input, chatName: name)
    people = TranscriptPeople(survey.people)
    isOrderAsked = !survey.isOrderCertain
    transcript.source = "whatsapp"
    transcript.title = survey.title ?? name ?? "WhatsApp"
    transcript.owner = survey.owner
    transcript.hasSenders = survey.shape?.border == .brackets
    shape = survey.shape
    // On other phones a name is always a person's, and a group can be named after a person.
    if survey.people.count > 2, survey.title != nil || survey.shape?.border == .brackets {
      transcript.group = transcript.title
      transcript.marksEvents = survey.marksEvents
    }
  }

  var questions: Set<ImportQuestion> {
    var questions: Set<ImportQuestion> = []
    if isOrderAsked { questions.insert(.dayOrder) }
    if survey.owner == nil { questions.insert(.owner) }
    return questions
  }

  static func format(of lines: [String]) -> ImportFormat? {
    lines.first.map(isHeader) ?? false ? .whatsapp : nil
  }

  /// Whether the lines are those of a bot's log with dates in brackets, “[2024-03-02 10:00:05] mara: hello”. In the exports
  /// of iPhones, each header has a name, and not all names are those of IRC.
  static func isForeign(_ lines: [String]) -> Bool {
    let headers = lines.compactMap { WhatsAppHeader($0) }
    guard let shape = headers.first?.shape, shape.isLog else { return false }
    let rests = headers.filter { $0.shape == shape }.map(\.rest)
    let names = rests.map { WhatsAppLine($0).name }
    if names.count(where: { $0 == nil }) * mostNameless > names.count { return true }
    return names.allSatisfy { $0.map(isNickname) ?? true }
      && !lines.contains { $0.unicodeScalars.contains("\u{200e}") || WhatsAppWords.isEncryptionNotice($0) }
  }

  /// The number of headers among which one without a name can be in a pasted text.
  private static let mostNameless = 20

  private static func isNickname(_ name: String) -> Bool {
    name.utf8.allSatisfy { byte in
      byte.isDigit || 0x61...0x7a ~= byte || "_-[]{}\\|`^".utf8.contains(byte)
    }
  }

  static func isHeader(_ line: String) -> Bool { WhatsAppHeader(line)?.isMessage ?? false }

  // MARK: Lines

  mutating func read(_ line: String, _ number: Int, _ transcript: inout Transcript) {
    if isHolding { hold(line, number, &transcript) } else { take(line, number, &transcript) }
  }

  private mutating func take(
    _ line: String, _ number: Int, _ transcript: inout Transcript, mayHold: Bool = true
  ) {
    let header = WhatsAppHeader(line)
    guard let header, header.shape == shape || isOtherForm(header) else {
      if header == nil, let open = transcript.open, !open.isQuoting, let parts = broken(line) {
        transcript.reportBrokenHeader(at: number)
        begin(parts, at: last, open.message.resolution, number, &transcript)
      } else {
        transcript.append(line, number, isHeader: header != nil)
      }
      return
    }
    let parts = WhatsAppLine(header.rest, isName: isLongerName)
    guard let local = local(of: header) else {
      // An invalid time is part of a pasted text, or is a damaged header of a person who writes in this chat.
      guard last > .min, let name = parts.name, survey.people.contains(name),
        transcript.open?.isQuoting != true
      else {
        transcript.append(line, number, isHeader: true)
        return
      }
      transcript.reportBrokenHeader(at: number)
      begin(parts, at: last, header.time.resolution, number, &transcript)
      return
    }
    switch verdict(on: parts, at: local, isQuoting: transcript.open?.isQuoting) {
    case .pasted: transcript.append(line, number, isHeader: true)
    case .doubtful where mayHold:
      held = [(line, number)]
      heldBytes = line.utf8.count
    case .own, .doubtful:
      shape = header.shape
      likeness.note(line[..<header.rest.startIndex])
      begin(parts, at: local, header.time.resolution, number, &transcript)
    }
  }

  /// Whether a header of another form than the last one continues the chat: it is later, and by a person of the chat.
  private func isOtherForm(_ header: WhatsAppHeader) -> Bool {
    guard survey.orders[header.shape] != nil, last > .min,
      let name = WhatsAppLine(header.rest, isName: isLongerName).name,
      header.shape == survey.shape || survey.people.contains(name),
      let local = local(of: header)
    else { return false }
    return local >= last
  }

  /// The local time of a header. If the dates of its form are ambiguous, the time is the first one that is not before the
  /// last header.
  private func local(of header: WhatsAppHeader) -> Int64? {
    if header.shape == survey.shape { return header.time.local(survey.order) }
    guard let (order, isCertain) = survey.orders[header.shape] else { return nil }
    let local = header.time.local(order)
    guard !isCertain, header.shape != shape else { return local }
    return [ImportOptions.DayOrder.dayFirst, .monthFirst].compactMap { header.time.local($0) }
      .filter { $0 >= last }.min() ?? local
  }

  /// Nil if no name in the chat contains a colon.
  private var isLongerName: ((String) -> Bool)? {
    let names = survey.namesWithColon
    return names.isEmpty ? nil : { names.contains($0) }
  }

  /// The name and the text of a line whose header is damaged.
  private func broken(_ line: String) -> WhatsAppLine? {
    let before = survey.shape?.border == .brackets ? ["] "] : survey.shape?.border == .dash ? [" - "] : []
    return likeness.message(in: line, people: survey.people, before: before, after: ": ")
      .map { WhatsAppLine(name: $0.name, text: $0.text) }
  }

  private enum Verdict {
    case own, pasted
    /// The following lines decide.
    case doubtful
  }

  /// Whether a header belongs to the export itself.
  ///
  /// - Parameter isQuoting: Whether lines of the previous message look like headers; nil if there is no message.
  private func verdict(on line: WhatsAppLine, at local: Int64, isQuoting: Bool?) -> Verdict {
    guard local < last, let isQuoting else { return .own }
    let isStranger = line.name.map { people.isStranger($0, at: local, after: last) } ?? false
    // Times that go back repeatedly prove nothing.
    if !survey.isInOrder, !isStranger { return .own }
    if isQuoting { return .pasted }
    // Events are not copied with a chat's messages.
    if line.name == nil || WhatsAppBody.isMarked(line.text) { return .own }
    if last - local <= Self.tolerance { return isStranger ? .pasted : .own }
    return .doubtful
  }

  /// Whether the held lines, which go back in time, were pasted rather than delivered late.
  ///
  /// Messages that are delivered late are by people of the chat, and each of them follows its sender's last message. So
  /// do those after a message with a wrong time. A pasted text is older, or a copy.
  private var isPasted: Bool {
    let lines = held.dropLast().compactMap { WhatsAppHeader($0.line) }.filter { $0.shape == shape }
    return lines.contains { header in
      let line = WhatsAppLine(header.rest, isName: isLongerName)
      guard let local = local(of: header), local < last, let name = line.name else {
        return false
      }
      if people.isStranger(name, at: local, after: last) || local < people.start ?? local { return true }
      // The survey can count a person of a long pasted chat as one of this chat.
      guard let own = lastOfPerson[name] else { return lines.count > DayOrderEvidence.longestBehind }
      return local < own.local || Mark(local: local, text: line.text.hashValue) == own
    }
  }

  /// Waits for a header that is not before the last one. If one follows, the lines in between may have been pasted.
  private mutating func hold(_ line: String, _ number: Int, _ transcript: inout Transcript) {
    held.append((line, number))
    heldBytes += line.utf8.count
    if let header = WhatsAppHeader(line), header.shape == shape || isOtherForm(header),
      let local = local(of: header)
    {
      let parts = WhatsAppLine(header.rest, isName: isLongerName)
      if local >= last || parts.name == nil || WhatsAppBody.isMarked(parts.text) {
        // The last line is the header that decides.
        release(pasted: local >= last && isPasted ? held.count - 1 : 0, &transcript)
        return
      }
    }
    if heldBytes > Self.longestMessage { release(pasted: 0, &transcript) }
  }

  /// Reads the held lines again.
  ///
  /// - Parameter pasted: The number of lines that belong to the text of the message before them.
  private mutating func release(pasted: Int, _ transcript: inout Transcript) {
    let lines = held
    held = []
    heldBytes = 0
    for (index, item) in lines.enumerated() {
      // Lines are held only once; otherwise a file whose times only decrease would be read again for each of them.
      if index < pasted {
        transcript.append(item.line, item.number, isHeader: WhatsAppHeader(item.line) != nil)
      } else {
        take(item.line, item.number, &transcript, mayHold: false)
      }
    }
  }

  private mutating func begin(
    _ line: WhatsAppLine, at local: Int64, _ resolution: TimeResolution, _ number: Int,
    _ transcript: inout Transcript
  ) {
    let isFirst = last == .min
    last = local
    people.begin(at: local)
    if let open { lastOfPerson[open.name] = open.mark }
    open = line.name.map { ($0, Mark(local: local, text: line.text.hashValue)) }
    // The first line can be the notice of encryption, without its mark.
    let isNotice = isFirst && WhatsAppWords.isEncryptionNotice(String(line.text))
    transcript.begin(
      TranscriptMessage(
        local: local, resolution: resolution, sender: line.name, kind: isNotice ? .service : .normal),
      line.text, at: number,
      quotesHeader: WhatsAppHeader(String(line.text)) != nil)
  }

  static func complete(_ message: inout TranscriptMessage, _ text: String, in transcript: Transcript) {
    WhatsAppBody(text, in: transcript).fill(&message)
  }

  mutating func end(_ transcript: inout Transcript) {
    guard let header = held.first.flatMap({ WhatsAppHeader($0.line) }) else { return }
    // No later time follows. Either the chat was pasted into the last message, or the previous time was wrong.
    let isStranger =
      WhatsAppLine(header.rest, isName: isLongerName).name.map {
        people.isStranger($0, at: local(of: header) ?? last, after: last)
      } ?? false
    release(pasted: isStranger ? held.count : 0, &transcript)
  }
}
