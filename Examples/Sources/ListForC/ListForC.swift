import Backscroll
import Gtk

/// The type of the list, which a program in C sees as a GtkWidget.
private typealias MessageList = AnchoredList<ListStore<Message>, ListRow<Label>>

private struct Message: Identifiable {
  let id: Int
  let text: String
}

/// Makes a list without messages. The caller owns a reference.
@_cdecl("messages_list_new")
public func makeList() -> UnsafeMutableRawPointer {
  // GTK, and so a program that uses it, calls on the main thread. The pointer leaves the main actor as an address.
  let address = MainActor.assumeIsolated {
    let list = MessageList(ListStore(), makeContent: { Label() }) { label, message in
      label.text = message.text
    }
    return UInt(bitPattern: list.unsafeRetainedGtkPointer())
  }
  return UnsafeMutableRawPointer(bitPattern: address)!
}

/// Adds a message at the end of a list that ``makeList()`` has made.
@_cdecl("messages_list_append")
public func append(_ list: UnsafeMutableRawPointer, _ text: UnsafePointer<CChar>) {
  nonisolated(unsafe) let (list, text) = (list, text)
  MainActor.assumeIsolated {
    guard let messages = (Widget.wrapper(unsafeOf: list) as? MessageList)?.model else { return }
    messages.append([Message(id: messages.count, text: String(cString: text))])
  }
}
