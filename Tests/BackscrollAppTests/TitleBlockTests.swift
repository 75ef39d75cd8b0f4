@_spi(Testing) import Gtk
import GtkTestSupport
import XCTest

@testable import BackscrollApp

/// The start of the header.
final class TitleBlockTests: XCTestCase {
  // Each change of the menu was a critical of GTK's, for instance after an import into an archive with several conversations.
  func testTheMenuOfConversationsIsReplacedAndGoes() {
    onMainThread {
      let block = TitleBlock()
      block.page = PageTitle("Films", caption: "1 of 10")
      let window = Window()
      window.child = block
      window.present()
      defer { window.destroy() }
      for menu in [Menu(), Menu(), nil, nil, Menu()] {
        block.setMenu(menu)
        pump("the title") { block.shownTexts.contains("Films") }
      }
    }
  }
}
