import Backscroll
import CGtk4
import Gtk

// A GListModel of GTK in a list of the library: strings that a field filters, with GTK's selection.

Application.run("org.example.GtkModel", height: 480) { window in
  let strings = gtk_string_list_new(nil)!
  for number in 1...100_000 { gtk_string_list_append(strings, "Line \(number)") }
  let expression = gtk_property_expression_new(gtk_string_object_get_type(), nil, "string")
  let filter = gtk_string_filter_new(expression)!
  let filtered = gtk_filter_list_model_new(
    strings, UnsafeMutableRawPointer(filter).assumingMemoryBound(to: GtkFilter.self))!
  let selection = gtk_multi_selection_new(filtered)!

  let rows = GtkListModel(unsafeOwning: UnsafeMutableRawPointer(selection)) { object in
    String(cString: gtk_string_object_get_string(OpaquePointer(object)))
  }
  let list = AnchoredList(rows, restingEdge: .start, makeContent: { Label() }) { label, text in
    label.text = text
    label.xalign = 0
    label.setMargins(start: 12, end: 12, top: 6, bottom: 6)
  }
  rows.shareSelection(with: list)

  let count = Label()
  list.didChangeSelection.connect { selected in count.text = "\(selected.count) selected" }
  let field = Entry()
  field.placeholderText = "Filter"
  field.textChanged.connect(weak: field) { gtk_string_filter_set_search(filter, $0.text) }

  let scroller = ScrolledWindow(child: list)
  scroller.vexpand = true
  let column = Box(.vertical)
  column.append(field, scroller, count)
  window.child = column
  window.title = "A model of GTK"
}
