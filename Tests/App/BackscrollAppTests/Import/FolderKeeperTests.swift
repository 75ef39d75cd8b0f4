import Foundation
import GLib
import GtkTestSupport
import XCTest

@testable import AppBase
@testable import ChatFormats
@testable import ChatStore
@testable import Chats
@testable import Watching

/// Folders that an archive is kept up to date with, without a window.
final class FolderKeeperTests: XCTestCase {
  @MainActor
  private final class Bench {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "backscroll-\(UUID().uuidString)")
    let archive: Archive
    let script = ScriptedWorld()
    let keeper: FolderKeeper
    let id: WatchedFolder.ID
    var added: [Int] = []

    init() {
      try! FileManager.default.createDirectory(
        at: folder.appendingPathComponent("logs"), withIntermediateDirectories: true)
      archive = try! Archive(path: folder.appendingPathComponent("a.sqlite").path, mode: .createIfMissing)
      var answers = WatchAnswers()
      answers.timeZone = "UTC"
      id = try! archive.keepUpToDate(
        with: folder.appendingPathComponent("logs").path, answers: answers.encoded, at: 0)
      keeper = FolderKeeper(archive, script.world)
      keeper.didRead = { [weak self] in self?.added.append($1.summary.added) }
    }

    func start() {
      Task { try await keeper.start() }
      pump("a look") { if case .unknown? = self.status { false } else { self.status != nil } }
    }

    var status: FolderStatus? { keeper.folders.first?.status }

    var isUpToDate: Bool { if case .upToDate? = status { true } else { false } }

    func append(_ second: Int, to name: String = "irc.libera.#swift.weechatlog") {
      let file = folder.appendingPathComponent("logs/\(name)")
      let old = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
      let line = "2024-03-01 10:00:\(second + 10)\tmara\tline \(second)\n"
      try! Data((old + line).utf8).write(to: file)
    }

    func finish() {
      keeper.stop()
      pump("the end") { !keeper.isReading }
      archive.close()
      try? FileManager.default.removeItem(at: folder)
    }
  }

  @MainActor
  private static func run(_ body: (Bench) -> Void) {
    let bench = Bench()
    body(bench)
    bench.finish()
  }

  func testAFolderThatAnotherProgramAddsIsFollowed() {
    onMainThread {
      Self.run { bench in
        bench.start()
        let other = bench.folder.appendingPathComponent("more")
        try! FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
        _ = try! bench.archive.keepUpToDate(with: other.path, answers: WatchAnswers().encoded, at: 0)
        bench.script.pass(seconds: 61)
        pump("the folder") { bench.keeper.folders.count == 2 }
      }
    }
  }

  func testALineIsReadSecondsAfterItWasWrittenAndNothingElseHappens() {
    onMainThread {
      Self.run { bench in
        bench.append(0)
        bench.start()
        bench.script.pump("the first reading") { bench.added == [1] && bench.isUpToDate }
        bench.append(1)
        bench.script.change()
        bench.script.pump("the second reading") { bench.added == [1, 1] && bench.isUpToDate }
        bench.script.pass(seconds: 1_000)
        drain()
        XCTAssertEqual(bench.added, [1, 1])
      }
    }
  }

  func testNothingIsReadWhileSomethingElseIsImported() {
    onMainThread {
      Self.run { bench in
        var isBusy = true
        bench.keeper.willRead = { !isBusy }
        bench.append(0)
        bench.start()
        bench.script.pump("a file that waits") { bench.status == .waiting(files: 1) }
        bench.script.pass(seconds: 20)
        pump("the look") { bench.status == .waiting(files: 1) }
        XCTAssertEqual(bench.added, [])
        isBusy = false
        bench.keeper.resume()
        bench.script.pump("the reading") { bench.added == [1] }
      }
    }
  }

  func testAPausedFolderCountsItsFilesUntilItIsResumed() {
    onMainThread {
      Self.run { bench in
        bench.start()
        let (archive, id) = (bench.archive, bench.id)
        Task { try await archive.setState(.paused(since: 7), of: id) }
        bench.script.pump("the pause") {
          bench.keeper.update(id)
          return bench.status == .paused(since: 7, files: 0)
        }
        bench.append(0)
        bench.script.change()
        bench.script.pump("the file") { bench.status == .paused(since: 7, files: 1) }
        XCTAssertEqual(bench.added, [])
        Task {
          try await archive.setState(.active, of: id)
          bench.keeper.update(id)
        }
        bench.script.pump("the reading") { bench.added == [1] && bench.isUpToDate }
      }
    }
  }

  func testAFolderThatIsGoneIsAStateAndIsReadWhenItIsBack() {
    onMainThread {
      Self.run { bench in
        bench.append(0)
        bench.start()
        bench.script.pump("the reading") { bench.added == [1] && bench.isUpToDate }
        let (logs, away) = (
          bench.folder.appendingPathComponent("logs"), bench.folder.appendingPathComponent("away")
        )
        try! FileManager.default.moveItem(at: logs, to: away)
        bench.script.change()
        bench.script.pump("the state") { bench.status == .missing }
        try! FileManager.default.moveItem(at: away, to: logs)
        bench.append(1)
        // No event: the folder with the monitor is gone.
        bench.script.pump("the second reading") { bench.added == [1, 1] && bench.isUpToDate }
      }
    }
  }

  func testTwoProgramsDoNotReadTheSameFolder() {
    onMainThread {
      Self.run { bench in
        bench.script.isElsewhere = true
        bench.append(0)
        bench.start()
        bench.script.pump("the state") { bench.status == .elsewhere }
        bench.script.pass(seconds: 100)
        XCTAssertEqual(bench.added, [])
        bench.script.isElsewhere = false
        bench.script.pump("the reading") { bench.added == [1] }
      }
    }
  }

  func testALockIsFreeAgainWhenItsOwnerIsGone() {
    onMainThread {
      Self.run { bench in
        var first = WatchLock(of: bench.archive.path, in: bench.folder)
        XCTAssertNotNil(first)
        XCTAssertNil(WatchLock(of: bench.archive.path, in: bench.folder))
        XCTAssertNotNil(WatchLock(of: bench.folder.path, in: bench.folder))
        first = nil
        XCTAssertNotNil(WatchLock(of: bench.archive.path, in: bench.folder))
        _ = first
      }
    }
  }
}
