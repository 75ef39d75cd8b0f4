import Backscroll
import Gtk

// A list that opens at its end, with rows that can be selected, and a field for new messages.

struct Message: Identifiable {
  let id: Int
  let text: String
}

Application.run("org.example.Messages", height: 480) { window in
  let messages = ListStore((1...1_000).map { Message(id: $0, text: "Message \($0)") })
  let list = AnchoredList(messages, makeContent: { Label() }) { label, message in
    label.text = message.text
    label.xalign = 0
    label.setMargins(start: 12, end: 12, top: 8, bottom: 8)
  }
  list.selectionMode = .multiple
  list.didActivate.connect { message in print("Opened:", message.text) }

  let field = Entry()
  field.placeholderText = "Write a message"
  field.activated.connect(weak: field) { field in
    guard !field.text.isEmpty else { return }
    messages.append([Message(id: messages.count + 1, text: field.text)])
    field.text = ""
    list.scrollToEnd()
  }

  let scroller = ScrolledWindow(child: list)
  scroller.vexpand = true
  let column = Box(.vertical)
  column.append(scroller, field)
  window.child = column
  window.title = "Messages"
}
