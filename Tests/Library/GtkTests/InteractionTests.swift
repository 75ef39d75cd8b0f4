import CGtk
import Foundation
@_spi(Testing) import Gtk
import GtkTestSupport
import XCTest

/// The effects of the user's input: actions, closing a window, menus.
final class InteractionTests: XCTestCase {
  // The field's text began at the place beside an icon.
  func testAFieldWithoutAnIconHasNoRoomForOne() {
    onMainThread {
      let (plain, withIcon) = (Entry(), Entry())
      withIcon.primaryIconName = "edit-find-symbolic"
      let bare = Widget(borrowed: gtk_entry_new())
      let window = Window()
      let column = Box(.vertical)
      column.append(plain, withIcon, bare)
      window.child = column
      XCTAssertEqual(plain.measured(.horizontal).natural, bare.measured(.horizontal).natural)
      XCTAssertGreaterThan(withIcon.measured(.horizontal).natural, plain.measured(.horizontal).natural)
      window.destroy()
    }
  }

  func testAFileThatCannotBeOpenedIsReportedOnce() {
    onMainThread {
      let window = Window()
      window.present()
      var failures = 0
      Desktop.open(file: "/nowhere/page.html", from: window) { failures += 1 }
      XCTAssertEqual(failures, 0, "not before the call has returned")
      pump("the failure") { failures > 0 }
      drain()
      XCTAssertEqual(failures, 1)
      window.destroy()
    }
  }

  func testAHandlersAnswerKeepsItsWindowOpen() {
    onMainThread {
      final class Doorkeeper {
        var isShut = true
        var knocks = 0
      }
      let doorkeeper = Doorkeeper()
      let window = Window()
      window.closeRequested.connect(weak: doorkeeper) { doorkeeper in
        doorkeeper.knocks += 1
        return doorkeeper.isShut
      }
      window.present()
      pump("the window") { window.isMapped }
      window.close()
      pump("the first request") { doorkeeper.knocks == 1 }
      XCTAssertTrue(window.isMapped)
      doorkeeper.isShut = false
      window.close()
      pump("the window's end") { !Window.all.contains { $0 === window } }
      XCTAssertEqual(doorkeeper.knocks, 2)
    }
  }

  func testAnActionRunsFromInsideItsWidgetAndNotWhenDisabled() {
    onMainThread {
      final class Counter { var count = 0 }
      let counter = Counter()
      let box = Box(.vertical)
      let button = Button("Inside")
      box.append(button)
      let actions = ActionGroup()
      let action = actions.addAction("count", weak: counter) { $0.count += 1 }
      box.insert(actions, prefix: "test")
      button.activateAction("test.count")
      XCTAssertEqual(counter.count, 1)
      action.enabled = false
      button.activateAction("test.count")
      XCTAssertEqual(counter.count, 1)
      XCTAssertFalse(button.activateAction("test.no-such-action"))
    }
  }

  func testAwaitingFromASignalHandlerGoesOn() {
    onMainThread {
      let button = Button("Go")
      var steps: [String] = []
      button.clicked.connect {
        steps.append("clicked")
        Task {
          await Task.yield()
          steps.append("awaited")
        }
      }
      button.emit("clicked")
      pump("the task") { steps.count == 2 }
      XCTAssertEqual(steps, ["clicked", "awaited"])
    }
  }

  func testAMenuTellsWhichEntriesChanged() {
    onMainThread {
      let menu = Menu()
      var changes: [[Int]] = []
      let changed: Signal<Int, Int, Int> = Signal(menu, "items-changed")
      changed.connect { changes.append([$0, $1, $2]) }
      menu.append("One", action: "app.one")
      menu.append("Two", action: "app.two")
      menu.removeAll()
      XCTAssertEqual(changes.prefix(2), [[0, 0, 1], [1, 0, 1]])
      XCTAssertEqual(changes.reduce(0) { $0 + $1[2] - $1[1] }, 0)
    }
  }

  func testTheDarkPreferenceIsSilentWithoutABus() {
    onMainThread {
      setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent", 1)
      var answers: [Bool] = []
      let preference = DarkPreference { answers.append($0) }
      drain()
      withExtendedLifetime(preference) { XCTAssertEqual(answers, []) }
    }
  }

