import Chats
import Foundation

/// The address of a place in an archive, which other programs can keep and open:
/// `backscroll:///home/ann/chats.sqlite#4711@1709280000000`.
///
/// The fragment is a ``PlaceRequest``, such as a message's number and time, or a date.
package struct MessageLink: Equatable, Sendable, CustomStringConvertible {
  private static let prefix = "backscroll://"

  /// Absolute.
  package let archivePath: String
  /// The place in the archive; nil for the place where it was left.
  package let place: PlaceRequest?

  /// The address of a message in the archive at an absolute path.
  package init(to message: Message, in archivePath: String) {
    self.archivePath = archivePath
    place = .message(message.id, sentAt: message.sentAt)
  }

  /// Reads an address. Returns nil for any other text.
  package init?(_ text: String) {
    guard Self.isLink(text) else { return nil }
    let parts = text.dropFirst(Self.prefix.count).split(
      separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    guard let path = parts[0].removingPercentEncoding, path.hasPrefix("/"), !path.contains("\0") else {
      return nil
    }
    archivePath = path
    guard parts.count > 1 else {
      place = nil
      return
    }
    guard let words = parts[1].removingPercentEncoding, let place = PlaceRequest(words) else {
      return nil
    }
    self.place = place
  }

  /// Whether a text is meant to be a link, and no path.
  package static func isLink(_ text: String) -> Bool {
    text.prefix(prefix.count).lowercased() == prefix
  }

  package var description: String {
    let path = archivePath.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? archivePath
    return Self.prefix + path + (place.map { "#\($0)" } ?? "")
  }
}
