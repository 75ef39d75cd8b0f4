import AppBase
import ChatFormats
import Dispatch
import Foundation
import GLib

/// The clock, the threads and the file system's events, which tests replace.
@MainActor
package struct WatchWorld {
  /// The monotonic time.
  package var now: () -> FolderChanges.Instant
  /// The time of day, in milliseconds since 1970 UTC.
  package var time: () -> Int64
  /// Calls a closure after some seconds, unless the returned closure is called before.
  package var after: (_ seconds: Double, _ body: @escaping @MainActor () -> Void) -> () -> Void
  /// Calls a closure whenever something in a folder changes, as long as the returned object exists; nil if the system
  /// does not report that.
  package var monitor: (_ folder: String, _ changed: @escaping @MainActor () -> Void) -> AnyObject?
  /// Runs work that blocks.
  package var perform: (_ work: @escaping @Sendable () -> Void) -> Void
  /// Takes the lock of an archive; nil if another program has it.
  package var lock: (_ archive: String) -> WatchLock?

  package init(
    now: @escaping () -> FolderChanges.Instant, time: @escaping () -> Int64,
    after: @escaping (Double, @escaping @MainActor () -> Void) -> () -> Void,
    monitor: @escaping (String, @escaping @MainActor () -> Void) -> AnyObject?,
    perform: @escaping (@escaping @Sendable () -> Void) -> Void,
    lock: @escaping (String) -> WatchLock? = { WatchLock(of: $0) }
  ) {
    self.now = now
    self.time = time
    self.after = after
    self.monitor = monitor
    self.perform = perform
    self.lock = lock
  }

  package static let real = WatchWorld(
    now: { .now }, time: { Int64(Date().timeIntervalSince1970 * 1_000) },
    after: { seconds, body in
      let call = MainLoop.after(seconds: seconds, body)
      return { call.cancel() }
    },
    monitor: { folder, changed in
      let monitor = FileMonitor(folder: folder)
      monitor?.changed.connect { changed() }
      return monitor
    }, perform: { work in queue.async(group: underWay, execute: work) })

  private nonisolated static let queue = DispatchQueue(
    label: "\(Program.name).watch", qos: .utility, attributes: .concurrent)
  private nonisolated static let underWay = DispatchGroup()

  /// Waits until readings that were ended have written their last batch. Call it when the program ends.
  package nonisolated static func waitForAll() { _ = underWay.wait(timeout: .now() + lastSeconds) }

  /// Seconds. The archive is intact without the last batch.
  private nonisolated static let lastSeconds = 2.0
}
