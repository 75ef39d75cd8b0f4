import Foundation
import StarredRepositories

/// Where the feed's repositories come from, as it was asked for.
struct FeedOrigin: Sendable, Equatable {
  /// Whose stars; nil: the invented sample.
  var user: String?
  /// The API's address; nil: GitHub's.
  var apiBase: String?

  /// The source. A name or an address that cannot be one is told when the first page is asked for.
  ///
  /// `onWait` hears of waits that the server demands and that are kept without asking, on any thread.
  func makeSource(onWait: @escaping @Sendable (_ end: Date) -> Void) -> any RepositorySource {
    guard let user else { return SampleSource() }
    do {
      let base: APIBase = try apiBase.map { try APIBase($0) } ?? .gitHub
      let token = AccessToken(environment: ProcessInfo.processInfo.environment, for: base)
      let stargazer: Stargazer = user == "me" && token != nil ? .tokenOwner : try Stargazer(name: user)
      return try GitHubSource(
        base: base, stargazer: stargazer, token: token,
        cache: PageCache(folder: UserFolder.cache.appendingPathComponent("backscroll").path),
        onWait: onWait)
    } catch {
      return RefusedSource(reason: error)
    }
  }
}

/// Answers nothing but why not.
private struct RefusedSource: RepositorySource {
  let reason: any Error

  func page(_ cursor: RepositoryCursor?, unreachable: UnreachablePolicy) async throws -> RepositoryPage {
    throw reason
  }
}
