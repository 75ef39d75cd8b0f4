import Gtk
import ScrollCore

/// The rows of a GListModel: a GListStore, a GtkStringList, a GtkFilterListModel, or a model of other C code.
///
///     import Backscroll
///     import CGtk
///     import Gtk
///
///     Application.run("org.example.Strings") { window in
///       let strings = gtk_string_list_new(nil)!
///       gtk_string_list_append(strings, "A line")
///       let rows = GtkListModel(unsafeOwning: UnsafeMutableRawPointer(strings)) { object in
///         String(cString: gtk_string_object_get_string(OpaquePointer(object)))
///       }
///       let list = AnchoredList(rows, makeContent: { Label() }) { label, text in label.text = text }
///       window.child = ScrolledWindow(child: list)
///     }
///
/// Nothing is copied: an object is asked for when its row is needed, and `read` makes of its address what the row shows,
/// such as a text. Each `items-changed` is a splice. A row is identified by the address of its object, so an object that
/// a sort model moves keeps its row and its place. An ``ID`` keeps its object, so its address is not used again for
/// another one as long as a list knows the row, also if the model makes objects on demand, as a GtkMapListModel does.
///
/// Objects report changes of their properties themselves. If `read` is to be called again for a row, let the model emit
/// `items-changed` with the same object.
///
/// An object that is in the model twice has two rows with one identity. Both are shown, but both are selected when one of
/// them is, and a search by identity finds the one that is nearer to where the ID was taken from.
///
/// Reading costs what the model's `get_item` costs; ``index(of:)`` is explained there.
@MainActor
public final class GtkListModel<Item, Kind: Hashable>: ListModel {
  /// The lists that show the rows.
  public let changes = ListChanges()

  private let objects: ObjectList
  private let read: (_ object: UnsafeMutableRawPointer) -> Item
  private let kindOf: (GtkListModel, _ index: Int) -> Kind
  /// Counts the model's changes.
  private var revision = 0

  /// Makes the rows of a GListModel to which the caller has a reference of its own, as a widget that shows it does.
  ///
  /// - Parameters:
  ///   - model: The address of a GListModel. Ends the program for another GObject.
  ///   - read: Makes an item of the address of an object, which is valid during the call and as long as the object is in
  ///     the model.
  public convenience init(
    unsafeBorrowing model: UnsafeMutableRawPointer,
    read: @escaping (_ object: UnsafeMutableRawPointer) -> Item
  ) where Kind == OneKind {
    self.init(.wrap(borrowed: model), read) { _, _ in .row }
  }

  /// Makes the rows of a GListModel, and takes over the reference that a function of C gives to its caller, as each
  /// constructor of a model does (*transfer full*). See ``init(unsafeBorrowing:read:)``.
  public convenience init(
    unsafeOwning model: UnsafeMutableRawPointer, read: @escaping (_ object: UnsafeMutableRawPointer) -> Item
  ) where Kind == OneKind {
    self.init(.wrap(owned: model), read) { _, _ in .row }
  }

  /// Makes rows of several kinds; `kind` returns an item's kind. See ``init(unsafeBorrowing:read:)``.
  public convenience init(
    unsafeBorrowing model: UnsafeMutableRawPointer,
    read: @escaping (_ object: UnsafeMutableRawPointer) -> Item, kind: @escaping (Item) -> Kind
  ) {
    self.init(.wrap(borrowed: model), read) { model, index in kind(model[index]) }
  }

  /// Makes rows of several kinds; `kind` returns an item's kind. See ``init(unsafeOwning:read:)``.
  public convenience init(
    unsafeOwning model: UnsafeMutableRawPointer,
    read: @escaping (_ object: UnsafeMutableRawPointer) -> Item, kind: @escaping (Item) -> Kind
  ) {
    self.init(.wrap(owned: model), read) { model, index in kind(model[index]) }
  }

  private init(
    _ objects: ObjectList, _ read: @escaping (UnsafeMutableRawPointer) -> Item,
    _ kindOf: @escaping (GtkListModel, Int) -> Kind
  ) {
    self.objects = objects
    self.read = read
    self.kindOf = kindOf
    objects.itemsChanged.connect(weak: self) { $0.follow(index: Int($1), removed: Int($2), added: Int($3)) }
  }

  private func follow(index: Int, removed: Int, added: Int) {
    revision += 1
    changes(.splice(Splice(at: index, removing: removed, inserting: added)))
  }

  // MARK: Reading

  /// The number of rows.
  public var count: Int { objects.count }

  /// What `read` makes of the object at an index.
  public subscript(index: Int) -> Item { read(object(at: index).raw) }

