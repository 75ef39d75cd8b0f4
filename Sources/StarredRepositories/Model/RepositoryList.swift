import Foundation

/// The repositories in the body of an answer, and how many of its records could not be read.
struct RepositoryList: Sendable, Equatable {
  var items: [Repository]
  var skipped: Int

  /// Reads a page's body.
  ///
  /// A list of which not one record can be read is no list of repositories: better to say so than to show an
  /// empty page, which would stand for the end.
  ///
  /// - Parameter host: whom the error names.
  init(json: Data, host: String) throws(FeedError) {
    let records: [Tolerant<Repository>]
    do {
      records = try JSONDecoder().decode([Tolerant<Repository>].self, from: json)
    } catch {
      throw Self.isMarkup(json) ? .notJSON(host: host) : .malformed(host: host)
    }
    items = records.compactMap(\.value)
    skipped = records.count - items.count
    if items.isEmpty && skipped > 0 { throw .malformed(host: host) }
  }

  /// Whether a body begins as HTML or XML does.
  private static func isMarkup(_ body: Data) -> Bool {
    let blanks: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF]
    return body.first { !blanks.contains($0) } == UInt8(ascii: "<")
  }
}
