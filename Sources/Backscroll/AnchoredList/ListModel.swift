/// What an ``AnchoredList`` shows: identified rows, asked for by index. Rows need not exist before they are asked for.
@MainActor
public protocol ListModel<ID>: AnyObject {
  associatedtype ID: Hashable

  var count: Int { get }

  /// The row's identity: never the same for two rows, kept while the row moves or changes.
  func id(at index: Int) -> ID

  /// Where the row with this identity stands; nil when there is none.
  func index(of id: ID) -> Int?

  /// A number in 0..<8 for rows alike in height: they share an estimate until they are measured.
  func kind(at index: Int) -> Int

  /// Tells the lists of each change, after it has been made.
  var changes: ListChanges { get }
}

extension ListModel {
  /// All rows are of one kind unless the model says otherwise.
  public func kind(at index: Int) -> Int { 0 }
}

/// One step in a model's life.
public enum ListChange: Sendable, Equatable {
  /// At `index`, `removed` rows went and `inserted` came in their place.
  case splice(index: Int, removed: Int, inserted: Int)
  /// The row's contents changed, and perhaps its height; it is still the same row.
  case update(index: Int)
}

/// The listeners of a model.
@MainActor
public final class ListChanges {
  private var listeners: [(owner: () -> AnyObject?, body: (ListChange) -> Void)] = []

  public init() {}

  /// Calls `body` at each change for as long as `owner` lives.
  public func observe<Owner: AnyObject>(weak owner: Owner, _ body: @escaping (Owner, ListChange) -> Void) {
    listeners.append(
      (
        owner: { [weak owner] in owner },
        body: { [weak owner] change in
          if let owner { body(owner, change) }
        }
      ))
  }

  /// Tells everyone, in the order they came.
  public func send(_ change: ListChange) {
    listeners.removeAll { $0.owner() == nil }
    for listener in listeners { listener.body(change) }
  }
}
