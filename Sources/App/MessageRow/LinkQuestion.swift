import Chats
import Controls
import Gtk
import Translation

/// Asks before opening a link that leads neither to the web nor to a person, and shows its whole address.
package enum LinkQuestion {
  /// Opens an address, after a question if its scheme is not a common one.
  @MainActor
  package static func open(_ target: String, from window: Window?) {
    guard LinkTarget.isAllowed(target) else { return }
    if LinkTarget.opensDirectly(target) {
      Desktop.open(target, from: window)
    } else if let window {
      ask(target, over: window)
    }
  }

  @MainActor
  private static func ask(_ target: String, over window: Window) {
    let question = Question(tr("Open Link?"), text: tr("It opens in another program:"), over: window)
    let address = Label(target)
    address.wrap(maxCharacters: 40, isCentered: false, hyphenates: false)
    address.halign = .start
    let scroller = ScrolledWindow(child: address)
    scroller.setPolicy(horizontal: .never, vertical: .automatic)
    scroller.maxContentHeight = 200
    scroller.setAccessibleLabel(tr("Address: {address}", ["address": target]))
    question.body.append(scroller)
    question.ask(tr("Open")) { [weak window] in Desktop.open(target, from: window) }
  }
}
