import ScrollCore

/// The rows of a feed: its items, and what stands below them or in their place.
@MainActor
final class FeedModel<Element: Identifiable>: ListModel {
  /// What a row shows.
  enum Item {
    case item(Element)
    case footer
    /// The place of an awaited item, counted from the first such row.
    case skeleton(Int)
  }

  /// A row's identity.
  enum ID: Hashable {
    case item(Element.ID)
    case footer
    /// In the place of an item that is awaited.
    case skeleton(Int)
  }

  /// A row's kind, which is also the kind of its widget.
  enum Kind {
    case item, footer, skeleton
  }

  let changes = ListChanges()
  private(set) var items: [Element] = []
  private var skeletons = 0
  private var hasFooter = false

  var count: Int { items.count + skeletons + (hasFooter ? 1 : 0) }

  func id(at index: Int) -> ID {
    if index < items.count { return .item(items[index].id) }
    let rest = index - items.count
    return rest < skeletons ? .skeleton(rest) : .footer
  }

  /// - Complexity: O(n) for items; a search is rare.
  func index(of id: ID) -> Int? {
    switch id {
    case .item(let wanted): items.firstIndex { $0.id == wanted }
    case .skeleton(let number): number < skeletons ? items.count + number : nil
    case .footer: hasFooter ? count - 1 : nil
    }
  }

  subscript(index: Int) -> Item {
    switch id(at: index) {
    case .item: .item(items[index])
    case .footer: .footer
    case .skeleton(let number): .skeleton(number)
    }
  }

  func kind(at index: Int) -> Kind {
    switch id(at: index) {
    case .item: .item
    case .footer: .footer
    case .skeleton: .skeleton
    }
  }

  /// Puts items in place of others.
  func replace(_ range: Range<Int>, with new: some Collection<Element>) {
    guard !range.isEmpty || !new.isEmpty else { return }
    items.replaceSubrange(range, with: new)
    changes.send(.splice(Splice(at: range.lowerBound, removing: range.count, inserting: new.count)))
  }

  /// Puts an item of the same identity in place of the one at `index`.
  func update(_ item: Element, at index: Int) {
    items[index] = item
    changes.send(.update(index: index))
  }

  /// Shows this many rows in the place of items, below those there are.
  func setSkeletons(_ new: Int) {
    guard new != skeletons else { return }
    let old = skeletons
    skeletons = new
    changes.send(.splice(Splice(at: items.count, removing: old, inserting: new)))
  }

  func setFooter(_ shown: Bool) {
    guard shown != hasFooter else { return }
    let place = items.count + skeletons
    hasFooter = shown
    changes.send(.splice(Splice(at: place, removing: shown ? 0 : 1, inserting: shown ? 1 : 0)))
  }

  /// The footer looks different now.
  func footerChanged() {
    if hasFooter { changes.send(.update(index: count - 1)) }
  }
}
