import Gtk
import Paging
import ScrollCore

/// The rows of a feed: the pager's items, and the rows below them or in their place.
@MainActor
public final class FeedModel<Source: PageSource>: ListModel {
  /// The identity of a row.
  public enum ID: Hashable {
    /// The row of the item with this identity.
    case item(Source.Item.ID)
    /// A row in place of an item, while the first page loads; by its number from 0.
    case skeleton(Int)
    /// The row below the last item; see ``FeedFooter``.
    case footer
  }

  /// A class of rows.
  public enum Kind: Hashable {
    /// The rows of items.
    case item
    /// The rows in place of items.
    case skeleton
    /// The row below the last item.
    case footer
  }

  /// The content of a row.
  public enum Row {
    /// An item.
    case item(Source.Item)
    /// A row in place of an item; by its number from 0.
    case skeleton(Int)
    /// The row below the last item.
    case footer
  }

  /// The rows below the items.
  enum Tail: Equatable {
    case none
    case skeletons(Int)
    case footer

    var count: Int {
      switch self {
      case .none: 0
      case .skeletons(let count): count
      case .footer: 1
      }
    }
  }

  /// The observers of the rows.
  public let changes = ListChanges()
  private(set) var tail = Tail.none
  private let pager: Pager<Source>

  init(_ pager: Pager<Source>) { self.pager = pager }

  /// The number of rows.
  public var count: Int { pager.items.count + tail.count }

  /// The content of a row.
  public subscript(index: Int) -> Row {
    let rest = index - pager.items.count
    return rest < 0 ? .item(pager.items[index]) : tail == .footer ? .footer : .skeleton(rest)
  }

  /// The identity of a row.
  public func id(at index: Int) -> ID {
    switch self[index] {
    case .item(let item): .item(item.id)
    case .skeleton(let number): .skeleton(number)
    case .footer: .footer
    }
  }

  /// The class of a row.
  public func kind(at index: Int) -> Kind {
    index < pager.items.count ? .item : tail == .footer ? .footer : .skeleton
  }

  /// The index of a row; nil if there is none.
  ///
  /// - Complexity: O(n) for items.
  public func index(of id: ID) -> Int? {
    switch (id, tail) {
    case (.item(let id), _): pager.items.firstIndex { $0.id == id }
    case (.skeleton(let number), .skeletons(let count)): number < count ? pager.items.count + number : nil
    case (.footer, .footer): pager.items.count
    default: nil
    }
  }

  func setTail(_ new: Tail) {
    guard new != tail else { return }
    let old = tail
    tail = new
    changes(.splice(Splice(at: pager.items.count, removing: old.count, inserting: new.count)))
  }

  /// Forwards a change of the pager's items. The first items replace the skeletons.
  func splice(_ splice: Splice) {
    var splice = splice
    if case .skeletons(let count) = tail {
      splice = Splice(at: 0, removing: count).then(splice)
      tail = .none
    }
    changes(.splice(splice))
  }

  func updateFooter() {
    if tail == .footer { changes(.update(index: pager.items.count)) }
  }
}
