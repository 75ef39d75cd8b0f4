import Chats
import Gtk
import MessageRow
import Synchronization

/// The pictures of a printed chat: their sizes, which decide where pages end, and their pixels.
package final class PagePictures: Sendable {
  /// The sizes in pixels of pictures whose export does not contain them; nil for a file that cannot be read.
  private let sizes = Mutex<[String: Size?]>([:])

  /// Pixels.
  struct Size: Hashable, Sendable {
    var width: Double
    var height: Double
  }

  package init() {}

  /// Pixels for reading the size of a picture.
  private static let probe = 64
  /// Pixels of a point: 200 of an inch.
  private static let density = 200.0 / 72

  /// The size of an attachment's picture; nil if there is none. Decodes the file if its size is not known.
  func size(of attachment: Attachment) -> Size? {
    guard let path = attachment.picturePath else { return nil }
    if attachment.isDrawnPicture { return Self.known(attachment) ?? Size(width: 4, height: 3) }
    if let found = sizes.withLock({ $0[path] }) { return found }
    let found = Self.read(path, attachment)
    sizes.withLock { $0[path] = .some(found) }
    return found
  }

  private static func known(_ attachment: Attachment) -> Size? {
    guard let width = attachment.width, let height = attachment.height, width > 0, height > 0 else {
      return nil
    }
    return Size(width: Double(width), height: Double(height))
  }

  private static func read(_ path: String, _ attachment: Attachment) -> Size? {
    guard MediaLoader.store.exists(path) else { return nil }
    if let size = known(attachment) { return size }
    guard let texture = try? MediaLoader.picture(path, box: probe, isCancelled: { false }) else { return nil }
    let size = texture.sourceSize ?? (texture.width, texture.height)
    return size.width > 0 && size.height > 0
      ? Size(width: Double(size.width), height: Double(size.height)) : nil
  }

  /// The pixels of a picture for its size on the page; nil if the file cannot be read.
  func picture(_ picture: Bubble.Picture) -> PagePicture? {
    let (width, height) = (picture.width * Self.density, picture.height * Self.density)
    let texture = try? MediaLoader.picture(
      picture.path, box: Int(max(width, height).rounded(.up)), drawn: (Int(width), Int(height)),
      isCancelled: { false })
    return texture.map(PagePicture.init)
  }
}

/// The small pictures of a document that were drawn last, such as stickers, which occur again and again. A picture that is
/// drawn twice is in the document once.
final class PictureShelf {
  private let pictures: PagePictures
  private var kept: [(key: Bubble.Picture, picture: PagePicture)] = []

  /// The most pictures that are kept, and points of the longest side of one.
  private static let count = 32
  private static let side = 30 * PageMeasures.millimeter

  init(_ pictures: PagePictures) { self.pictures = pictures }

  /// The pixels of a picture for its size on the page; nil if the file cannot be read.
  func picture(_ wanted: Bubble.Picture) -> PagePicture? {
    if let known = kept.first(where: { $0.key == wanted }) { return known.picture }
    guard let found = pictures.picture(wanted) else { return nil }
    if max(wanted.width, wanted.height) <= Self.side {
      kept.append((wanted, found))
      if kept.count > Self.count { kept.removeFirst() }
    }
    return found
  }
}
