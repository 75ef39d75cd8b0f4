import Backscroll
import Gtk

// Pull to refresh around any scrolled content, by mouse, touch and touchpad. Every third load fails.

struct Offline: Error, CustomStringConvertible { let description = "The server does not answer" }

Application.run("org.example.Refresh", height: 480) { window in
  let lines = Box(.vertical, spacing: 12)
  lines.append(Label("Pull down to load"))
  let overlay = RefreshOverlay(ScrolledWindow(child: lines))
  var loads = 0
  overlay.refresh = {
    try await Task.sleep(for: .seconds(1))
    loads += 1
    if loads % 3 == 0 { throw Offline() }
    lines.prepend(Label("Load \(loads)"))
  }
  window.child = overlay
  window.title = "Pull to refresh"
}
