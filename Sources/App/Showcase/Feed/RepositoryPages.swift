import AppBase
import Foundation
import Paging
import StarredRepositories
import Synchronization
import Translation

/// The pages of a source for the pager: filtered, and delayed or failing for tests.
package struct RepositoryPages: PageSource {
  /// State shared by all requests to a source.
  final class Conditions: Sendable {
    private let state: Mutex<(latency: Latency, failsNext: Bool, hasAnswered: Bool)>

    init(latency: Latency) {
      state = Mutex((latency, false, false))
    }

    /// Delays each page from the next one on.
    func setLatency(_ latency: Latency) { state.withLock { $0.latency = latency } }

    func failNext() { state.withLock { $0.failsNext = true } }

    fileprivate func pass() async throws {
      let latency = state.withLock { $0.latency }
      if latency.duration > .zero { try await latency.wait() }
      let fails = state.withLock { state in
        defer { state.failsNext = false }
        return state.failsNext
      }
      if fails {
        throw CommandFailure(
          tr("This page failed because “Fail Next Page” was chosen. Try again."))
      }
    }

    /// The first load may be answered from the cache; a refresh has to fail when the server is unreachable.
    fileprivate var policy: UnreachablePolicy { state.withLock { $0.hasAnswered } ? .fail : .answerFromCache }
    /// Forgets that pages were answered, since none of them is shown any more.
    func startAnew() { state.withLock { $0.hasAnswered = false } }
    fileprivate func answered() { state.withLock { $0.hasAnswered = true } }
  }

  let source: any RepositorySource
  var filter = FeedFilter()
  let conditions: Conditions
  /// Called with each page of the source, on any thread.
  let didLoadPage: @Sendable (_ number: Int, RepositoryPage) -> Void

  package func page(after cursor: RepositoryCursor?, limit: Int) async throws -> Page<
    Repository, RepositoryCursor
  > {
    var cursor = cursor
    let policy = cursor == nil ? conditions.policy : .answerFromCache
    var items: [Repository] = []
    // A server may return the same pages endlessly.
    var seen: Set<Repository.ID> = []
    var barren = 0
    repeat {
      try await conditions.pass()
      let page = try await source.page(cursor, unreachable: policy)
      conditions.answered()
      didLoadPage(cursor?.page ?? 1, page)
      items = page.items.filter(filter.matches)
      cursor = page.next
      barren = seen.isSuperset(of: page.items.map(\.id)) ? barren + 1 : 0
      seen.formUnion(page.items.map(\.id))
      if barren >= PagerState<Repository, RepositoryCursor>.barrenLimit { cursor = nil }
      // The pager treats an empty page as the last one.
    } while items.isEmpty && cursor != nil
    return Page(items: items, next: cursor)
  }
}

/// The requested origin of the feed's repositories.
package struct FeedOrigin: Sendable, Equatable {
  /// The GitHub user whose stars are shown; nil for the built-in sample.
  package var user: String?
  /// The address of the API; nil for GitHub.
  package var apiBase: String?

  package init(user: String? = nil, apiBase: String? = nil) {
    self.user = user
    self.apiBase = apiBase
  }
  /// Makes the source. With an invalid name or address, its first page fails.
  ///
  /// `willWait` is called on any thread with the end of each wait that the source observes by itself.
  func makeSource(willWait: @escaping @Sendable (_ end: Date) -> Void) -> any RepositorySource {
    guard let user else { return SampleSource() }
    do {
      let base: APIBase = try apiBase.map { try APIBase($0) } ?? .gitHub
      let token = AccessToken(environment: ProcessInfo.processInfo.environment, for: base)
      let stargazer: Stargazer = user == "me" && token != nil ? .tokenOwner : try Stargazer(name: user)
      return try GitHubSource(
        base: base, stargazer: stargazer, token: token,
        cache: PageCache(folder: UserFolder.cache.appendingPathComponent("backscroll").path),
        willWait: willWait)
    } catch {
      return RefusedSource(reason: error)
    }
  }
}

/// A source that fails with a reason.
private struct RefusedSource: RepositorySource {
  let reason: any Error

  func page(_ cursor: RepositoryCursor?, unreachable: UnreachablePolicy) async throws -> RepositoryPage {
    throw reason
  }
}
