import AppBase
import ArchiveWords
import ChatFormats
import Foundation
import GLib
import Translation

/// Asks on a terminal for facts that the files do not state: one question a line, with the default in brackets.
struct ImportDialogue {
  let write: (String) -> Void
  /// Returns the next line of input; nil at the end of the input.
  let read: () -> String?

  /// The most people that are listed. Others can be chosen by their names.
  private static let listed = 20

  /// Completes a form. Returns whether to import.
  func complete(_ form: inout ImportForm, into archive: String) -> Bool {
    for stranger in form.strangers {
      guard let continues = ask(stranger) else { return false }
      if continues { form.continued.insert(stranger.file) }
    }
    if form.question != .none, !askForOwner(&form) { return false }
    if form.asksForZone, !form.zoneIsTold, !askForZone(&form) { return false }
    if form.survey.questions.contains(.dayOrder), !askForDayOrder(&form) { return false }
    let yes = tr("yes")
    let question = tr(
      "{action} into “{archive}”?", ["action": form.actionTitle, "archive": archive])
    return ask(question, answer: yes, Self.isYes) ?? false
  }

  private static func isYes(_ answer: String) -> Bool? {
    if [tr("yes").lowercased(), "y", "yes"].contains(answer.lowercased()) { return true }
    return [tr("no").lowercased(), "n", "no"].contains(answer.lowercased()) ? false : nil
  }

  /// Asks whether a file continues the chat of its title; nil at the end of the input.
  private func ask(_ stranger: ImportSurvey.Stranger) -> Bool? {
    let question = tr(
      "The archive has a chat “{chat}” without a message in common with “{file}”. Does the file continue it?",
      ["chat": stranger.title, "file": stranger.file.lastPathComponent])
    return ask(question, answer: tr("no"), Self.isYes)
  }

  private func askForOwner(_ form: inout ImportForm) -> Bool {
    let people = form.candidates
    for (index, person) in people.prefix(Self.listed).enumerated() {
      write("  \(index + 1)  \(person.name.printable)\n")
    }
    let none = tr("None of These")
    write("  0  \(none)\n")
    let guess = people.firstIndex { $0.id == form.shownOwner }.map { "\($0 + 1)" }
    let owner = ask(tr("Which one are you?"), answer: guess) { answer -> ImportForm.Owner? in
      if let number = Int(answer) {
        if number == 0 { return .nobody }
        return people.indices.contains(number - 1) ? .person(people[number - 1].id) : nil
      }
      return people.first { $0.name.compare(answer, options: [.caseInsensitive]) == .orderedSame }.map {
        .person($0.id)
      }
    }
    form.owner = owner
    return owner != nil
  }

  private func askForZone(_ form: inout ImportForm) -> Bool {
    let zone = ask(tr("Time zone of the file"), answer: form.timeZone.identifier) { answer in
      TimeZone.knownTimeZoneIdentifiers.contains(answer) || answer == form.timeZone.identifier
        ? TimeZone(identifier: answer) : nil
    }
    if let zone { form.timeZone = zone }
    return zone != nil
  }

  private func askForDayOrder(_ form: inout ImportForm) -> Bool {
    let orders = ImportOptions.DayOrder.allCases.map(\.rawValue).joined(separator: ", ")
    let order = ask(tr("Order of the dates: {orders}", ["orders": orders]), answer: nil) {
      ImportOptions.DayOrder(rawValue: $0)
    }
    if let order { form.tell(order) }
    return order != nil
  }

  /// Repeats a question until the answer is understood. Returns nil at the end of the input.
  func ask<Answer>(
    _ question: String, answer preset: String?, _ understand: (String) -> Answer?
  ) -> Answer? {
    let hint = preset.map { " [\($0)]" } ?? ""
    while true {
      write("\(question.printable)\(hint) ")
      guard let line = read() else {
        write("\n")
        return nil
      }
      let typed = line.trimmingCharacters(in: .whitespaces)
      if let answer = understand(typed.isEmpty ? preset ?? "" : typed) { return answer }
    }
  }
}

/// The contents of files, as lines of text.
struct SurveyReport {
  let text: [String]

  /// The most chats that are listed. The others are counted.
  private static let chatLimit = 20

  init(_ form: ImportForm) {
    var lines: [(name: String, value: String)] = form.survey.found.map { found in
      (tr("Found"), "\(ImportWords.format(found)) · \(ImportWords.files(found))")
    }
    if lines.isEmpty { lines.append((tr("Found"), tr("nothing that can be imported"))) }
    let chosen = form.chosen
    lines.append((tr("Chats"), ImportWords.chats(form)))
    for chat in chosen.prefix(Self.chatLimit) {
      let span = ImportWords.span(chat.firstSentAt...chat.lastSentAt, in: form.timeZone)
      lines.append(("", "\(chat.title) · \(Counted.messages(chat.messageCount)) · \(span)"))
    }
    if chosen.count > Self.chatLimit {
      let rest = chosen.count - Self.chatLimit
      lines.append(("", trn("… and {count} more", "… and {count} more", rest)))
    }
    if let owner = Self.owner(form) { lines.append((tr("You"), owner)) }
    if !chosen.isEmpty {
      lines.append((tr("Time zone"), form.asksForZone ? form.timeZone.identifier : tr("From the file")))
    }
    for stranger in form.strangers {
      let messages = Counted.messages(stranger.messageCount)
      lines.append((tr("Second chat"), "\(stranger.title) · \(messages)"))
    }
    let media = form.media
    if media.count > 0 { lines.append((tr("Media"), ImportWords.media(media))) }
    if form.survey.unreadableCount > 0 {
      lines.append((tr("Could not be read"), Counted.number(form.survey.unreadableCount)))
    }
    let names = lines.map { $0.name.isEmpty ? "" : $0.name + ":" }
    let width = (names.map(\.terminalWidth).max() ?? 0) + 1
    text = zip(names, lines).map { name, line in
      name + String(repeating: " ", count: width - name.terminalWidth) + line.value
    }
  }

  private static func owner(_ form: ImportForm) -> String? {
    let name = form.candidates.first { $0.id == form.shownOwner }?.name
    switch form.question {
    case .none: return nil
    case .told: return name
    case .guessed: return name.map { tr("{name}, a guess", ["name": $0]) }
    case .open: return tr("Unknown")
    }
  }
}
