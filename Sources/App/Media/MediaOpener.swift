import AppBase
import ChatStore
import Chats
import Controls
import Gtk
import MessageRow

/// Opens attachments: pictures and films in the viewer over the window, other files in the desktop's program.
@MainActor
package final class MediaOpener {
  /// Called to show a message in its conversation.
  package var didRequestMessage: ((Message.ID) -> Void)?
  /// Called when the paths of files were corrected, so that rows read them again.
  package var didRelocate: (() -> Void)?
  /// Called to save all files of some kinds of a conversation.
  package var didRequestSaving: ((Set<MediaShelf>, Conversation, Archive) -> Void)?
  /// Makes the widget below the rows of the page.
  package var makeFoot: (() -> Widget)?

  private let overlay: Overlay
  private let covers: CoverStack
  private weak var window: Window?
  package private(set) var viewer: MediaViewer?
  package private(set) var page: MediaPage?
  private var files: MediaFiles?
  private let log = EventLog("media")

  /// - Parameter overlay: Covers the window's content.
  package init(over window: Window, in overlay: Overlay, _ covers: CoverStack) {
    self.window = window
    self.covers = covers
    self.overlay = overlay
  }

  /// Handles the activation of an attachment. Missing pictures and films open in the viewer too, which says that they are
  /// missing and offers to look for them.
  package func perform(
    _ activation: MessageActivation, of message: Message, of conversation: Conversation, in archive: Archive
  ) {
    switch activation {
    case .attachment(let index): open(message, index, of: conversation, in: archive)
    case .locate(let index):
      guard let window, message.attachments.indices.contains(index) else { return }
      files(archive, over: window).locate(message.attachments[index])
    case .openFile(let index):
      guard let window, message.attachments.indices.contains(index) else { return }
      files(archive, over: window).open(message.attachments[index])
    case .saveAttachment(let index):
      guard let window, message.attachments.indices.contains(index) else { return }
      files(archive, over: window).save(message.attachments[index])
    case .unplayable(let index):
      guard let window, message.attachments.indices.contains(index) else { return }
      if message.attachments[index].kind.shelf == .films {
        // The viewer shows the reason.
        show(.place(MediaCursor(of: message, attachment: index), .films), of: conversation, in: archive)
        viewer?.playsAtOnce = true
      } else {
        files(archive, over: window).offer(message.attachments[index])
      }
    case .place, .saveContact, .copyPhone, .copyLink, .thread, .bookmark, .editNote, .delete: break
    }
  }

  private func open(_ message: Message, _ index: Int, of conversation: Conversation, in archive: Archive) {
    guard let window, message.attachments.indices.contains(index) else { return }
    let (attachment, place) = (message.attachments[index], MediaCursor(of: message, attachment: index))
    switch attachment.kind.shelf {
    case .pictures?: show(.place(place, .pictures), of: conversation, in: archive)
    case .films?: show(.place(place, .films), of: conversation, in: archive)
    case nil: show(.only(MediaItem(message, attachment: index)), of: conversation, in: archive)
    case .files: files(archive, over: window).open(attachment)
    }
  }

  /// Returns the opener of an archive's files. Keeps it, since nothing else holds it while it works.
  private func files(_ archive: Archive, over window: Window) -> MediaFiles {
    if let files, files.archive === archive { return files }
    let files = MediaFiles(archive, over: window)
    self.files = files
    files.didRelocate = { [weak self] in
      self?.viewer?.reload()
      self?.page?.reload()
      self?.didRelocate?()
    }
    return files
  }

  // MARK: The media page

  /// Shows the media of a conversation; closes them if they are shown.
  package func togglePage(of conversation: Conversation, in archive: Archive) {
    guard let window, viewer == nil else { return }
    if page != nil { return closePage() }
    log.debug("page")
    closeSheets()
    let page = MediaPage(
      archive, of: conversation, files: files(archive, over: window), foot: makeFoot?())
    page.didClose = { [weak self] in self?.closePage() }
    page.didOpen = { [weak self] cursor, shelf in
      self?.show(.place(cursor, shelf), of: conversation, in: archive)
    }
    page.didRequestSaving = { [weak self] in self?.didRequestSaving?($0, conversation, archive) }
    page.didRequestMessage = { [weak self] in
      self?.closePage()
      self?.didRequestMessage?($0)
    }
    self.page = page
    overlay.addOverlay(page)
    covers.open(.media, page) { [weak self] in self?.closePage() }
    page.takeInitialFocus()
  }

  package func closePage() {
    guard let page else { return }
    self.page = nil
    covers.remove(.media)
    overlay.removeOverlay(page)
  }

  /// Closes the sheets, whose panels belong to the content that is about to be covered.
  private func closeSheets() {
    covers.close(.chats)
    covers.close(.panel)
  }

  /// Closes the viewer and the page.
  package func closeAll() {
    close()
    closePage()
  }

  // MARK: The viewer

  /// The first item of the viewer.
  package enum Start {
    /// A place among the media of a conversation, and their kind.
    case place(MediaCursor, MediaShelf)
    /// An item outside the media of a conversation, such as a sticker, by itself.
    case only(MediaItem)
  }

  /// Shows the viewer.
  package func show(_ start: Start, of conversation: Conversation, in archive: Archive) {
    guard let window, viewer == nil else { return }
    let id =
      switch start {
      case .place(let cursor, _): cursor.id
      case .only(let item): item.id
      }
    log.debug("open", ["message": id.message, "position": id.position])
    closeSheets()
    let viewer = MediaViewer(archive, in: conversation, files: files(archive, over: window))
    viewer.didClose = { [weak self] in self?.close() }
    viewer.didRequestMessage = { [weak self] in
      self?.closePage()
      self?.didRequestMessage?($0)
    }
    self.viewer = viewer
    overlay.addOverlay(viewer)
    covers.open(.viewer, viewer) { [weak self] in self?.close() }
    viewer.show(start)
    viewer.carousel.takeFocus()
  }

  /// Closes the viewer, and returns the focus to where it was.
  package func close() {
    guard let viewer else { return }
    self.viewer = nil
    log.debug("close")
    covers.remove(.viewer)
    // The page goes on where the viewer was.
    if let place = viewer.placeOnPage { page?.shelf?.focus(itemAt: place) }
    overlay.removeOverlay(viewer)
  }
}
