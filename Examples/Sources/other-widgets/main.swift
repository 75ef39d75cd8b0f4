import Backscroll
import CGtk4
import Gtk

// Widgets that the library does not wrap: a GtkCalendar beside a list, and a GtkEntry of one's own in each row.

/// GTK's calendar. A widget of another C library, such as AdwClampScrollable, is wrapped in the same way.
final class Calendar: Widget {
  init() { super.init(unsafeBorrowing: gtk_calendar_new()) }

  func mark(_ day: Int) { gtk_calendar_mark_day(OpaquePointer(unsafeGtkPointer), guint(day)) }
}

/// A row that can be edited.
final class NoteEntry: Widget {
  init() { super.init(unsafeBorrowing: gtk_entry_new()) }

  var text: String {
    get { String(cString: gtk_editable_get_text(OpaquePointer(unsafeGtkPointer))) }
    set { gtk_editable_set_text(OpaquePointer(unsafeGtkPointer), newValue) }
  }
}

struct Note: Identifiable {
  let id: Int
  let text: String
}

Application.run("org.example.OtherWidgets", width: 640, height: 420) { window in
  let notes = ListStore((1...31).map { Note(id: $0, text: "On the \($0). nothing happened.") })
  let list = AnchoredList(notes, restingEdge: .start, makeContent: NoteEntry.init) { entry, note in
    entry.text = note.text
  }
  let calendar = Calendar()
  calendar.mark(12)
  let scroller = ScrolledWindow(child: list)
  scroller.hexpand = true
  let row = Box(.horizontal)
  row.append(calendar, scroller)
  window.child = row
  window.title = "Other widgets"
}
