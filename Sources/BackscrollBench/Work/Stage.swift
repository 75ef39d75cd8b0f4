import Gtk

/// A window with what is measured in it, and a count of its frames and their costs.
@MainActor
final class Stage {
  let window = Window()
  private let content: Widget
  /// Frames drawn.
  private(set) var frames = 0
  /// The last frame's.
  private(set) var costs = FrameCosts()
  /// Called at the end of each frame: what widgets say of their places is then what is on the screen.
  var onFrame: (() -> Void)?
  /// Called in each frame before the layout, where a fling would take its step.
  var onUpdate: (() -> Void)? {
    didSet {
      guard onUpdate != nil, oldValue == nil else { return }
      content.onTick { [weak self] _ in
        guard let body = self?.onUpdate else { return false }
        body()
        return true
      }
    }
  }

  /// The dearest layout of a frame since this was set to 0, in milliseconds of the thread's own time.
  var peakLayout = 0.0

  private var frameStart = (wall: 0.0, cpu: 0.0)
  private var layoutEnd = 0.0
  private var lastEnd = 0.0

  init(_ content: Widget, width: Int = 480, height: Int = 720) {
    self.content = content
    window.setTitle("backscroll-bench")
    window.setDefaultSize(width: width, height: height)
    window.child = content
  }

  /// Shows the window; answers before its first frame.
  func open() {
    window.present()
    while window.frameClock == nil { MainLoop.iterate(mayBlock: true) }
    guard let clock = window.frameClock else { return }
    print("renderer\t\(window.rendererName ?? "none"), GTK \(gtkVersion)")
    clock.beforePaint.connect(weak: self) { $0.frameStart = (steadyTime(), threadCPUTime()) }
    // GTK itself has connected before: the layout is over when this is called.
    clock.layout.connect(weak: self) { $0.layoutEnd = threadCPUTime() }
    clock.afterPaint.connect(weak: self) { $0.frameEnded() }
  }

  private func frameEnded() {
    let now = threadCPUTime()
    costs.wall = (steadyTime() - frameStart.wall) * 1_000
    costs.layout = max(0, layoutEnd - frameStart.cpu) * 1_000
    costs.frame = (now - frameStart.cpu) * 1_000
    costs.all = (now - lastEnd) * 1_000
    peakLayout = max(peakLayout, costs.layout)
    lastEnd = now
    layoutEnd = 0
    frames += 1
    onFrame?()
  }

  /// Goes on until `count` more frames are drawn. A frame in which nothing has changed draws nothing.
  func run(frames count: Int) {
    let goal = frames + count
    while frames < goal {
      window.frameClock?.requestFrame()
      MainLoop.iterate(mayBlock: true)
    }
  }

  /// Goes on until `isDone`, at most `limit` frames; answers whether it was reached.
  @discardableResult
  func run(atMost limit: Int, until isDone: () -> Bool) -> Bool {
    let goal = frames + limit
    while !isDone() {
      guard frames < goal else { return false }
      run(frames: 1)
    }
    return true
  }

  /// Until the rows have their places: opened, scrolled to the end of the measuring, at rest.
  func settle() { run(frames: 20) }
}
