import AppBase
import Dispatch
import Foundation
import GLib

/// While it exists, the first Ctrl+C (SIGINT), SIGTERM or SIGHUP sets ``isRaised`` instead of ending the process. The
/// second one of a kind ends it. A signal that was ignored at the start stays ignored.
final class Interrupt {
  /// Raised by a signal; for work on other threads.
  let flag = StopFlag()
  private let sources: [(number: Int32, source: any DispatchSourceSignal)]

  init() {
    sources = [SIGINT, SIGTERM, SIGHUP].filter { !UnixSignal.isIgnored($0) }.map { number in
      signal(number, SIG_IGN)
      return (number, DispatchSource.makeSignalSource(signal: number, queue: .global()))
    }
    for (number, source) in sources {
      source.setEventHandler { [flag] in
        flag.raise()
        signal(number, SIG_DFL)
      }
      source.resume()
    }
  }

  deinit {
    for (number, source) in sources {
      source.cancel()
      signal(number, SIG_DFL)
    }
  }

  var isRaised: Bool { flag.isRaised }
}
