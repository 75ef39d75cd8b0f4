import Foundation
import SeededRandom
import Testing

@testable import ChatFormats
@testable import Chats

/// Damage of any kind to the files of all formats. New fixtures take part once they are in `Fixture.all`.
@Suite("Importing files after mutations", .dedicatedThreads)
struct ImportMutationTests {
  /// The mutation of a file.
  enum Mutation: Int, CaseIterable, Sendable {
    case cut, bitFlips, wrongValues, utf16, latin1, carriageReturns, zeros, doubledLines, missingBytes,
      shuffledLines

    func apply(to bytes: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
      var bytes = bytes
      let lines = bytes.split(separator: 0x0a, omittingEmptySubsequences: false).map(Array.init)
      switch self {
      case .cut: return Array(bytes.prefix(random.below(bytes.count)))
      case .bitFlips:
        for _ in 0..<8 { bytes[random.below(bytes.count)] ^= 1 << UInt8(random.below(8)) }
        return bytes
      case .wrongValues:
        // Numbers become words, and words become numbers.
        let texts = ["null", "-1", "[]", "99999999999999999999", "\"", ":", "\u{200e}"].map { Array($0.utf8) }
        for _ in 0..<6 {
          let place = random.below(bytes.count)
          bytes.replaceSubrange(
            place..<min(bytes.count, place + 1 + random.below(4)), with: random.pick(texts))
        }
        return bytes
      case .utf16:
        return [0xff, 0xfe]
          + String(decoding: bytes, as: UTF8.self).utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
      case .latin1:
        return String(decoding: bytes, as: UTF8.self).unicodeScalars.map {
          $0.value < 256 ? UInt8($0.value) : 0x3f
        }
      case .carriageReturns: return Array(lines.joined(separator: [0x0d, 0x0a]))
      case .zeros:
        let place = random.below(bytes.count)
        for index in place..<min(bytes.count, place + 12) { bytes[index] = 0 }
        return bytes
      case .doubledLines:
        var doubled = lines
        for _ in 0..<4 {
          let place = random.below(doubled.count)
          doubled.insert(doubled[place], at: place)
        }
        return Array(doubled.joined(separator: [0x0a]))
      case .missingBytes:
        let place = random.below(bytes.count)
        bytes.removeSubrange(place..<min(bytes.count, place + 1 + random.below(60)))
        return bytes
      case .shuffledLines:
        var shuffled = lines
        for _ in 0..<4 { shuffled.swapAt(random.below(shuffled.count), random.below(shuffled.count)) }
        return Array(shuffled.joined(separator: [0x0a]))
      }
    }

    /// Whether all readable content stays readable.
    var isHarmless: Bool { self == .carriageReturns }
  }

  private let bench: ImportBench

  init() throws {
    bench = try ImportBench()
  }

  @Test(
    "Ten mutations of each file end in messages, or in sentences", arguments: Fixture.all, Mutation.allCases)
  func mutations(file: URL, mutation: Mutation) throws {
    let bytes = Array(try Data(contentsOf: file))
    let format = try #require(ImportFormat.detect(FileHead(of: file)))
    // The intact file alone, like the mutated ones: a page of an export is otherwise read with its neighbours.
    let sound =
      mutation.isHarmless
      ? try ReadExport(bench.file(Data(bytes), named: "sound-\(mutation)/libera/\(file.lastPathComponent)"))
      : nil
    for seed in 0..<2 {
      var random = SplitMix64(seed: UInt64(seed * 16 + mutation.rawValue), streams: 3)
      let mutated = mutation.apply(to: bytes, &random)
      let copy = try bench.file(Data(mutated), named: "\(seed)-\(mutation)/libera/\(file.lastPathComponent)")
      let files = ImportListing(of: [copy]).files
      let head = try FileHead(of: copy)
      #expect(ImportFormat.readers.count { $0.format(of: head) != nil } <= 1)
      // Recognized or not, the requested reader must fail at most with a sentence.
      let input = ImportInput(
        parts: files, format: format, tree: ImportTree(at: copy, files),
        options: ImportOptions(timeZone: .gmt),
        chunkSize: 512)
      var messages: [ImportedMessage] = []
      do throws(ImportError) {
        var source = try format.reader.init(input)
        for item in source.items() {
          switch item {
          case .message(let message): messages.append(message)
          case .problem(let problem):
            #expect(problem.reason.count > 5 && !problem.reason.hasSuffix("."), "\(problem)")
          }
        }
        if let failure = source.failure { #expect(failure.description.hasSuffix(".")) }
      } catch {
        #expect(error.description.hasSuffix("."))
      }
      for message in messages {
        #expect(!message.conversationKey.isEmpty && !message.conversationTitle.isEmpty)
        #expect(
          message.entities.allSatisfy { $0.start >= 0 && $0.start + $0.length <= message.text.utf8.count })
      }
      if let sound, bytes.first != 0xff {
        #expect(messages.map(\.text) == sound.messages.map(\.text))
      }
    }
  }

  @Test("Texts of people survive a changed byte nearby", arguments: Fixture.transcripts)
  func oneByte(file: URL) throws {
    let bytes = Array(try Data(contentsOf: file))
    let sound = try ReadExport(file)
    let texts = sound.messages.map(\.text).filter { !$0.isEmpty && !$0.contains("\n") && $0.count < 40 }
    var random = SplitMix64(seed: 5, streams: 4)
    var lost = 0
    for round in 0..<40 {
      var mutated = bytes
      mutated[random.below(bytes.count)] ^= UInt8(1 + random.below(127))
      let copy = try bench.file(Data(mutated), named: "\(round)/\(file.lastPathComponent)")
      let whole = try ReadExport(copy).messages.map(\.text).joined(separator: "\n")
      lost += texts.count { !whole.contains($0) }
    }
    // A changed byte can be a part of a text, and a change in a header loses its message.
    #expect(lost <= 60, "\(lost) of \(texts.count * 40)")
  }
}
