import Gtk
import ScrollCore

/// The rows of an ``AnchoredList``: identified items, read by index. A row need not exist before it is read.
///
/// A model changes its rows first and then sends what has changed to ``changes``. ``ListStore`` is the ordinary model;
/// write another one for rows that are computed or loaded when they are read.
@MainActor
public protocol ListModel<Item>: AnyObject {
  /// The content of a row.
  associatedtype Item
  /// A row's identity.
  associatedtype ID: Hashable
  /// A class of rows with similar heights, such as "picture" or "one line of text". Rows of one kind share their
  /// widgets and their estimated height. Use ``OneKind`` if all rows are alike.
  associatedtype Kind: Hashable

  /// The number of rows.
  var count: Int { get }

  /// The item of a row, `0..<count`.
  subscript(index: Int) -> Item { get }

  /// The identity of a row: unique in the model, and the same while the row moves or changes.
  func id(at index: Int) -> ID

  /// The index of the row with this identity; nil if there is none.
  func index(of id: ID) -> Int?

  /// The kind of a row.
  func kind(at index: Int) -> Kind

  /// The observers of the model.
  var changes: ListChanges { get }
}

extension ListModel where Item: Identifiable, ID == Item.ID {
  /// The item's identity.
  public func id(at index: Int) -> ID { self[index].id }
}

extension ListModel where Kind == OneKind {
  /// The only kind.
  public func kind(at index: Int) -> OneKind { .row }
}

/// The kind of a model's rows if all of them are alike.
public enum OneKind: Hashable, Sendable {
  /// A row.
  case row
}

/// A change to the rows of a ``ListModel``.
public enum ListChange: Sendable, Equatable {
  /// Rows were removed, inserted or replaced. A row that moved was removed and then inserted again.
  case splice(Splice)
  /// The item of a row changed, and perhaps its height and its kind. Its identity is the same.
  case update(index: Int)
}

/// The changes of a ``ListModel``. Send one after the model has made it.
public typealias ListChanges = Callback<ListChange>
