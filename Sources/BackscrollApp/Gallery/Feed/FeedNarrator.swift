import ScrollCore

/// Tells the log of a feed's loads: which page is asked for, what came of it, and whether the reader saw it wait.
@MainActor
final class FeedNarrator {
  private let log: EventLog
  private weak var feed: FeedTab.Feed?
  /// The page that has come last; 0 before any.
  private var lastPage = 0
  /// How many of the repositories of the first pages asked for are shown, and of all after the last load.
  private var firstCount = 0
  private var knownCount = 0
  /// All is being asked for anew.
  private var isReplacing = false

  init(_ log: EventLog, of feed: FeedTab.Feed) {
    self.log = log
    self.feed = feed
  }

  /// The page that is asked for next, or just now.
  private var nextPage: Int { feed?.pager.nextCursor?.page ?? lastPage + 1 }

  /// A page has come from the source, of which so many repositories are shown.
  func came(page: Int, shown: Int) {
    lastPage = page
    if page == 1 { firstCount = 0 }
    firstCount += shown
  }

  func waits() { log.debug("waiting", ["page": nextPage]) }

  /// One line for each load that begins, ends or fails.
  func tell(_ direction: PageDirection, _ state: LoadState) {
    guard let feed else { return }
    if direction == .around { isReplacing = state == .loading }
    let page = direction == .around ? 1 : nextPage
    switch state {
    case .loading:
      log.debug(
        "loading", ["page": page, "generation": feed.pager.generation, "below": feed.itemsBelow])
    case .failed(let reason): log.warning("failed", ["page": page, "reason": reason])
    case .idle, .end:
      // The answer to a load of all tells its ends first, which is no news.
      guard direction == .around || !isReplacing else { return }
      let count = direction == .around ? firstCount : feed.items.count - knownCount
      if direction == .around || count > 0 {
        log.debug(
          "loaded", ["page": direction == .around ? 1 : lastPage, "count": count, "total": feed.items.count])
      }
      knownCount = feed.items.count
      if feed.pager.state(.next) == .end { log.debug("end", ["total": feed.items.count]) }
    }
  }
}
