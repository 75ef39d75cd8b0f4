import ChatExport
import Gtk

/// Draws pages for a printer, which asks for one after the other. Each message is then laid out once, also one that fills
/// many pages.
package actor PrintRun {
  private let printed: PrintedChat
  private let press: PagePress
  private var walk: PageWalk?
  /// The page that the walk has come to.
  private var next = 0
  /// The pieces of that page and of later ones that the walk has passed.
  private var pieces: [PagePiece] = []

  package init(_ printed: PrintedChat) {
    self.printed = printed
    press = printed.press()
  }

  /// Draws a page.
  ///
  /// - Parameter page: From 0, below ``PrintedChat/drawnPages``.
  package func draw(_ page: Int, on canvas: PrintCanvas) async throws(ExportError) {
    let columns = printed.options.columns
    var walk: PageWalk
    if let known = self.walk, page == next {
      walk = known
    } else {
      walk = printed.walk(from: page, press)
      pieces = []
    }
    while pieces.last.map({ $0.column < (page + 1) * columns }) ?? true, let found = try await walk.next() {
      pieces += found.pieces
    }
    let shown = pieces.filter { $0.column < (page + 1) * columns }
    pieces.removeFirst(shown.count)
    (self.walk, next) = (walk, page + 1)
    printed.draw(shown, page, press, on: canvas.context)
  }
}
