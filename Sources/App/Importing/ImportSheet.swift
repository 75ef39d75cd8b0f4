import Controls
import Gtk

/// Shows one page over the whole window, in the middle with a scrim around it; below ``wholeBelow`` points it fills the
/// window.
package final class ImportSheet: CustomWidget {
  /// Points.
  static let size = (width: 560, height: 700)
  static let wholeBelow = 600
  private static let margin = 8

  package var covers: CoverStack?
  private(set) var page: Widget?

  override init() {
    super.init()
    overflow = .hidden
    visible = false
  }

  package override class var cssName: String { "importsheet" }
  package override class var accessibleRole: AccessibleRole { .group }

  var isOpen: Bool { page != nil }

  func open(_ new: Widget) {
    if page == nil { covers?.open(.importPage, self) { [weak self] in self?.close() } }
    page?.unparent()
    page = new
    new.addClass("bs-import-page")
    new.setParent(self)
    visible = true
    queueResize()
  }

  func close() {
    guard let page else { return }
    page.unparent()
    self.page = nil
    visible = false
    covers?.remove(.importPage)
  }

  package override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    // The page is measured before it is placed; the window may be smaller than it wants.
    _ = page?.measured(orientation)
    return Measure(minimum: 0)
  }

  package override func allocate(width: Int, height: Int) {
    guard let page else { return }
    guard width >= Self.wholeBelow else {
      page.setClass("whole", true)
      page.place(leading: 0, top: 0, width: width, height: height)
      return
    }
    page.setClass("whole", false)
    let high = min(Self.size.height, max(0, height - 2 * Self.margin))
    page.place(
      leading: (width - Self.size.width) / 2, top: (height - high) / 2, width: Self.size.width, height: high)
  }

  package override func snapshot(_ snapshot: Snapshot) {
    let scrim = color(named: "bs_scrim") ?? Color(hex: 0x14_1428, alpha: 0.32)
    snapshot.fill(Rect(x: 0, y: 0, width: Double(width), height: Double(height)), scrim)
    if let page { snapshot.add(page, of: self) }
  }

  package override func dispose() {
    page?.unparent()
    super.dispose()
  }
}
