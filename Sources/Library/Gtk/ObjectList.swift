import CGtk

/// A GListModel: a list of GObjects that reports its changes. It may be a GtkSelectionModel as well.
@MainActor
package final class ObjectList: Object {
  private var model: OpaquePointer { raw.opaque }

  /// The object of a GListModel with a reference that the caller owns (transfer full).
  package static func wrap(owned raw: UnsafeMutableRawPointer) -> ObjectList {
    defer { g_object_unref(raw) }
    return wrap(borrowed: raw)
  }

  /// The object of a GListModel (transfer none).
  package static func wrap(borrowed raw: UnsafeMutableRawPointer) -> ObjectList {
    precondition(raw.isA(g_list_model_get_type()), "The object is not a GListModel")
    return Object.peer(of: raw) { ObjectList(borrowed: $0) }
  }

  /// The number of objects.
  package var count: Int { Int(g_list_model_get_n_items(model)) }

  /// The object at an index; nil beyond the last one.
  package func object(at index: Int) -> ObjectReference? {
    g_list_model_get_item(model, guint(index)).map { ObjectReference(owned: $0) }
  }

  /// Whether the object at an index has this address.
  package func has(_ address: UnsafeMutableRawPointer, at index: Int) -> Bool {
    guard let item = g_list_model_get_item(model, guint(index)) else { return false }
    g_object_unref(item)
    return item == address
  }

  /// Emitted after objects have changed, with the index and the numbers of removed and added objects.
  package var itemsChanged: Signal<UInt32, UInt32, UInt32> { Signal(self, "items-changed") }

  // MARK: Selection

  /// The number of objects of a GtkSelectionModel that can be selected.
  package enum Selection { case none, single, multiple }

  /// How objects are selected; nil if the model is no GtkSelectionModel.
  package var selection: Selection? {
    guard raw.isA(gtk_selection_model_get_type()) else { return nil }
    if raw.isA(gtk_no_selection_get_type()) { return Selection.none }
    return raw.isA(gtk_single_selection_get_type()) ? .single : .multiple
  }

  /// Emitted after the selection has changed, with the range in which it did.
  package var selectionChanged: Signal<UInt32, UInt32> { Signal(self, "selection-changed") }

  /// The indices of the selected objects, ascending.
  package var selected: [Int] {
    let bits = gtk_selection_model_get_selection(model)!
    defer { gtk_bitset_unref(bits) }
    var (iterator, index, indices) = (GtkBitsetIter(), guint(0), [Int]())
    guard gtk_bitset_iter_init_first(&iterator, bits, &index) != 0 else { return [] }
    repeat { indices.append(Int(index)) } while gtk_bitset_iter_next(&iterator, &index) != 0
    return indices
  }

  /// Asks the model to select these objects and no others. It may do otherwise.
  package func select(_ indices: [Int]) {
    let bits = gtk_bitset_new_empty()!
    defer { gtk_bitset_unref(bits) }
    for index in indices { gtk_bitset_add(bits, guint(index)) }
    let all = gtk_bitset_new_range(0, guint(count))!
    defer { gtk_bitset_unref(all) }
    guard gtk_selection_model_set_selection(model, bits, all) == 0 else { return }
    // A model of a single selection only selects and unselects one object.
    if let first = indices.first {
      gtk_selection_model_select_item(model, guint(first), 1)
    } else {
      for index in selected { gtk_selection_model_unselect_item(model, guint(index)) }
    }
  }
}

/// A reference to a GObject that needs no peer. The object lives as long as this one.
@MainActor
package final class ObjectReference {
  /// The GObject's address.
  package nonisolated let address: UInt
  /// The GObject.
  package var raw: UnsafeMutableRawPointer { UnsafeMutableRawPointer(bitPattern: address)! }

  /// Takes over a reference that the caller owns (transfer full).
  package init(owned raw: UnsafeMutableRawPointer) { address = UInt(bitPattern: raw) }

  /// Adds a reference (transfer none).
  package convenience init(borrowed raw: UnsafeMutableRawPointer) { self.init(owned: g_object_ref(raw)) }

  isolated deinit { g_object_unref(raw) }
}
