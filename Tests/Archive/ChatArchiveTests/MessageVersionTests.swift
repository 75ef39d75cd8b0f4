import Foundation
import GRDB
import SeededRandom
import Testing

@testable import ChatStore
@testable import Chats

@Suite("Merging versions of a message", .dedicatedThreads)
struct MessageVersionTests {
  /// A version with few different values, so that many of its parts equal those of others.
  private func version(_ random: inout SplitMix64) -> MessageVersion {
    let texts = ["", "a", "b", "c", "longer"]
    let kinds = Message.Kind.allCases.map(\.rawValue)
    func time(_ random: inout SplitMix64) -> Int64? { random.oneIn(2) ? nil : Int64(random.below(4)) }
    func pick(_ random: inout SplitMix64) -> String? {
      random.oneIn(3) ? nil : texts[random.below(texts.count)]
    }
    let body = MessageVersion.Body(
      kind: random.oneIn(2) ? 0 : kinds[random.below(kinds.count)], text: texts[random.below(texts.count)],
      entities: random.oneIn(2) ? nil : Data([UInt8(random.below(3))]), editedAt: time(&random))
    let earlier = (0..<random.below(3)).map { _ in
      MessageVersion.Earlier(text: texts[random.below(texts.count)], writtenAt: time(&random))
    }
    let files = (0..<random.below(3)).map { _ in
      let width = random.oneIn(2) ? nil : 1 + random.below(2)
      return MessageVersion.File(
        kind: random.below(4), width: width, height: width.map { _ in random.below(2) },
        bytes: time(&random), duration: time(&random), isSpoiler: random.oneIn(2), name: pick(&random),
        path: pick(&random), thumbnail: pick(&random),
        transcript: pick(&random).flatMap { Attachment.Transcript($0, file: pick(&random)) })
    }
    let reactions = (0..<random.below(3)).map { index in
      MessageVersion.Reaction(
        key: "\(index)", participant: Int64(random.below(3)), count: 1 + random.below(2),
        reactedAt: time(&random))
    }
    let details = Message.Details(
      bot: pick(&random),
      content: random.oneIn(2) ? nil : .contact(Contact(name: "A", phone: pick(&random))))
    return MessageVersion(
      time: .init(
        sentAt: Int64(random.below(3)), isAssumed: random.oneIn(2), resolution: nil,
        orderKey: Int64(random.below(3))),
      author: .init(sender: random.oneIn(3) ? nil : Int64(1 + random.below(2)), isOwn: random.oneIn(2)),
      body: body, earlier: MessageVersion.earlier(earlier, apartFrom: body), files: files,
      reactions: reactions,
      rest: .init(
        reply: pick(&random), topic: pick(&random), album: pick(&random),
        details: DetailsCoding.encode(details),
        parts: []))
  }

  private func expectSame(
    _ found: MessageVersion, _ expected: MessageVersion, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(found.time == expected.time, sourceLocation: sourceLocation)
    #expect(found.author == expected.author, sourceLocation: sourceLocation)
    #expect(found.body == expected.body, sourceLocation: sourceLocation)
    #expect(found.earlier == expected.earlier, sourceLocation: sourceLocation)
    #expect(found.files == expected.files, sourceLocation: sourceLocation)
    #expect(found.reactions == expected.reactions, sourceLocation: sourceLocation)
    #expect(found.rest == expected.rest, sourceLocation: sourceLocation)
  }

  @Test("The order, the grouping and the repetition of versions change nothing", arguments: 0..<20)
  func lattice(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    try DatabaseQueue().write { db in
      try db.execute(
        sql: """
          CREATE TABLE participant (id INTEGER PRIMARY KEY, key TEXT);
          INSERT INTO participant VALUES (1, 'z'), (2, 'a');
          """)
      let people = PeopleRoots(db)
      for _ in 0..<200 {
        let (a, b, c) = (version(&random), version(&random), version(&random))
        let ab = try a.merged(with: b, people)
        expectSame(try b.merged(with: a, people), ab)
        expectSame(try ab.merged(with: b, people), ab)
        expectSame(try ab.merged(with: a, people), ab)
        expectSame(try ab.merged(with: c, people), try a.merged(with: b.merged(with: c, people), people))
      }
    }
  }

  @Test("Versions have the same digest only if they are equal", arguments: 0..<4)
  func digest(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<300 {
      let (a, b) = (version(&random), version(&random))
      #expect((a.digest == b.digest) == (a == b))
      // Each part counts alone.
      for whole in [
        changing(\.time, b, a), changing(\.author, b, a), changing(\.body, b, a), changing(\.earlier, b, a),
        changing(\.files, b, a), changing(\.reactions, b, a), changing(\.rest, b, a),
      ] { #expect((a.digest == whole.digest) == (a == whole)) }
    }
  }

  private func changing<Part>(
    _ part: WritableKeyPath<MessageVersion, Part>, _ source: MessageVersion, _ version: MessageVersion
  ) -> MessageVersion {
    var changed = version
    changed[keyPath: part] = source[keyPath: part]
    return changed
  }
}
