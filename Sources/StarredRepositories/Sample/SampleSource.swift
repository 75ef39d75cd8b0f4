/// Made-up repositories, always the same: what the feed shows to whoever gives no name, without a network.
public struct SampleSource: RepositorySource {
  private let repositories: [Repository]
  private let pageSize: Int
  private let delay: @Sendable (Int) async throws -> Void

  /// - Parameters:
  ///   - count: how many repositories there are. The first of a longer sample are those of a shorter.
  ///   - delay: waited for before each page, by its number, and may throw in its place: a slow or failing network
  ///     to try out, a test's gate.
  public init(
    count: Int = 300, pageSize: Int = 30, delay: @escaping @Sendable (Int) async throws -> Void = { _ in }
  ) {
    precondition(count >= 0 && pageSize > 0, "A sample has a size, and its pages have one too")
    repositories = (0..<count).map(SampleRepositories.repository)
    self.pageSize = pageSize
    self.delay = delay
  }

  /// Each page takes `latency`.
  public init(count: Int = 300, pageSize: Int = 30, latency: Duration) {
    self.init(count: count, pageSize: pageSize) { _ in
      if latency > .zero { try await Task.sleep(for: latency) }
    }
  }

  public func page(
    _ cursor: RepositoryCursor?, unreachable: UnreachablePolicy
  ) async throws -> RepositoryPage {
    let number = cursor?.page ?? 1
    try await delay(number)
    try Task.checkCancellation()
    let start = (number - 1) * pageSize
    let items = Array(repositories.dropFirst(start).prefix(pageSize))
    let isLast = start + pageSize >= repositories.count
    return RepositoryPage(
      items: items, next: isLast ? nil : RepositoryCursor(page: number + 1), total: repositories.count)
  }
}
