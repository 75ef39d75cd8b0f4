import Dispatch
import Foundation
import Synchronization

/// Notices Ctrl+C (SIGINT) instead of dying of it, as long as it lives. A second one kills as ever.
final class Interrupt {
  private let flag = Flag()
  private let source: any DispatchSourceSignal

  private final class Flag: Sendable {
    let isRaised = Atomic(false)
  }

  init() {
    signal(SIGINT, SIG_IGN)
    source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
    source.setEventHandler { [flag] in
      flag.isRaised.store(true, ordering: .relaxed)
      signal(SIGINT, SIG_DFL)
    }
    source.resume()
  }

  deinit {
    source.cancel()
    signal(SIGINT, SIG_DFL)
  }

  var isRaised: Bool { flag.isRaised.load(ordering: .relaxed) }
}
