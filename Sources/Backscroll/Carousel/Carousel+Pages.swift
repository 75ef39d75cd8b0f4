import Gtk
import ScrollCore
import Translation

extension Carousel {
  func itemsChanged(from old: [Item]) {
    let places = Dictionary(items.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    let known = Set(old.lazy.map(\.id))
    if !old.isEmpty, animates {
      // What comes into view with the change fades in.
      for item in items where !known.contains(item.id) && pool[item.id] == nil {
        appearing[item.id] = .some(nil)
      }
    }
    takeFocusFromPages { places[$0] == nil }
    pool.recycle(keeping: Set(places.keys))
    for (id, page) in pool.bound { if let index = places[id] { bind(page, items[index]) } }
    shown = []
    // Of a page that is gone there is nothing to tell.
    untold = untold.compactMap { $0.moved { places[old[$0].id] } }
    apply { track in
      track.reindex(count: self.items.count) { places[old[$0].id] }
    }
    scheduleAutoplay()
  }

  /// The position has changed: what shows, and where.
  func moved() {
    bindPages()
    queueAllocate()
    if toldPosition != position {
      toldPosition = position
      didMove?(position)
    }
    if track.isMoving || !appearing.isEmpty { startTicking() }
  }

  /// Gives each page in view, and the next ones, its widget. Outside of layout: what is bound asks for a size.
  func bindPages() {
    let reach = geometry.reach
    let pages = track.ring.pages(around: position, before: reach.before, after: reach.after)
    let position = position
    shown = pages.map { ($0, geometry.place(ofSlot: $0.slot, at: position)) }
      .sorted { abs(Double($0.page.slot) - position) > abs(Double($1.page.slot) - position) }
    let selected = selectedIndex.map { items[$0].id }
    takeFocusFromPages { $0 != selected }
    pool.recycle(keeping: Set(pages.map { items[$0.index].id }))
    for entry in pages where !entry.isPicture {
      let item = items[entry.index]
      let page = pool[item.id] ?? bound(to: item)
      page.setAccessiblePosition(entry.index + 1, of: items.count)
      // The one in the middle is used; the others are only gone to.
      let isSelected = entry.index == selectedIndex
      if page.canTarget != isSelected { page.setAccessibleSelected(isSelected) }
      page.canTarget = isSelected
      page.canFocus = isSelected
      (page as? any CarouselPage)?.didMove(toOffset: Double(entry.slot) - position)
    }
  }

  /// The keys are not to go on working on a page that is left, or even gone.
  private func takeFocusFromPages(where leaves: (Item.ID) -> Bool) {
    guard containsFocus, !hasFocus else { return }
    if pool.bound.contains(where: { leaves($0.key) && $0.value.containsFocus }) { takeFocus() }
  }

  private func bound(to item: Item) -> Page {
    let page = pool.take(for: item.id, in: self)
    bind(page, item)
    page.setAccessibleRoleDescription(tr("slide"))
    // Told again as soon as it is known whether it is the chosen one.
    page.canTarget = false
    page.setAccessibleSelected(false)
    if appearing[item.id] != nil { page.opacity = 0 }
    return page
  }
}
