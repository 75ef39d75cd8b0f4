extension Application {
  /// A whole program of one window: `fill` puts into it what it shows, and it is presented.
  ///
  ///     Application.run("org.example.Hello") { window in
  ///       window.child = Label("Hello")
  ///     }
  ///
  /// Returns when the window is closed, with the exit status. Each start is a process of its own; a program of several
  /// windows, or of one instance, makes an `Application`. Call it from a synchronous `main.swift`.
  @discardableResult
  public static func run(
    _ id: String, width: Int = 480, height: Int = 640,
    _ fill: @escaping @MainActor (ApplicationWindow) -> Void
  ) -> Int32 {
    let application = Application(id: id, isUnique: false)
    application.activated.connect(weak: application) { application in
      let window = ApplicationWindow(application)
      window.setDefaultSize(width: width, height: height)
      fill(window)
      window.present()
    }
    return application.run()
  }
}
