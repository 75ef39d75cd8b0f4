@_spi(Testing) import Gtk
import Testing

@Suite("Signals")
struct SignalNameTests {
  @Test("A misspelt name ends the program at once, where it is connected")
  func misspelt() async {
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        let signal: Signal<> = Signal(Menu(), "no-such-signal")
        _ = signal.connect {}
      }
    }
  }

  @Test("A right name does not")
  func right() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        let signal: Signal<Int, Int, Int> = Signal(Menu(), "items-changed")
        _ = signal.connect { _, _, _ in }
      }
    }
  }
}
