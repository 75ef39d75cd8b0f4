// What the documentation's fragments speak of without saying what it is.
import Backscroll
import Gtk
import ScrollCore

struct Message: Identifiable, Sendable { var id = 0 }
struct Film: Identifiable, Sendable { var id = 0 }
struct Repository: Identifiable, Sendable { var id = 0 }

final class MessageRow: CustomWidget { var message = Message() }
final class FilmCard: CustomWidget { var film = Film() }
final class RepositoryRow: CustomWidget { var repository = Repository() }
final class SkeletonRow: CustomWidget {}

struct Server: Sendable {
  func messages(before id: Message.ID?) async throws -> [Message] { [] }
  func sizes() async throws -> [String] { [] }
}

struct Repositories: PageSource {
  func page(_ request: PageRequest<Int, Int>, limit: Int) async throws -> Page<Repository, Int> {
    Page(items: [], previous: nil, next: nil)
  }
}

/// Fragments stand in its methods.
final class Context: CustomWidget {
  let window = Window()
  let messages = ListStore<Message>()
  let older: [Message] = []
  let server = Server()
  let source = Repositories()
  let films: [Film] = []
  let label = Label()
  let refreshButton = Button("Refresh")
  let gesture = GestureDrag()
  lazy var list = AnchoredList(messages, makeRow: { _ in MessageRow() }) { [messages] row, index in
    row.message = messages.items[index]
  }
  lazy var scroller = ScrolledWindow(child: list)
  let button = Button("Load")

  func move(_ dx: Double, _ dy: Double) {}
  func open(_ film: Film) {}
}
