import CGtk

/// GtkListView with a signal factory and a list of strings, as one would use it for messages: something to measure
/// against. Rows are told apart by a number, which is all that the model's strings hold.
@MainActor
public final class PeerListView: Widget {
  /// Counts from the model's first row; grows as rows come before it.
  public private(set) var count = 0

  private let strings: OpaquePointer
  private let factory: Object
  /// The widgets that show a row just now.
  private var shown: [Int: Widget] = [:]

  /// `makeRow` makes an empty row, `bind` fills one with a number's contents, again and again.
  public init(makeRow: @escaping () -> Widget, bind: @escaping (Widget, Int) -> Void) {
    strings = gtk_string_list_new(nil)
    factory = Object(owned: UnsafeMutableRawPointer(gtk_signal_list_item_factory_new()))
    // Both are taken over; the list keeps one of each for itself.
    let selection = gtk_no_selection_new(
      OpaquePointer(g_object_ref(UnsafeMutableRawPointer(strings))))
    super.init(borrowed: gtk_list_view_new(selection, OpaquePointer(g_object_ref(factory.raw))))
    // A row that has the focus before the first layout leaves GtkListView 4.8 blank.
    canFocus = false
    _ = SignalSource(object: factory, name: "setup").connect { values, _ in
      guard let item = g_value_get_object(values + 1) else { return }
      let row = makeRow()
      withExtendedLifetime(row) { gtk_list_item_set_child(OpaquePointer(item), row.widget) }
    }
    _ = SignalSource(object: factory, name: "bind").connect { [weak self] values, _ in
      guard let item = g_value_get_object(values + 1).map({ OpaquePointer($0) }),
        let number = PeerListView.number(of: item), let row = PeerListView.row(of: item)
      else { return }
      bind(row, number)
      self?.shown[number] = row
    }
    _ = SignalSource(object: factory, name: "unbind").connect { [weak self] values, _ in
      guard let item = g_value_get_object(values + 1).map({ OpaquePointer($0) }),
        let number = PeerListView.number(of: item), let row = PeerListView.row(of: item)
      else { return }
      if self?.shown[number] === row { self?.shown[number] = nil }
    }
  }

  isolated deinit { g_object_unref(UnsafeMutableRawPointer(strings)) }

  private static func number(of item: OpaquePointer) -> Int? {
    guard let object = gtk_list_item_get_item(item),
      let text = gtk_string_object_get_string(OpaquePointer(object))
    else { return nil }
    return Int(String(cString: text))
  }

  private static func row(of item: OpaquePointer) -> Widget? {
    gtk_list_item_get_child(item).flatMap { Object.peer(of: $0) as? Widget }
  }

  /// Puts rows before index `index`, in one change of the model.
  public func insert(_ numbers: Range<Int>, at index: Int) {
    var texts: [UnsafePointer<CChar>?] = numbers.map { UnsafePointer(g_strdup(String($0))) } + [nil]
    gtk_string_list_splice(strings, guint(index), 0, &texts)
    for text in texts { g_free(UnsafeMutableRawPointer(mutating: text)) }
    count += numbers.count
  }

  /// The widget of a row, if it has one just now.
  public func row(_ number: Int) -> Widget? { shown[number] }

  /// Rows that have a widget, in no order.
  public var shownNumbers: [Int] { Array(shown.keys) }

  /// The list's own way to show a row; this version of GTK has it only as an action.
  public func scroll(to index: Int) {
    gtk_widget_activate_action_variant(widget, "list.scroll-to-item", g_variant_new_uint32(guint32(index)))
  }
}