  func testAWindowCanBePicturedForAFailedTest() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).png")
    defer { try? FileManager.default.removeItem(at: file) }
    onMainThread {
      let window = Window()
      window.decorated = false
      window.setDefaultSize(width: 120, height: 80)
      window.child = Button("Seen")
      window.present()
      pump("the window") { window.isMapped && window.width > 0 }
      XCTAssertTrue(window.savePicture(to: file.path))
      XCTAssertFalse(window.savePicture(to: "/nonexistent/picture.png"))
      window.destroy()
      drain()
    }
    let picture = try Texture(file: file.path, maxWidth: 4_000, maxHeight: 4_000)
    XCTAssertGreaterThanOrEqual(picture.width, 120)
    XCTAssertGreaterThanOrEqual(picture.height, 80)
  }

  // GTK adds the line between two sections after it has measured the menu, so that the last entry was cut in half, on a
  // busy machine for ever.
  func testAContextMenuShowsAllOfItsEntries() {
    onMainThread {
      RealPointer.park()
      let menu = Menu()
      for label in ["One", "Two"] {
        let section = Menu()
        section.append(label, action: "app.\(label)")
        menu.appendSection(section)
      }
      let window = Window()
      window.setDefaultSize(width: 300, height: 200)
      let widget = CustomWidget()
      window.child = widget
      window.present()
      pump("the window") { widget.isMapped && widget.height > 0 }
      let popover = ContextMenu.open(menu, at: Point(x: 20, y: 20), in: widget)
      pump("the menu") { popover.isMapped }
      @MainActor func expectWhole() {
        pump("its whole height") {
          popover.height > 0
            && popover.height >= popover.measured(.vertical, for: popover.width).natural
        }
      }
      // The line is added by then.
      var isIdle = false
      MainLoop.whenIdle { isIdle = true }
      pump("the line") { isIdle }
      expectWhole()
      let height = popover.height
      let section = Menu()
      section.append("Three", action: "app.Three")
      menu.appendSection(section)
      pump("a third entry") { popover.measured(.vertical, for: popover.width).natural > height }
      expectWhole()
      // An open menu grabs the pointer, also for the following tests.
      popover.visible = false
      pump("the menu's end") { popover.parent == nil }
      drain()
      window.destroy()
      drain()
    }
  }

  // GTK's window kept each popover that was removed before the focus had left it, 0.08 MB, and the focus moved to the
  // first widget of the window.
  func testAClosedContextMenuGoesAndTheFocusReturns() {
    onMainThread {
      RealPointer.park()
      let window = Window()
      window.setDefaultSize(width: 300, height: 200)
      let widget = FocusableWidget()
      let column = Box(.vertical)
      column.append(Button("First"), widget)
      widget.vexpand = true
      widget.focusable = true
      window.child = column
      window.present()
      pump("the window") { widget.isMapped && widget.height > 0 }
      widget.takeFocus()
      @MainActor func openAndClose(_ times: Int) {
        for _ in 0..<times {
          let menu = Menu()
          menu.append("Choose", action: "test.choose")
          weak let popover = ContextMenu.open(menu, at: Point(x: 20, y: 20), in: widget)
          pump("the menu, with the focus") { popover?.isMapped == true && popover?.containsFocus == true }
          popover?.visible = false
          // Not `hasFocus`, which needs the keyboard: the window manager may not have given it to the window yet.
          XCTAssertIdentical(window.focusWidget, widget)
          pump("the menu's end") { popover == nil }
        }
        drain()
      }
      openAndClose(5)
      let objects = Object.liveCount
      openAndClose(20)
      XCTAssertEqual(Object.liveCount, objects)
      XCTAssertIdentical(window.focusWidget, widget)
      window.destroy()
      drain()
    }
  }

  // As long as the program was busy after a menu had closed, GTK sent the presses to the closed menu.
  func testAPressWhileTheProgramIsBusyAfterAMenuClosedIsNotTheMenus() {
    onMainThread {
      RealPointer.park()
      let title = "A closed menu"
      let widget = FocusableWidget()
      let window = Window()
      window.decorated = false
      window.title = title
      window.setDefaultSize(width: 300, height: 200)
      widget.focusable = true
      window.child = widget
      var presses = 0
      let click = GestureClick()
      click.pressed.connect { _, _, _ in presses += 1 }
      widget.add(click)
      var moves = 0
      let hover = MotionController()
      hover.moved.connect { _, _ in moves += 1 }
      widget.add(hover)
      window.present()
      pump("the window, with the keyboard") { widget.isMapped && widget.height > 0 && window.isActive }
      // The pointer is at the place where the menu opens.
      RealPointer.press(over: title, x: 40, y: 40)
      pump("a press") { presses == 1 }
      RealPointer.release()
      let menu = Menu()
      for entry in ["One", "Two", "Three"] { menu.append(entry, action: "app.\(entry)") }
      let popover = ContextMenu.open(menu, at: Point(x: 20, y: 20), in: widget)
      var isEntered = false
      let motion = MotionController()
      motion.entered.connect { _, _ in isEntered = true }
      popover.add(motion)
      pump("the menu, with the pointer") { isEntered }
      // With a higher priority than idle work, and a lower one than layout and drawing.
      let work = g_idle_add_full(G_PRIORITY_DEFAULT_IDLE - 1, { _ in 1 }, nil, nil)
      // With each layout, the window requests an event with the pointer's place in the widget that it was in last: the
      // menu. GTK sends that event after the next real one.
      let handle = window.frameClock?.afterPaint.connect(weak: popover) { popover in
        popover.visible = false
        window.queueResize()
      }
      window.queueResize()
      pump("the menu's end") { !popover.isMapped }
      moves = 0
      RealPointer.move(by: (x: 3, y: 3))
      pump("a move after the menu") { moves > 0 }
      handle?.disconnect()
      RealPointer.press()
      pump("a press after the menu") { presses == 2 }
      RealPointer.release()
      g_source_remove(work)
      pump("the popover's end") { popover.parent == nil }
      window.destroy()
      drain()
    }
  }

  // The ring of a message stayed when the keyboard was no longer used, since the message was not drawn again.
  func testAFocusRingThatAWidgetDrawsItselfComesAndGoes() {
    onMainThread {
      let widget = FocusableWidget()
      let window = Window()
      window.setDefaultSize(width: 300, height: 200)
      widget.focusable = true
      window.child = widget
      window.present()
      widget.takeFocus()
      pump("the first frame") { widget.drawnRings.last != nil }
      for isVisible in [true, false, true] {
        window.focusVisible = isVisible
        pump("a frame with the ring: \(isVisible)") { widget.drawnRings.last == isVisible }
      }
      window.destroy()
      drain()
    }
  }

  // GTK hides the rings three seconds after a key, and the focus is then invisible.
  func testFocusRingsStayForAsLongAsTheKeyboardIsUsed() {
    onMainThread {
      let window = Window()
      window.present()
      window.lastInput = .keyboard
      XCTAssertTrue(window.focusVisible, "also after a key that a widget handles itself")
      window.focusVisible = false
      pump("the rings") { window.focusVisible }
      window.lastInput = .pointer
      XCTAssertFalse(window.focusVisible)
      drain()
      XCTAssertFalse(window.focusVisible)
      window.destroy()
      drain()
    }
  }

  // Opening a menu takes the keyboard from its window for a moment. GTK's window kept each menu that closed at that time.
  func testAMenuThatClosesBeforeItHasTheKeyboardGoes() {
    onMainThread {
      RealPointer.park()
      let widget = FocusableWidget()
      let window = Window()
      window.setDefaultSize(width: 300, height: 200)
      widget.focusable = true
      window.child = widget
      window.present()
      pump("the window") { widget.isMapped && widget.height > 0 }
      widget.takeFocus()
      for _ in 0..<3 {
        pump("the keyboard") { window.isActive }
        let menu = Menu()
        menu.append("Choose", action: "test.choose")
        weak let popover = ContextMenu.open(menu, at: Point(x: 20, y: 20), in: widget)
        let handle = window.notify("is-active").connect {
          guard !window.isActive else { return }
          XCTAssertEqual(popover?.containsFocus, false)
          popover?.visible = false
        }
        pump("the menu's end") { popover == nil }
        handle.disconnect()
        XCTAssertIdentical(window.focusWidget, widget)
      }
      window.destroy()
      drain()
    }
  }

  // A tooltip is due half a second after the pointer was in a menu. GTK used the surface of a menu that was removed,
  // but not yet deallocated: a critical.
  func testATooltipThatIsDueForAClosedMenuDoesNotLookForIt() {
    onMainThread {
      Self.closeAMenuWithTheTooltipDue { _ in
        var isOver = false
        MainLoop.after(seconds: 0.7) { isOver = true }
        pump("the tooltip's time") { isOver }
      }
    }
  }

  // The same for a menu that was to be removed on the loop's next turn: the tooltip was shown before that.
  func testAnOverdueTooltipDoesNotLookForAWidgetThatHasGone() {
    onMainThread {
      Self.closeAMenuWithTheTooltipDue { window in
        window.child = nil
        let end = g_get_monotonic_time() + 700_000
        while g_get_monotonic_time() < end {}
        drain()
      }
    }
  }

  /// Opens a menu that contains the pointer, closes it and calls `body` with the window.
  @MainActor
  private static func closeAMenuWithTheTooltipDue(_ body: (Window) -> Void) {
    RealPointer.park()
    let title = "A small window"
    let widget = FocusableWidget()
    let window = Window()
    window.decorated = false
    window.title = title
    window.setDefaultSize(width: 200, height: 60)
    widget.focusable = true
    window.child = widget
    var presses = 0
    let click = GestureClick()
    click.pressed.connect { _, _, _ in presses += 1 }
    widget.add(click)
    window.present()
    pump("the window, with the keyboard") { widget.isMapped && widget.height > 0 && window.isActive }
    RealPointer.press(over: title, x: 40, y: 40)
    pump("a press") { presses == 1 }
    RealPointer.release()
    let menu = Menu()
    for entry in ["One", "Two", "Three", "Four", "Five"] { menu.append(entry, action: "app.\(entry)") }
    let popover = ContextMenu.open(menu, at: Point(x: 20, y: 20), in: widget)
    var moves = 0
    let motion = MotionController()
    motion.moved.connect { _, _ in moves += 1 }
    popover.add(motion)
    pump("the menu, with the pointer") { popover.isMapped && popover.height > 100 }
    // Below the window. Otherwise GTK would request the tooltip from the window.
    RealPointer.move(by: (x: 2, y: 60))
    pump("a move in the menu") { moves > 0 }
    popover.visible = false
    body(window)
    XCTAssertNil(popover.parent)
    window.destroy()
    drain()
  }

  // GTK kept the popover, and half a second after the pointer was in it, a tooltip's timer used its surface: a critical.
  func testAMenuThatIsOpenWhenItsWindowClosesGoes() {
    onMainThread {
      RealPointer.park()
      weak var popover: Widget?
      @MainActor func openAndCloseWindow() {
        let widget = FocusableWidget()
        let window = Window()
        window.setDefaultSize(width: 300, height: 200)
        widget.focusable = true
        window.child = widget
        window.present()
        pump("the window") { widget.isMapped && widget.height > 0 }
        let menu = Menu()
        menu.append("Choose", action: "test.choose")
        popover = ContextMenu.open(menu, at: Point(x: 20, y: 20), in: widget)
        pump("the menu, with the focus") { popover?.isMapped == true && popover?.containsFocus == true }
        window.destroy()
        XCTAssertNil(window.focusWidget)
      }
      openAndCloseWindow()
      pump("the menu's end") { popover == nil }
    }
  }

  // After a compositor had refused the popover of a tap, the window ignored all input, or the button had to be tapped
  // twice.
  func testAPopoverThatIsRefusedWhileItOpensLeavesTheWindowAwake() {
    onMainThread {
      RealPointer.park()
      let menu = Menu()
      menu.append("One", action: "app.One")
      let window = Window()
      let title = "backscroll refused popover"
      window.title = title
      window.setDefaultSize(width: 300, height: 300)
      let column = Box(.vertical)
      let (button, other) = (MenuButton(iconName: "open-menu-symbolic", menu: menu), Button("Other"))
      column.append(button, other)
      window.child = column
      var clicks = 0
      other.clicked.connect { clicks += 1 }
      window.present()
      pump("the window") { other.isMapped && other.height > 0 && window.isActive }
      let popover = button.children.first { $0.cssNodeName == "popover" }!
      // While GTK shows the popover, as in a refusal.
      var refusals = 0
      let mapped: Signal<> = Signal(popover, "map")
      let handle = mapped.connect { [weak popover] in
        refusals += 1
        popover?.visible = false
      }
      gtk_menu_button_popup(button.raw.opaque)
      XCTAssertEqual(refusals, 1)
      XCTAssertFalse(popover.visible)
      handle.disconnect()
      RealPointer.press(over: title, x: 150, y: button.height + other.height / 2)
      RealPointer.release()
      pump("a click on another button") { clicks == 1 }
      gtk_menu_button_popup(button.raw.opaque)
      pump("the popover") { popover.isMapped }
      popover.visible = false
      pump("its end") { !popover.isMapped }
      window.destroy()
      drain()
    }
  }
}

/// A widget without children that takes the focus.
private final class FocusableWidget: CustomWidget {
  /// Whether a ring was to be shown, for each time that the widget was drawn.
  private(set) var drawnRings: [Bool] = []

  override func snapshot(_ snapshot: Snapshot) { drawnRings.append(showsFocus) }
  override func focus(_ direction: FocusDirection) -> Bool { hasFocus ? false : takeFocus() }
}
