internal import CGLib

/// A thread that runs a GLib main loop of its own, as the executor of actors.
///
/// GIO calls back on the main context of the thread that started an operation. With a context of its own, an actor can
/// await GIO in any process, also in a command-line program or a test whose main thread runs no GLib loop. The thread
/// sleeps in `poll` while there is nothing to do, and lives until the process exits.
package final class LoopThread: SerialExecutor {
  // A GMainContext may be used from any thread.
  private nonisolated(unsafe) let context: OpaquePointer

  /// Starts the thread. `name` is shown by debuggers.
  package init(name: String) {
    // GIO creates the backend of all settings under one lock, and the modules that it loads under another. The module
    // of glib-networking that finds proxies reads settings. So the first network request on this thread, and the first
    // settings on the main thread, could wait for each other for ever. An existing backend does not take the lock.
    g_object_unref(g_settings_backend_get_default())
    context = g_main_context_new()
    let thread = g_thread_new(
      name,
      { context in
        let context = context.map { OpaquePointer($0) }
        g_main_context_push_thread_default(context)
        g_main_loop_run(g_main_loop_new(context, 0))
        return nil
      }, UnsafeMutableRawPointer(context))
    g_thread_unref(thread)
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    _ = Timer(on: context, after: nil, priority: G_PRIORITY_DEFAULT) { [self] in
      job.runSynchronously(on: asUnownedSerialExecutor())
    }
  }

  /// Runs `work` on the thread, in the order of the calls, but after all jobs and operations of GIO that are ready.
  package func perform(_ work: @escaping @Sendable () -> Void) {
    _ = Timer(on: context, after: nil, priority: G_PRIORITY_HIGH_IDLE, work)
  }

  /// Runs `work` on the thread after `delay` in the same way, unless the timer is cancelled before.
  package func timer(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> Timer {
    Timer(on: context, after: delay, priority: G_PRIORITY_HIGH_IDLE, work)
  }

  /// Work that is scheduled for a later time on a ``LoopThread``.
  package struct Timer: ~Copyable {
    private let source: UnsafeMutablePointer<GSource>

    fileprivate init(
      on context: OpaquePointer, after delay: Duration?, priority: gint,
      _ work: @escaping @Sendable () -> Void
    ) {
      source =
        delay.map { g_timeout_source_new(guint(milliseconds: $0 / .milliseconds(1))) }
        ?? g_idle_source_new()
      g_source_set_priority(source, priority)
      g_source_set_callback(
        source,
        { work in
          if let work { Unmanaged<Work>.fromOpaque(work).takeUnretainedValue().run() }
          return 0
        }, Unmanaged.passRetained(Work(run: work)).toOpaque(),
        { work in if let work { Unmanaged<Work>.fromOpaque(work).release() } })
      g_source_attach(source, context)
    }

    /// Drops the work if it has not begun.
    package func cancel() { g_source_destroy(source) }

    deinit { g_source_unref(source) }
  }

  private final class Work {
    let run: @Sendable () -> Void
    init(run: @escaping @Sendable () -> Void) { self.run = run }
  }
}
