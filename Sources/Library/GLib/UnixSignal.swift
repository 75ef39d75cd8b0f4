internal import CGLib

/// The signals that a process gets from the system, such as `SIGTERM`.
public enum UnixSignal {
  /// Whether the process ignores a signal, as `nohup` makes it ignore `SIGHUP`.
  public static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    // SIG_IGN is the number 1 in place of a function.
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
  }

  /// Runs `body` on the main loop whenever the process gets a signal, in place of the default action: `SIGHUP`,
  /// `SIGINT`, `SIGTERM`, `SIGUSR1`, `SIGUSR2` or `SIGWINCH`. A signal that the process ignores stays ignored.
  ///
  /// The handler lives as long as the process.
  @MainActor
  public static func handle(_ number: Int32, _ body: @escaping @MainActor () -> Void) {
    guard !isIgnored(number) else { return }
    let run: GSourceFunc = { data in
      onMainActor(data) { Unmanaged<SignalBody>.fromOpaque($0!).takeUnretainedValue().body() }
      return 1
    }
    let box = Unmanaged.passRetained(SignalBody(body))
    g_unix_signal_add_full(G_PRIORITY_DEFAULT, number, run, box.toOpaque()) { data in
      Unmanaged<SignalBody>.fromOpaque(data!).release()
    }
  }
}

@MainActor
private final class SignalBody {
  let body: @MainActor () -> Void

  init(_ body: @escaping @MainActor () -> Void) { self.body = body }
}
