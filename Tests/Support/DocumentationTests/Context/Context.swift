// The declarations that the documentation's fragments use without showing them.
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
  func page(after cursor: Int?, limit: Int) async throws -> Page<Repository, Int> {
    Page(items: [], next: nil)
  }
}

@MainActor let window = Window()
@MainActor let messages = ListStore<Message>()
@MainActor let list = AnchoredList(
  messages, makeRow: { _ in MessageRow() }, bind: { row, message in row.message = message })
@MainActor let scroller = ScrolledWindow(child: list)
@MainActor let overlay = RefreshOverlay(scroller)
@MainActor let carousel = Carousel(
  films, makePage: { FilmCard() }, bind: { card, film in card.film = film })
@MainActor let indicator = PageIndicator()
@MainActor let label = Label()
@MainActor let button = Button("Load")
@MainActor let gesture = GestureDrag()
let films: [Film] = []
let older: [Message] = []
let server = Server()
let source = Repositories()
@MainActor let store = ListStore<Repository>()

/// The class in whose methods the fragments are.
@MainActor final class Context {
  func move(_ dx: Double, _ dy: Double) {}
}

@MainActor func open(_ film: Film) {}
@MainActor func show(_ content: PagedContent) {}
