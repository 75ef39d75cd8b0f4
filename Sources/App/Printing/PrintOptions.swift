import ChatExport
import Chats
import Foundation
import Translation

/// The contents and the look of a printed chat.
package struct PrintOptions: Sendable, Hashable {
  /// A size of paper.
  package enum Paper: String, CaseIterable, Sendable, Hashable {
    case a4, letter, a5

    /// Width and height in points of 1/72 inch.
    package var size: (width: Double, height: Double) {
      switch self {
      case .a4: (210 * PageMeasures.millimeter, 297 * PageMeasures.millimeter)
      case .letter: (612, 792)
      case .a5: (148 * PageMeasures.millimeter, 210 * PageMeasures.millimeter)
      }
    }

    /// The name in PWG 5101.1.
    package var standardName: String {
      switch self {
      case .a4: "iso_a4"
      case .letter: "na_letter"
      case .a5: "iso_a5"
      }
    }

    /// The paper of a locale's printers.
    package static func usual(in locale: Locale) -> Paper {
      switch locale.region?.identifier {
      case "US", "CA", "MX", "PH", "CL", "CO", "CR", "GT", "NI", "PA", "PR", "SV", "VE": .letter
      default: .a4
      }
    }
  }

  /// The look of bubbles.
  package enum Bubbles: CaseIterable, Sendable, Hashable {
    /// Lines around bubbles; those of the archive's owner are tinted.
    case outlines
    /// Light tints, without lines.
    case fills
  }

  /// The days to print.
  package var span = ExportSpan.all
  /// The time zone of the days and times.
  package var timeZone: TimeZone
  /// Whether people are renamed to "Person 1", "Person 2" and so on.
  package var renamesPeople = false
  /// Whether the reader's notes are printed.
  package var includesNotes = false
  /// Whether pictures are printed, and the first frames of videos; otherwise a line stands for each.
  package var showsPictures = true
  package var bubbles = Bubbles.outlines
  /// The number of columns of a page, 1 or 2.
  package var columns = 1
  package var paper: Paper
  /// The locale of dates and times.
  package var locale: Locale

  /// Options for a whole chat, on the paper of the locale.
  package init(timeZone: TimeZone, locale: Locale = .desktop) {
    self.timeZone = timeZone
    self.locale = locale
    paper = .usual(in: locale)
  }
}
