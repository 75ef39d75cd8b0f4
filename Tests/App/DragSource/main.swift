import Foundation
@_spi(Testing) import Gtk

// A window in the screen's corner from which the files named on the command line can be dragged. It replaces a file
// manager in the tests with a real drag.
Application.run("io.github.backscroll.DragSource", width: 120, height: 80) { window in
  window.title = "DragSource"
  let label = Label("Files")
  label.add(FileDragSource(Array(CommandLine.arguments.dropFirst())))
  window.child = label
}