  /// The kind of the row at an index.
  public func kind(at index: Int) -> Kind { kindOf(self, index) }

  /// The identity of the object at an index.
  public func id(at index: Int) -> ID { ID(object(at: index), at: index) }

  private func object(at index: Int) -> ObjectReference {
    guard let object = objects.object(at: index) else {
      preconditionFailure("The model has no object at \(index) of \(count)")
    }
    return object
  }

  /// The index of an object's row; nil if it is not in the model. If the object is in the model twice, the index of the
  /// row nearer to where the ID was taken from.
  ///
  /// A GListModel has no such search. This one goes outwards from where the object was when it was read or found last,
  /// so it takes as many steps as the object has moved. That an object is not in the model takes a step for each row, but
  /// not again until the model changes.
  public func index(of id: ID) -> Int? {
    let trace = id.trace
    let owner = ObjectIdentifier(self)
    if trace.isKnown(in: owner, at: revision), trace.index == nil { return nil }
    let found = nearest(to: trace.index ?? trace.lastIndex, id)
    trace.note(found, in: owner, at: revision)
    return found
  }

  private func nearest(to start: Int, _ id: ID) -> Int? {
    let (count, address) = (count, id.unsafePointer)
    guard count > 0 else { return nil }
    let start = min(start, count - 1)
    for distance in 0...max(start, count - 1 - start) {
      if start - distance >= 0, objects.has(address, at: start - distance) { return start - distance }
      if start + distance < count, objects.has(address, at: start + distance) { return start + distance }
    }
    return nil
  }

  // MARK: Selection

  /// Ties the selection of a list to that of the model, if the model is a GtkSelectionModel: a row that is selected in one
  /// is selected in the other. Does nothing for other models.
  ///
  /// The list gets the model's selection, and a ``AnchoredList/selectionMode`` that fits: `none` for a GtkNoSelection,
  /// `single` for a GtkSingleSelection, otherwise `multiple`. The model decides: what it refuses, such as an empty
  /// selection with `autoselect`, is not selected in the list either.
  ///
  /// A change costs O(k) for k selected rows.
  public func shareSelection<Row: Widget>(with list: AnchoredList<GtkListModel, Row>) {
    guard let selection = objects.selection else { return }
    list.selectionMode =
      switch selection {
      case .none: .none
      case .single: .single
      case .multiple: .multiple
      }
    showSelection(in: list)
    objects.selectionChanged.connect(weak: list) { [weak self] list, _, _ in self?.showSelection(in: list) }
    // The selection of objects that are added or removed changes without a signal of its own.
    changes.connect(weak: list) { [weak self] list, _ in self?.showSelection(in: list) }
    list.didChangeSelection.connect { [weak self, weak list] rows in
      guard let self, let list else { return }
      let indices = rows.compactMap { self.index(of: $0) }.sorted()
      if indices != objects.selected { objects.select(indices) }
      showSelection(in: list)
    }
  }

  private func showSelection<Row: Widget>(in list: AnchoredList<GtkListModel, Row>) {
    let rows = Set(objects.selected.map { id(at: $0) })
    if rows != list.selection { list.selection = rows }
  }
}

extension GtkListModel {
  /// The identity of an object: its address. It keeps the object.
  public struct ID: Hashable, Sendable {
    private let object: ObjectReference
    fileprivate let trace: Trace

    @MainActor
    fileprivate init(_ object: ObjectReference, at index: Int) {
      self.object = object
      trace = Trace(index)
    }

    /// Makes the identity of a GObject, for a search of its row.
    @MainActor
    public init(unsafeOf object: UnsafeMutableRawPointer) {
      self.init(ObjectReference(borrowed: object), at: 0)
    }

    /// The GObject.
    @MainActor
    public var unsafePointer: UnsafeMutableRawPointer { object.raw }

    public static func == (first: ID, second: ID) -> Bool { first.object.address == second.object.address }

    public func hash(into hasher: inout Hasher) { hasher.combine(object.address) }
  }

  /// Where an object was found last.
  @MainActor
  fileprivate final class Trace {
    /// The object's index, or the latest one that it had.
    private(set) var lastIndex: Int
    /// nil if it was not found.
    private(set) var index: Int?
    private var search: (model: ObjectIdentifier, revision: Int)?

    init(_ index: Int) {
      lastIndex = index
      self.index = index
    }

    func isKnown(in model: ObjectIdentifier, at revision: Int) -> Bool {
      search.map { $0 == (model, revision) } ?? false
    }

    func note(_ found: Int?, in model: ObjectIdentifier, at revision: Int) {
      index = found
      if let found { lastIndex = found }
      search = (model, revision)
    }
  }
}
