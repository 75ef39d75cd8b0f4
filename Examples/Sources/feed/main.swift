import Backscroll
import Foundation
import Gtk

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// The repositories of a JSON API, page after page: `swift run feed [URL]`. Without a network it shows the error, with a
// button to retry.

struct Repository: Identifiable, Decodable {
  let id: Int
  let fullName: String
  let description: String?
}

struct Repositories: PageSource {
  func page(after cursor: Int?, limit: Int) async throws -> Page<Repository, Int> {
    let url = URL(string: "\(address)?since=\(cursor ?? 0)")!
    let (data, _) = try await URLSession.shared.data(from: url)
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let items = try decoder.decode([Repository].self, from: data)
    return Page(items: items, next: items.last?.id)
  }
}

/// The address of the pages.
let address = CommandLine.arguments.dropFirst().first ?? "https://api.github.com/repositories"

Application.run("org.example.Feed", height: 480) { window in
  let feed = PagedFeed(Repositories(), makeRow: { ListRow(Label()) }) { row, repository in
    row.content.text = "\(repository.fullName)\n\(repository.description ?? "")"
    row.content.xalign = 0
    row.content.setMargins(start: 12, end: 12, top: 8, bottom: 8)
  }
  feed.didActivate.connect { repository in print("Opened:", repository.fullName) }
  window.child = feed
  window.title = "Repositories"
  feed.start()
}
