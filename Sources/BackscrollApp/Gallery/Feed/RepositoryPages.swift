import Foundation
import ScrollCore
import StarredRepositories
import Synchronization
import Translation

/// A source's pages as the pager asks for them: filtered, and as slow or as unlucky as one wants to see it.
struct RepositoryPages: PageSource {
  /// What stands between the source and the pager; one for the life of a source.
  final class Conditions: Sendable {
    private let state: Mutex<(latency: Latency, failsNext: Bool, hasAnswered: Bool)>

    init(latency: Latency) {
      state = Mutex((latency, false, false))
    }

    /// How much later each page comes than it could, from the next one on.
    func setLatency(_ latency: Latency) { state.withLock { $0.latency = latency } }

    func failNext() { state.withLock { $0.failsNext = true } }

    fileprivate func pass() async throws {
      let latency = state.withLock { $0.latency }
      if latency.duration > .zero { try await latency.wait() }
      let fails = state.withLock { state in
        defer { state.failsNext = false }
        return state.failsNext
      }
      if fails { throw CommandFailure(tr("This page was made to fail, as you wished. Try again.")) }
    }

    /// Pages kept from before open the feed; a refresh wants to know if it failed.
    fileprivate var policy: UnreachablePolicy { state.withLock { $0.hasAnswered } ? .fail : .answerFromCache }
    /// Nothing that was answered shows any more.
    func startAnew() { state.withLock { $0.hasAnswered = false } }
    fileprivate func answered() { state.withLock { $0.hasAnswered = true } }
  }

  let source: any RepositorySource
  var filter = FeedFilter()
  let conditions: Conditions
  /// Hears each page of the source; from any thread.
  let onPage: @Sendable (_ number: Int, RepositoryPage) -> Void
  /// Hears that the server refuses a page until then; from any thread, before the page fails.
  let onRefusal: @Sendable (_ end: Date) -> Void

  func page(
    _ request: PageRequest<Repository.ID, RepositoryCursor>, limit: Int
  ) async throws -> Page<Repository, RepositoryCursor> {
    var cursor: RepositoryCursor?
    if case .after(let next) = request { cursor = next }
    let policy = cursor == nil ? conditions.policy : .answerFromCache
    var items: [Repository] = []
    // A server may lead round in circles.
    var seen: Set<Repository.ID> = []
    var barren = 0
    repeat {
      try await conditions.pass()
      let page = try await load(cursor, policy)
      conditions.answered()
      onPage(cursor?.page ?? 1, page)
      items = page.items.filter(filter.matches)
      cursor = page.next
      barren = seen.isSuperset(of: page.items.map(\.id)) ? barren + 1 : 0
      seen.formUnion(page.items.map(\.id))
      if barren >= Pager<Self>.State.barrenLimit { cursor = nil }
      // Of a page that the filter leaves empty the pager would think that it is the last.
    } while items.isEmpty && cursor != nil
    return Page(items: items, previous: nil, next: cursor)
  }

  private func load(_ cursor: RepositoryCursor?, _ policy: UnreachablePolicy) async throws -> RepositoryPage {
    do {
      return try await source.page(cursor, unreachable: policy)
    } catch let error as FeedError {
      if let end = error.retryDate { onRefusal(end) }
      throw error
    }
  }
}
