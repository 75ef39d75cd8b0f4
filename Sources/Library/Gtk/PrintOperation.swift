import CGtk
import Foundation

/// Prints pages with the desktop's dialog.
@MainActor
package final class PrintOperation: Object {
  /// The end of a print.
  package enum Outcome: Equatable, Sendable {
    /// All pages went to the printer or into its file.
    case printed
    case cancelled
    /// The system's reason.
    case failed(String)
  }

  /// Draws a page.
  package typealias Page = @MainActor (Int, PrintCanvas) async -> Bool

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
  ///   - page: Draws the page with this number, from 0, on any thread. Returns false if it cannot, which ends the print.
  package init(
    name: String, pageCount: Int, paper: String, width: Double, height: Double,
    page: @escaping Page
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
    _ = SignalSource(object: self, name: "done").connect { [weak self] values, _ in
      self?.end(UInt32(g_value_get_enum(values + 1)))
    }
  }

  /// Asks for a printer, and prints; returns at the end.
  ///
  /// - Parameter window: The window below the dialog.
  package func run(over window: Window) async -> Outcome {
    await withCheckedContinuation { continuation in
      answer = continuation
      let result = gtk_print_operation_run(
        raw.typed(), GTK_PRINT_OPERATION_ACTION_PRINT_DIALOG, window.raw.typed(), nil)
      // The signal "done" can have come already.
      if result != GTK_PRINT_OPERATION_RESULT_IN_PROGRESS { end(result.rawValue) }
    }
  }

  /// Ends the print. Pages already sent to the printer are still printed.
  package func cancel() { gtk_print_operation_cancel(raw.typed()) }

  /// Draws a page; the operation waits for it.
  private func draw(_ index: Int, _ context: OpaquePointer, _ page: @escaping Page) {
    gtk_print_operation_set_defer_drawing(raw.typed())
    guard let cairo = gtk_print_context_get_cairo_context(context) else { return cancel() }
    let paper = (gtk_print_context_get_width(context), gtk_print_context_get_height(context))
    let scale = min(paper.0 / size.width, paper.1 / size.height)
    let canvas = CairoContext(cairo)
    Task {
      cairo_save(cairo)
      canvas.translate(
        by: Point(x: (paper.0 - size.width * scale) / 2, y: (paper.1 - size.height * scale) / 2))
      canvas.scale(x: scale, y: scale)
      if !(await page(index, PrintCanvas(context: canvas))) { cancel() }
      cairo_restore(cairo)
      gtk_print_operation_draw_page_finish(raw.typed())
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

/// The context of a page that is printed. Lengths are in points of 1/72 inch.
///
/// `@unchecked Sendable` holds: the operation waits while the page is drawn, and nothing else uses its context.
package struct PrintCanvas: @unchecked Sendable {
  package let context: CairoContext
}

extension PrintOperation {
  /// Proposes a PDF file in the dialog.
  package func propose(file: String) {
    let settings = gtk_print_settings_new()
    gtk_print_settings_set_printer(settings, "Print to File")
    gtk_print_settings_set(settings, GTK_PRINT_SETTINGS_OUTPUT_URI, URL(fileURLWithPath: file).absoluteString)
    gtk_print_settings_set(settings, GTK_PRINT_SETTINGS_OUTPUT_FILE_FORMAT, "pdf")
    gtk_print_operation_set_print_settings(raw.typed(), settings)
    g_object_unref(UnsafeMutableRawPointer(settings))
  }

  /// Presses “Print” or “Cancel” in the dialog; returns false until it can be pressed.
  package static func answerDialog(prints: Bool) -> Bool { bs_print_dialog_respond(prints ? 1 : 0) != 0 }
}
