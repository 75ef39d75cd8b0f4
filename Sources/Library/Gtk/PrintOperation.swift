import CGtk

/// Prints pages with the desktop's dialog.
@MainActor
public final class PrintOperation: Object {
  /// The end of a print.
  public enum Outcome: Equatable, Sendable {
    /// All pages went to the printer or into its file.
    case printed
    case cancelled
    /// The system's reason.
    case failed(String)
  }

  private let size: (width: Double, height: Double)
  private var answer: CheckedContinuation<Outcome, Never>?

  /// Prepares a print.
  ///
  /// - Parameters:
  ///   - name: The name of the job in the printer's queue.
  ///   - pageCount: The number of pages.
  ///   - paper: The name of the paper, as in PWG 5101.1: "iso_a4".
  ///   - width: The width for which the pages are drawn, in points. They are scaled to another paper that the user chooses.
  ///   - height: The height for which the pages are drawn, in points.
  ///   - page: Draws the page with this number, from 0; nil if it cannot, which ends the print.
  public init(
    name: String, pageCount: Int, paper: String, width: Double, height: Double,
    page: @escaping @MainActor (Int) async -> PageRecording?
  ) {
    size = (width, height)
    super.init(owned: UnsafeMutableRawPointer(gtk_print_operation_new()))
    let operation: UnsafeMutablePointer<GtkPrintOperation> = raw.typed()
    gtk_print_operation_set_job_name(operation, name)
    gtk_print_operation_set_n_pages(operation, gint(clamping: pageCount))
    gtk_print_operation_set_unit(operation, GTK_UNIT_POINTS)
    gtk_print_operation_set_use_full_page(operation, 1)
    gtk_print_operation_set_allow_async(operation, 1)
    gtk_print_operation_set_embed_page_setup(operation, 1)
    let setup = gtk_page_setup_new()
    let sheet = gtk_paper_size_new(paper)
    gtk_page_setup_set_paper_size_and_default_margins(setup, sheet)
    gtk_paper_size_free(sheet)
    gtk_print_operation_set_default_page_setup(operation, setup)
    g_object_unref(UnsafeMutableRawPointer(setup))
    _ = SignalSource(object: self, name: "draw-page").connect { [weak self] values, _ in
      guard let self, let context = g_value_get_object(values + 1) else { return }
      draw(Int(g_value_get_int(values + 2)), OpaquePointer(context), page)
    }
    let done: Signal<Int> = Signal(self, "done")
    done.connect(weak: self) { $0.end(UInt32($1)) }
  }

  /// Asks for a printer, and prints; returns at the end. A print without a dialog goes to a PDF file.
  ///
  /// - Parameters:
  ///   - window: The window below the dialog.
  ///   - file: The path of a PDF file to write instead of asking; nil to ask.
  public func run(over window: Window?, to file: String? = nil) async -> Outcome {
    await withCheckedContinuation { continuation in
      answer = continuation
      let operation: UnsafeMutablePointer<GtkPrintOperation> = raw.typed()
      if let file { gtk_print_operation_set_export_filename(operation, file) }
      let result = gtk_print_operation_run(
        operation, file == nil ? GTK_PRINT_OPERATION_ACTION_PRINT_DIALOG : GTK_PRINT_OPERATION_ACTION_EXPORT,
        window.map { $0.raw.typed() }, nil)
      // The signal "done" can have come already.
      if result != GTK_PRINT_OPERATION_RESULT_IN_PROGRESS { end(result.rawValue) }
    }
  }

  /// Ends the print. Pages that a printer has are not taken back.
  public func cancel() { gtk_print_operation_cancel(raw.typed()) }

  /// Draws a page when it is ready; the operation waits for it.
  private func draw(
    _ index: Int, _ context: OpaquePointer, _ page: @escaping @MainActor (Int) async -> PageRecording?
  ) {
    gtk_print_operation_set_defer_drawing(raw.typed())
    g_object_ref(UnsafeMutableRawPointer(context))
    Task {
      let drawn = await page(index)
      if let drawn, let cairo = gtk_print_context_get_cairo_context(context) {
        let paper = (gtk_print_context_get_width(context), gtk_print_context_get_height(context))
        let scale = min(paper.0 / size.width, paper.1 / size.height)
        let canvas = CairoContext(cairo)
        canvas.saved {
          canvas.translate(
            by: Point(x: (paper.0 - size.width * scale) / 2, y: (paper.1 - size.height * scale) / 2))
          canvas.scale(x: scale, y: scale)
          drawn.draw(on: canvas)
        }
      } else {
        cancel()
      }
      gtk_print_operation_draw_page_finish(raw.typed())
      g_object_unref(UnsafeMutableRawPointer(context))
    }
  }

  private func end(_ result: UInt32) {
    guard let answer else { return }
    self.answer = nil
    switch GtkPrintOperationResult(result) {
    case GTK_PRINT_OPERATION_RESULT_APPLY: answer.resume(returning: .printed)
    case GTK_PRINT_OPERATION_RESULT_ERROR:
      var error: UnsafeMutablePointer<GError>?
      gtk_print_operation_get_error(raw.typed(), &error)
      let reason = error.map { String(cString: $0.pointee.message) } ?? ""
      g_clear_error(&error)
      answer.resume(returning: .failed(reason))
    default: answer.resume(returning: .cancelled)
    }
  }
}
