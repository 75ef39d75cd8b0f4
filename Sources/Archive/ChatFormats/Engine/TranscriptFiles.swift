import Chats
import Foundation
import Translation

/// Finds the words of voice messages in the files that programs for speech recognition write beside the sounds:
/// “0412.txt” or “0412.ogg.txt” for “0412.ogg”, and the same as JSON, WebVTT or SubRip.
struct TranscriptFiles {
  private let tree: ImportTree

  init(_ tree: ImportTree) { self.tree = tree }

  /// The endings of the files, the plainest first.
  private static let endings = ["txt", "json", "vtt", "srt"]
  /// A larger file is not read. JSON has the times of all words, too.
  private static let maximumBytes = 16 << 20

  /// Adds the words to the voice messages that have none.
  ///
  /// - Returns: The reasons why files that were found cannot be used.
  func add(to message: inout ImportedMessage) -> [ImportProblem] {
    var problems: [ImportProblem] = []
    for index in message.attachments.indices {
      let attachment = message.attachments[index]
      guard attachment.kind == .voice, attachment.transcript == nil, let sound = attachment.path else {
        continue
      }
      for path in Self.paths(of: sound) {
        guard let file = tree.file(at: path, folder: nil) else { continue }
        func report(_ reason: String) {
          problems.append(ImportProblem(file: file.url, place: .file, reason: reason, effect: .incomplete))
        }
        guard file.byteCount <= Self.maximumBytes else {
          report(tr("too large for the words of a voice message; left out"))
          continue
        }
        do throws(ImportError) {
          message.attachments[index].transcript = try Self.transcript(in: file)
        } catch {
          report(error.description)
        }
        if message.attachments[index].transcript != nil { break }
      }
    }
    return problems
  }

  /// The paths at which the words of a sound may be.
  private static func paths(of sound: String) -> [String] {
    let folder = sound.lastIndex(of: "/").map { sound[...$0] } ?? ""
    let name = sound.dropFirst(folder.count)
    let stem = name.lastIndex(of: ".").map { name[..<$0] } ?? name
    return [stem, name].flatMap { name in endings.map { "\(folder)\(name).\($0)" } }
  }

  /// The sounds among the files of an export.
  struct Sounds {
    /// The paths, with and without their endings.
    private var stems: Set<String> = []

    /// - Complexity: O(n) in the number of files.
    init(_ files: some Sequence<ImportFile>) {
      for file in files where MediaName.isSound(file.url.lastPathComponent) {
        stems.insert(file.url.path)
        stems.insert(file.url.deletingPathExtension().path)
      }
    }

    /// Whether a file has, by its name, the words of a sound. It is not a chat then.
    func haveWords(_ file: ImportFile) -> Bool {
      !stems.isEmpty && endings.contains(file.url.pathExtension.lowercased())
        && stems.contains(file.url.deletingPathExtension().path)
    }
  }

  private static func transcript(in file: ImportFile) throws(ImportError) -> Attachment.Transcript? {
    var reader = try file.bytes(chunkSize: FileHead.length)
    let bytes = reader.lookahead(maximumBytes)
    if let failure = reader.failure { throw failure }
    let words: String? =
      switch file.url.pathExtension {
      case "txt": plainWords(bytes)
      case "json": recognizedWords(bytes)
      default: subtitles(bytes)
      }
    return words.flatMap { Attachment.Transcript($0, file: file.url.lastPathComponent) }
  }

  // MARK: Formats

  /// The words of a text. Its lines are those of the recognizer, and only blank lines divide paragraphs.
  private static func plainWords(_ bytes: ArraySlice<UInt8>) -> String {
    joined(lines(bytes).map(withoutTimes))
  }

  /// “[00:00:02.500 --> 00:00:05.000]  And then”, as some programs write.
  private static func withoutTimes(_ line: Substring) -> Substring {
    guard line.first == "[", let end = line.firstIndex(of: "]"), line[..<end].contains("-->") else {
      return line
    }
    return line[line.index(after: end)...]
  }

  /// The words of WebVTT or SubRip: the lines after one with times, up to a blank one.
  private static func subtitles(_ bytes: ArraySlice<UInt8>) -> String {
    var isInWords = false
    var found: [Substring] = []
    for line in lines(bytes) {
      if line.contains("-->") {
        isInWords = true
      } else if line.allSatisfy(\.isWhitespace) {
        isInWords = false
      } else if isInWords {
        found.append(Substring(HTMLReferences.decoded(withoutTags(line))))
      }
    }
    return joined(found)
  }

  /// The text without “<v Mara>”, “<00:00:01.000>” and “<i>”.
  private static func withoutTags(_ line: Substring) -> String {
    var (text, rest) = ("", line)
    while let open = rest.firstIndex(of: "<") {
      let inside = rest[rest.index(after: open)...]
      let begins = inside.first.map {
        $0.isLetter || $0 == "/" || $0.isNumber && inside.prefix(4).contains(":")
      }
      guard begins == true, let close = inside.firstIndex(of: ">") else {
        text += rest[...open]
        rest = inside
        continue
      }
      text += rest[..<open]
      rest = rest[rest.index(after: close)...]
    }
    return text + rest
  }

  /// The words in the JSON of whisper and its relatives; nil for other JSON.
  private static func recognizedWords(_ bytes: ArraySlice<UInt8>) -> String? {
    struct Recognized: Decodable {
      struct Segment: Decodable { var text: String }
      var text: String?
      var segments: [Segment]?
      var transcription: [Segment]?
    }
    guard let found = try? JSONDecoder().decode(Recognized.self, from: Data(bytes)) else { return nil }
    let segments = (found.segments ?? found.transcription)?.map { Substring($0.text) }
    return found.text?.nonBlank ?? segments.map(joined)
  }

  private static func lines(_ bytes: ArraySlice<UInt8>) -> [Substring] {
    var text = Substring(decoding: bytes, as: UTF8.self)
    if text.first == "\u{feff}" { text.removeFirst() }
    return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
  }

  /// One line for each paragraph.
  private static func joined(_ lines: [Substring]) -> String {
    lines.map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
      .split(separator: "").map { $0.joined(separator: " ") }.joined(separator: "\n")
  }
}
