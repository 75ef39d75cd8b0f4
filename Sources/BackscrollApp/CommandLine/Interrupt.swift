import Dispatch
import Foundation

/// Notices Ctrl+C (SIGINT) instead of dying of it, as long as it lives. A second one kills as ever.
final class Interrupt {
  private let flag = StopFlag()
  private let source: any DispatchSourceSignal

  init() {
    signal(SIGINT, SIG_IGN)
    source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
    source.setEventHandler { [flag] in
      flag.raise()
      signal(SIGINT, SIG_DFL)
    }
    source.resume()
  }

  deinit {
    source.cancel()
    signal(SIGINT, SIG_DFL)
  }

  var isRaised: Bool { flag.isRaised }
}
