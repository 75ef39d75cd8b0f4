import Chats
import Foundation

/// The picture, film, file, poll, place, contact or call of a message in a page.
struct TelegramPageMedia {
  /// Resolves a link of a page to an absolute path; nil if that is not a file of the export.
  typealias Resolver = (String) -> String?

  private let wrap: HTMLElement

  /// - Parameter wrap: The element of class `media_wrap`.
  init(_ wrap: HTMLElement) {
    self.wrap = wrap
  }

  /// The element whose class indicates the kind.
  private var element: HTMLElement { wrap.elements.first ?? wrap }
  private var title: String? { element.first(class: "title")?.line }
  private var remark: String? { element.first(class: "description")?.line }
  private var status: String? { element.first(class: "status")?.line }
  private var link: String? { element.tag.attribute("href") }

  // MARK: Files

  func attachment(_ resolve: Resolver) -> Attachment? {
    if let (kind, picture) = shown {
      var attachment = Attachment(kind: kind, path: link.flatMap(resolve))
      let image = element.first(named: "img")?.tag
      (attachment.width, attachment.height) =
        picture ? Self.pixels(image?.attribute("style") ?? "") : (nil, nil)
      let preview = image?.attribute("src").flatMap(resolve)
      if preview != attachment.path { attachment.thumbnail = preview }
      attachment.duration = element.first(class: "video_duration")?.line.flatMap(Self.duration)
      attachment.isSpoiler = wrap.first(class: "spoiler") != nil || element.isOf(class: "spoiler")
      return named(attachment)
    }
    guard let kind = listed else { return nil }
    var attachment = Attachment(kind: kind, path: link.flatMap(resolve))
    if kind == .photo, let status { (attachment.width, attachment.height) = Self.size(in: status) }
    let parts = status?.components(separatedBy: ", ") ?? []
    attachment.byteCount = parts.lazy.compactMap(Self.bytes).first
    attachment.duration = parts.lazy.compactMap(Self.duration).first
    attachment.thumbnail = element.first(class: "thumb")?.tag.attribute("src").flatMap(resolve)
    if title?.hasPrefix("Self-destructing") == true { attachment.isSpoiler = true }
    switch kind {
    case .sticker:
      let emoji = parts.first { Self.bytes($0) == nil }
      attachment.name = emoji
    case .file: attachment.name = title == "File" ? nil : title
    case .audio: attachment.name = title == "Audio file" ? nil : title
    default: break
    }
    return named(attachment)
  }

  /// The attachment with the name of its file, as in Telegram's JSON.
  private func named(_ attachment: Attachment) -> Attachment {
    var attachment = attachment
    if attachment.kind != .photo, attachment.name == nil {
      attachment.name = attachment.path.map { URL(fileURLWithPath: $0).lastPathComponent }
    }
    return attachment
  }

  /// The kind of media that is shown as a picture, and whether the picture has its size.
  private var shown: (kind: Attachment.Kind, hasSize: Bool)? {
    for (name, kind) in Self.shownKinds where element.isOf(class: name) { return (kind, true) }
    return nil
  }

  private static let shownKinds: [(String, Attachment.Kind)] = [
    ("photo_wrap", .photo), ("sticker_wrap", .sticker), ("animated_wrap", .animation),
    ("video_file_wrap", .video),
  ]

  /// The kind of media that is shown as an entry with an icon.
  private var listed: Attachment.Kind? {
    if element.isOf(class: "media_photo") { return title == "Sticker" ? .sticker : .photo }
    if element.isOf(class: "media_video") {
      return switch title {
      case "Animation": .animation
      case "Video message": .roundVideo
      default: .video
      }
    }
    if element.isOf(class: "media_voice_message") { return .voice }
    if element.isOf(class: "media_audio_file") { return .audio }
    return element.isOf(class: "media_file") ? .file : nil
  }

  // MARK: Contents

  func content(_ resolve: Resolver) -> Message.Content? {
    if let poll { return .poll(poll) }
    if let place { return .place(place) }
    if element.isOf(class: "media_contact") {
      let parts = (status ?? "").components(separatedBy: " - ")
      let phone = parts.first.flatMap { $0.isEmpty ? nil : $0 }
      return .contact(
        Contact(
          name: title ?? phone ?? TelegramMessage.deletedAccount, phone: phone, path: link.flatMap(resolve)))
    }
    return call.map { .call($0) }
  }

  private var poll: Poll? {
    guard let poll = wrap.first(class: "media_poll"), let question = poll.first(class: "question")?.line
    else {
      return nil
    }
    let options = poll.all(class: "answer").map { answer in
      let votes = answer.first(class: "details")?.line ?? ""
      let text = answer.ownLine ?? ""
      return Poll.Option(
        text: text.hasPrefix("- ") ? String(text.dropFirst(2)) : text, votes: Self.votes(votes) ?? 0,
        isChosen: votes.contains("chosen"))
    }
    let sort = poll.elements.first { $0.isOf(class: "details") && !$0.isOf(class: "total") }?.line
    return Poll(
      question: question, options: options,
      voterCount: poll.first(class: "total")?.line.flatMap { Self.votes($0) ?? 0 },
      isClosed: sort == "Final results"
    ).withoutHiddenVotes
  }

