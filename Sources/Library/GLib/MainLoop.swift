internal import CGLib
import Dispatch

// libdispatch's hooks for a foreign main loop, the two that Core Foundation and GNUstep use. On Linux no public API replaces them.
@_silgen_name("_dispatch_get_main_queue_handle_4CF") private func mainQueueHandle() -> Int32
@_silgen_name("_dispatch_main_queue_callback_4CF") private func drainMainQueue(_: UnsafeMutableRawPointer?)

/// Runs the main actor's jobs (`Task`, `await`, `DispatchQueue.main`) on the GLib main loop.
@MainActor
public enum MainQueue {
  private static var isAttached = false

  /// Number of times the loop has woken up for main-actor jobs. It does not grow while the program is idle.
  public fileprivate(set) static var wakeCount = 0

  /// Adds the queue to the default main context; further calls do nothing. Call it on the main thread.
  public static func attach() {
    guard !isAttached else { return }
    isAttached = true
    g_unix_fd_add_full(G_PRIORITY_DEFAULT, mainQueueHandle(), G_IO_IN, mainQueueReady, nil, nil)
    // Jobs that were queued before the handle existed have not signalled it.
    MainLoop.soon { drainMainQueue(nil) }
  }
}

private func mainQueueReady(handle: gint, _: GIOCondition, _: gpointer?) -> gboolean {
  // Read the eventfd first: as long as it is readable, it wakes the loop again.
  var count: UInt64 = 0
  _ = read(handle, &count, MemoryLayout<UInt64>.size)
  MainActor.assumeIsolated { MainQueue.wakeCount += 1 }
  drainMainQueue(nil)
  return 1
}

/// The GLib main loop: steps it by hand, and runs closures on a later turn.
@MainActor
public enum MainLoop {
  /// The time at which a deferred closure runs.
  public enum Moment: Sendable, Equatable {
    /// On the loop's next turn, ahead of everything else, including events and overdue time-outs.
    case next
    /// On the loop's next turn, ahead of layout and drawing.
    case soon
    /// When no source with a higher priority is ready; layout and drawing go first.
    case idle
    /// After this many seconds or a little later; negative counts as 0.
    case after(seconds: Double)
  }

  /// Runs one turn of the loop, and waits for an event if `mayBlock`. Returns whether anything ran.
  ///
  /// For programs and tests without an `Application`. Do not call it from a `Task`: while a main-actor
  /// job runs, the queue does not start the next one.
  @discardableResult
  public static func iterate(mayBlock: Bool) -> Bool {
    MainQueue.attach()
    return g_main_context_iteration(nil, mayBlock ? 1 : 0) != 0
  }

  /// Runs `body` on the next turn, ahead of everything else; see ``Moment/next``.
  @discardableResult
  public static func next(_ body: @escaping @MainActor () -> Void) -> DeferredCall { run(.next, body) }

  /// Runs `body` on the next turn, outside the current call; see ``Moment/soon``.
  @discardableResult
  public static func soon(_ body: @escaping @MainActor () -> Void) -> DeferredCall { run(.soon, body) }

  /// Runs `body` when the loop is idle; see ``Moment/idle``.
  @discardableResult
  public static func whenIdle(_ body: @escaping @MainActor () -> Void) -> DeferredCall { run(.idle, body) }

  /// Runs `body` once, after `seconds` or a little later.
  @discardableResult
  public static func after(seconds: Double, _ body: @escaping @MainActor () -> Void) -> DeferredCall {
    run(.after(seconds: seconds), body)
  }

  fileprivate static func run(_ moment: Moment, _ body: @escaping @MainActor () -> Void) -> DeferredCall {
    DeferredCall(moment, body)
  }
}

/// A closure that the main loop runs once. The loop retains it until then, so the caller need not.
@MainActor
public final class DeferredCall {
  private let body: @MainActor () -> Void
  /// The GSource's number; 0 once the closure has run or is cancelled.
  private var source: guint = 0

  fileprivate init(_ moment: MainLoop.Moment, _ body: @escaping @MainActor () -> Void) {
    self.body = body
    let data = Unmanaged.passRetained(self).toOpaque()
    let release: GDestroyNotify = { Unmanaged<DeferredCall>.fromOpaque($0!).release() }
    let run: GSourceFunc = { data in
      onMainActor(data) { Unmanaged<DeferredCall>.fromOpaque($0!).takeUnretainedValue().run() }
      return 0
    }
    source =
      switch moment {
      case .next: g_idle_add_full(G_PRIORITY_HIGH, run, data, release)
      case .soon: g_idle_add_full(G_PRIORITY_DEFAULT, run, data, release)
      case .idle: g_idle_add_full(G_PRIORITY_DEFAULT_IDLE, run, data, release)
      case .after(let seconds):
        g_timeout_add_full(
          G_PRIORITY_DEFAULT, guint(milliseconds: seconds * 1_000), run, data, release)
      }
  }

  private func run() {
    source = 0
    body()
  }

  /// Keeps the closure from running. Does nothing once it has run.
  public func cancel() {
    guard source != 0 else { return }
    let source = source
    self.source = 0
    g_source_remove(source)
  }
}

/// Work that is deferred to a later turn of the main loop, and runs once however often it is scheduled.
///
///     let redraw = Coalesced(.idle) { [weak label] in label?.queueDraw() }
///     redraw.schedule()
///     redraw.schedule()  // still one run
///
/// Deallocating it cancels the work, so its owner needs no `deinit`. The closure belongs to it: capture
/// the owner weakly. Scheduling it from inside its own closure schedules another run.
@MainActor
public final class Coalesced {
  private let moment: MainLoop.Moment
  private let body: @MainActor () -> Void
  private var call: DeferredCall?

  /// Makes unscheduled work.
  public init(_ moment: MainLoop.Moment, _ body: @escaping @MainActor () -> Void) {
    self.moment = moment
    self.body = body
  }

  isolated deinit { call?.cancel() }

  /// Whether the work has been scheduled and has not run yet.
  public var isScheduled: Bool { call != nil }

  /// Schedules the work unless it is scheduled already. A delay counts from the first call.
  public func schedule() {
    guard call == nil else { return }
    call = MainLoop.run(moment) { [weak self] in self?.run() }
  }

  /// Schedules the work anew, so that a delay counts from this call.
  public func reschedule() {
    cancel()
    schedule()
  }

  /// Unschedules the work. Does nothing if it is not scheduled.
  public func cancel() {
    call?.cancel()
    call = nil
  }

  private func run() {
    call = nil
    body()
  }
}

extension guint {
  /// A time-out for GLib in whole milliseconds: not shorter than `milliseconds`, and at most 49 days.
  init(milliseconds: Double) {
    self = guint(Swift.min(Swift.max(0, milliseconds.rounded(.up)), Double(guint.max)))
  }
}
