import CGtk
import GLib
@_spi(Testing) import Gtk
import GtkTestSupport
import XCTest

/// A widget that counts GTK's calls.
private final class Probe: CustomWidget {
  var asked: Set<String> = []
  let child = Label("child")

  override init() {
    super.init()
    child.setParent(self)
  }

  override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    asked.insert("measure")
    return child.measured(orientation, for: -1)
  }

  override func allocate(width: Int, height: Int) {
    asked.insert("allocate")
    child.place(x: 0, y: 0, width: width, height: height)
  }

  override func snapshot(_ snapshot: Snapshot) {
    asked.insert("snapshot")
    super.snapshot(snapshot)
  }

  override func mapped() { asked.insert("mapped") }
  override func rooted() { asked.insert("rooted") }
  override func styleChanged() { asked.insert("style") }

  override func dispose() {
    child.unparent()
    super.dispose()
  }
}

/// A scrollable whose content begins above zero.
private final class Negative: ScrollableWidget {
  var values: [Double] = []

  override func allocate(width: Int, height: Int) {
    guard let adjustment = vadjustment else { return }
    adjustment.configure(
      value: adjustment.value, lower: -500, upper: 100 + Double(height), stepIncrement: 10, pageIncrement: 50,
      pageSize: Double(height))
  }

  override func scrolled(_ orientation: Orientation) {
    if orientation == .vertical { values.append(vadjustment!.value) }
  }
}

final class ObjectTests: XCTestCase {
  func testAHandlerMayDestroyItsOwnWindow() {
    onMainThread {
      let window = Window()
      let button = Button("Close")
      window.child = button
      window.present()
      pump("the window") { button.isMapped }
      var clicks = 0
      button.clicked.connect { [weak window] in
        clicks += 1
        window?.destroy()
      }
      button.emit("clicked")
      drain()
      XCTAssertEqual(clicks, 1)
    }
  }

  func testAHandlerMayDisconnectItself() {
    onMainThread {
      let button = Button("Once")
      var clicks = 0
      var handle: SignalHandle?
      handle = button.clicked.connect {
        clicks += 1
        handle?.disconnect()
      }
      button.emit("clicked")
      button.emit("clicked")
      handle?.disconnect()
      XCTAssertEqual(clicks, 1)
    }
  }

  func testAWeakHandlerFallsSilentWithItsOwner() {
    onMainThread {
      final class Owner { var clicks = 0 }
      let button = Button("Weak")
      var owner: Owner? = Owner()
      button.clicked.connect(weak: owner!) { $0.clicks += 1 }
      button.emit("clicked")
      XCTAssertEqual(owner?.clicks, 1)
      weak let gone = owner
      owner = nil
      XCTAssertNil(gone)
      button.emit("clicked")
    }
  }

  func testAHundredWindowsLeaveNothingBehind() {
    onMainThread {
      expectNothingLeft(times: 100) {
        let window = Window()
        let probe = Probe()
        let box = Box(.vertical)
        let button = Button("OK")
        box.append(probe, button, TextView(), ScrolledWindow(child: Negative()))
        let click = GestureClick()
        click.pressed.connect(weak: probe) { _, _, _, _ in }
        probe.add(click)
        let keys = KeyController()
        keys.keyPressed.connect(weak: probe) { _, _, _, _ in false }
        probe.add(keys)
        button.clicked.connect(weak: probe) { $0.queueDraw() }
        probe.addTickCallback { _ in true }
        let actions = ActionGroup()
        actions.addAction("act", weak: probe) { $0.queueDraw() }
        probe.insert(actions, prefix: "probe")
        window.child = box
        window.present()
        pump("the window") { probe.isMapped }
        XCTAssertTrue(button.activateAction("probe.act") || probe.activateAction("probe.act"))
        window.destroy()
        drain()
      }
    }
  }

  func testAPeerKeepsItsStateWhileOnlyGtkHoldsIt() {
    onMainThread {
      @MainActor final class Counter: CustomWidget { var count = 0 }
      let box = Box(.vertical)
      var counter: Counter? = Counter()
      counter?.count = 7
      box.append(counter!)
      weak let weakly = counter
      counter = nil
      XCTAssertEqual(weakly?.count, 7)
      XCTAssertTrue(weakly?.parent === box)
      box.remove(weakly!)
      XCTAssertNil(weakly)
    }
  }

  func testGtkCallsTheOverrides() {
    onMainThread {
      let window = Window()
      let probe = Probe()
      window.child = probe
      window.present()
      pump("a frame") { probe.asked.contains("snapshot") }
      XCTAssertEqual(probe.asked, ["measure", "allocate", "snapshot", "mapped", "rooted", "style"])
      window.destroy()
      drain()
    }
  }

  func testABinGivesItsChildAllOfItsSpace() {
    onMainThread {
      expectNothingLeft {
        let first = Label("first")
        let bin = Bin(child: first)
        let second = Label("a second and wider child")
        bin.child = second
        XCTAssertNil(first.parent)
        XCTAssertEqual(
          bin.measured(.horizontal).natural, second.measured(.horizontal).natural, "the child's own size")
        let window = Window()
        window.setDefaultSize(width: 300, height: 200)
        window.child = bin
        window.present()
        pump("the child") { second.isMapped && second.width > 0 }
        XCTAssertEqual(second.width, bin.width)
        XCTAssertEqual(second.height, bin.height)
        window.destroy()
        drain()
      }
    }
  }

  func testAScrolledWindowScrollsIntoTheNegative() {
    onMainThread {
      let window = Window()
      let scrollable = Negative()
      let scroller = ScrolledWindow(child: scrollable)
      window.setDefaultSize(width: 200, height: 200)
      window.child = scroller
      window.present()
      pump("the bounds") { scroller.vadjustment.lower == -500 }
      XCTAssertTrue(scroller.vadjustment === scrollable.vadjustment)
      scroller.vadjustment.value = -321
      XCTAssertEqual(scrollable.values.last, -321)
      scroller.vadjustment.value = -900
      XCTAssertEqual(scrollable.values.last, -500)
      window.destroy()
      drain()
    }
  }

  // GTK 4.8 leaves a handler connected: a change of the setting then reached a freed widget.
  func testAScrolledWindowThatIsGoneDoesNotHearOfTheSettings() {
    onMainThread {
      let window = Window()
      let scroller = ScrolledWindow(child: Label("Hello"))
      window.child = scroller
      @MainActor func hears() -> Bool {
        let settings = UnsafeMutableRawPointer(gtk_settings_get_default())
        return g_signal_handler_find(settings, G_SIGNAL_MATCH_DATA, 0, 0, nil, nil, scroller.raw) != 0
      }
      window.present()
      pump("the window") { scroller.isMapped }
      XCTAssertTrue(hears())
      window.destroy()
      drain()
      XCTAssertFalse(hears())
    }
  }

  func testAccessibleRolesReachGtk() {
    onMainThread {
      @MainActor final class Item: CustomWidget {
        override class var accessibleRole: AccessibleRole { .listItem }
      }
      XCTAssertTrue(Item().hasAccessibleRole(.listItem))
      XCTAssertFalse(Probe().hasAccessibleRole(.listItem))
    }
  }
}