  /// The number in “3 votes”.
  private static func votes(_ text: String) -> Int? {
    let number = text.prefix { $0.isASCII && $0.isNumber }
    return Int(number).flatMap { (0...TelegramLimit.count).contains($0) ? $0 : nil }
  }

  private var isPlace: Bool {
    element.isOf(class: "media_location") || element.isOf(class: "media_live_location")
      || element.isOf(class: "media_venue")
  }

  private var place: Place? {
    guard isPlace, let link, let start = link.range(of: "q=")?.upperBound else { return nil }
    let numbers = link[start...].prefix { $0 != "&" }.split(separator: ",")
    guard numbers.count == 2, let latitude = Double(numbers[0]), let longitude = Double(numbers[1]) else {
      return nil
    }
    let isVenue = element.isOf(class: "media_venue")
    return Place(
      latitude: latitude, longitude: longitude, name: isVenue ? title : nil, address: isVenue ? remark : nil,
      isLive: element.isOf(class: "media_live_location"))
  }

  /// The call that the message describes.
  var call: Call? {
    guard element.isOf(class: "media_call") else { return nil }
    let status = status ?? ""
    let seconds = status.split(separator: "(").dropFirst().first.flatMap { Int($0.prefix { $0.isNumber }) }
    let duration = seconds.flatMap { (1...TelegramLimit.seconds).contains($0) ? $0 : nil }
    let outcome: Call.Outcome =
      switch status.prefix(while: { $0.isLetter }) {
      case "Missed", "Cancelled": .missed
      case "Declined": .busy
      default: .ended
      }
    return Call(outcome: duration == nil ? outcome : .ended, duration: duration)
  }

  /// Content for which an archive has no place other than text.
  var words: [StyledText] {
    if element.isOf(class: "media_game") {
      var lines = [StyledText("Game: \(title ?? "")")]
      if let remark { lines.append(StyledText(remark)) }
      if let link, let target = LinkTarget.web(link) {
        var line = StyledText()
        line.append(link, as: .link(target: target))
        lines.append(line)
      }
      return lines
    }
    if element.isOf(class: "media_invoice") {
      let price = status.map { ", \($0)" } ?? ""
      return [StyledText("Invoice: \(title ?? "without a title")\(price)")]
        + [remark].compactMap { $0.map { StyledText($0) } }
    }
    if isPlace, place == nil {
      let parts = [title == "Location" ? nil : title, remark].compactMap(\.self)
      return [StyledText(parts.isEmpty ? "A place" : "Place: \(parts.joined(separator: ", "))")]
    }
    // A kind of a later version.
    if listed == nil, shown == nil, !isPlace, call == nil, poll == nil, !element.isOf(class: "media_contact")
    {
      let parts = [title, remark, status].compactMap(\.self)
      return parts.isEmpty ? [] : [StyledText(parts.joined(separator: "\n"))]
    }
    return []
  }

  // MARK: Numbers in words

  /// Twice the size in “width: 260px; height: 195px”, at which Telegram shows pictures.
  private static func pixels(_ style: String) -> (Int?, Int?) {
    func number(after name: String) -> Int? {
      guard let range = style.range(of: "\(name): ") else { return nil }
      return Int(style[range.upperBound...].prefix { $0.isNumber }).flatMap {
        (1...50_000).contains($0) ? 2 * $0 : nil
      }
    }
    return (number(after: "width"), number(after: "height"))
  }

  /// The size in “1280x960”.
  private static func size(in text: String) -> (Int?, Int?) {
    let words = text.split { $0 == "x" || $0 == "×" || $0 == "," || $0 == " " }
    guard words.count >= 2, let width = Int(words[0]), let height = Int(words[1]),
      (1...100_000).contains(width), (1...100_000).contains(height)
    else { return (nil, nil) }
    return (width, height)
  }

  /// The milliseconds of “0:12” or “1:02:03”.
  private static func duration(_ text: String) -> Int64? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(\.isDigit) })
    else {
      return nil
    }
    let seconds = parts.reduce(0) { min($0, TelegramLimit.seconds) * 60 + (Int($1.prefix(6)) ?? 0) }
    return (1...TelegramLimit.seconds).contains(seconds) ? Int64(seconds) * 1000 : nil
  }

  /// The bytes of “120.5 KB”.
  private static func bytes(_ text: String) -> Int64? {
    let words = text.split(separator: " ")
    guard words.count == 2, let number = Double(words[0].replacing(",", with: "")), number >= 0, number < 1e12
    else { return nil }
    switch words[1] {
    case "B": return Int64(number)
    case "KB": return Int64(number * 1024)
    case "MB": return Int64(number * 1_048_576)
    case "GB": return number < 1e6 ? Int64(number * 1_073_741_824) : nil
    default: return nil
    }
  }
}
