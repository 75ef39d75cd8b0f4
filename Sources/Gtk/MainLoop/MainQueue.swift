import CGtk
import Dispatch

// libdispatch's hooks for a foreign main loop: Core Foundation and GNUstep use the same two, and
// nothing public takes their place on Linux.
@_silgen_name("_dispatch_get_main_queue_handle_4CF") private func mainQueueHandle() -> Int32
@_silgen_name("_dispatch_main_queue_callback_4CF") private func drainMainQueue(_: UnsafeMutableRawPointer?)

/// Runs the main actor's jobs on the GLib loop: `Task`, `await`, `DispatchQueue.main`.
@MainActor
public enum MainQueue {
  private static var isAttached = false

  /// Number of times the loop woke up for main-actor jobs; a still program adds none.
  public fileprivate(set) static var wakeCount = 0

  /// Ties the queue to the default main context; once is enough, more does no harm. Main thread only.
  public static func attach() {
    guard !isAttached else { return }
    isAttached = true
    g_unix_fd_add_full(G_PRIORITY_DEFAULT, mainQueueHandle(), G_IO_IN, mainQueueReady, nil, nil)
    // Jobs from before there was a handle have signalled nothing.
    g_idle_add_full(
      G_PRIORITY_DEFAULT,
      { _ in
        drainMainQueue(nil)
        return 0
      }, nil, nil)
  }
}

private func mainQueueReady(handle: gint, _: GIOCondition, _: gpointer?) -> gboolean {
  // First empty the eventfd: left readable, it would wake the loop for ever.
  var count: UInt64 = 0
  _ = read(handle, &count, MemoryLayout<UInt64>.size)
  MainActor.assumeIsolated { MainQueue.wakeCount += 1 }
  drainMainQueue(nil)
  return 1
}

/// Steps the GLib loop by hand, for programs and tests that own no `Application`.
@MainActor
public enum MainLoop {
  /// Runs what is ready, waiting for it if `mayBlock`. Never call it from a `Task`: while a
  /// main-actor job runs, the queue that would run the next one stands still.
  @discardableResult
  public static func iterate(mayBlock: Bool) -> Bool {
    MainQueue.attach()
    return g_main_context_iteration(nil, mayBlock ? 1 : 0) != 0
  }

  /// Runs `body` once the loop has nothing more urgent to do.
  public static func whenIdle(_ body: @escaping @MainActor () -> Void) {
    schedule(G_PRIORITY_DEFAULT_IDLE, body)
  }

  /// Runs `body` next, outside whatever is going on now; a busy frame clock does not hold it up.
  public static func soon(_ body: @escaping @MainActor () -> Void) { schedule(G_PRIORITY_DEFAULT, body) }

  /// Runs `body` once, `seconds` from now or a little later.
  public static func after(seconds: Double, _ body: @escaping @MainActor () -> Void) {
    g_timeout_add_full(
      G_PRIORITY_DEFAULT, guint(max(0, seconds) * 1_000),
      { data in
        onMainActor(data) { Unmanaged<IdleBox>.fromOpaque($0!).takeUnretainedValue().body() }
        return 0
      }, Unmanaged.passRetained(IdleBox(body)).toOpaque(), { Unmanaged<IdleBox>.fromOpaque($0!).release() })
  }

  private static func schedule(_ priority: gint, _ body: @escaping @MainActor () -> Void) {
    g_idle_add_full(
      priority,
      { data in
        onMainActor(data) { Unmanaged<IdleBox>.fromOpaque($0!).takeUnretainedValue().body() }
        return 0
      }, Unmanaged.passRetained(IdleBox(body)).toOpaque(), { Unmanaged<IdleBox>.fromOpaque($0!).release() })
  }
}

private final class IdleBox {
  let body: @MainActor () -> Void
  init(_ body: @escaping @MainActor () -> Void) { self.body = body }
}
