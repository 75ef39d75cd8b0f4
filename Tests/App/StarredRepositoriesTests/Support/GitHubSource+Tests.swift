import Foundation
import GitHubServer

@testable import StarredRepositories

extension ServerRoom {
  /// A source with this room as its server. Its time limit is long enough for a busy machine.
  func source(
    _ stargazer: Stargazer = .user("ada"), token: AccessToken? = nil, cache: PageCache? = nil,
    timeout: Duration = .seconds(600), longestWait: Duration = .seconds(15),
    longestBody: Int = GitHubSource.Options().longestBody,
    willWait: @escaping @Sendable (Date) -> Void = { _ in }
  ) throws -> GitHubSource {
    var options = GitHubSource.Options()
    options.timeout = timeout
    options.longestWait = longestWait
    options.longestBody = longestBody
    return try GitHubSource(
      base: base, stargazer: stargazer, token: token, cache: cache, options: options, willWait: willWait)
  }
}

extension RepositorySource {
  /// All pages, one after another.
  func allPages() async throws -> [RepositoryPage] {
    var pages = [try await page(nil)]
    while let next = pages.last?.next { pages.append(try await page(next)) }
    return pages
  }

  /// The error of the first page.
  func failure(_ unreachable: UnreachablePolicy = .fail) async throws -> FeedError {
    do {
      _ = try await page(nil, unreachable: unreachable)
    } catch let error as FeedError {
      return error
    }
    throw TestFailure("There was no error.")
  }
}
