import Backscroll
import Gtk

// A chat whose older messages come from a slow server, a page at a time. They are loaded before the reader gets there,
// and appear above without moving what is read.

struct Message: Identifiable { let id: Int }

struct SlowServer: PageSource {
  /// The messages before number `cursor`, the latest first.
  func page(after cursor: Int?, limit: Int) async throws -> Page<Message, Int> {
    try await Task.sleep(for: .milliseconds(800))
    let end = cursor ?? 10_000
    let first = max(1, end - limit)
    return Page(items: (first..<end).reversed().map(Message.init), next: first > 1 ? first : nil)
  }
}

/// The loaded messages, the oldest first.
@MainActor
final class Chat {
  let messages = ListStore<Message>()
  private var cursor: Int?
  private var isLoading = false
  private var isComplete = false

  func loadOlder() {
    guard !isLoading, !isComplete else { return }
    isLoading = true
    Task {
      if let page = try? await SlowServer().page(after: cursor, limit: 40) {
        messages.prepend(page.items.reversed())
        cursor = page.next
        isComplete = page.next == nil
      }
      isLoading = false
    }
  }
}

Application.run("org.example.SlowChat", height: 480) { window in
  let chat = Chat()
  let list = AnchoredList(chat.messages, makeContent: { Label() }) { label, message in
    label.text = "Message \(message.id)"
    label.setMargins(start: 12, end: 12, top: 8, bottom: 8)
  }
  let header = Spinner()
  header.spinning = true
  list.header = header
  list.didChangeViewport.connect { [weak list] in
    if let list, list.distanceToStart < 2_000 { chat.loadOlder() }
  }
  chat.loadOlder()
  window.child = ScrolledWindow(child: list)
  window.title = "A slow server"
}
