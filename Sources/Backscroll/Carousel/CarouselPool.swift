import Gtk

/// The page widgets of a carousel: those bound to an item, and those that wait for one.
@MainActor
final class CarouselPool<ID: Hashable, Page: Widget> {
  private(set) var bound: [ID: Page] = [:]
  private var spare: [Page] = []
  private let makePage: () -> Page

  /// Spare widgets kept: as many as come into view with the next few pages.
  private static var spareLimit: Int { 6 }

  init(makePage: @escaping () -> Page) { self.makePage = makePage }

  subscript(id: ID) -> Page? { bound[id] }

  /// A widget for an item that has none, recycled or new.
  func take(for id: ID, in parent: CustomWidget) -> Page {
    let page: Page
    if let recycled = spare.popLast() {
      page = recycled
      page.isChildVisible = true
    } else {
      page = makePage()
      page.setParent(parent)
    }
    page.opacity = 1
    bound[id] = page
    return page
  }

  /// Puts back the widgets of all items but the `kept`.
  func recycle(keeping kept: Set<ID>) {
    for (id, page) in bound where !kept.contains(id) {
      bound[id] = nil
      guard spare.count < Self.spareLimit else {
        page.unparent()
        continue
      }
      page.isChildVisible = false
      spare.append(page)
    }
  }

  func removeAll() {
    for page in bound.values { page.unparent() }
    for page in spare { page.unparent() }
    bound = [:]
    spare = []
  }
}
