import Foundation
import Translation

/// What the option picker has told.
struct CallbackEntry: Equatable, Sendable {
  enum Kind: String, Sendable {
    /// The selection, as options were laid out.
    case layout
    /// Another option has come to rest.
    case settle
    /// The position was re-based across the seam. Nobody is called for it: a picker keeps it to itself.
    case jump

    var title: String {
      switch self {
      // Translators: what has called back: a layout, an option that came to rest, a jump across the seam.
      case .layout: tr("layout")
      case .settle: tr("settle")
      case .jump: tr("jump")
      }
    }
  }

  let time: Date
  let kind: Kind
  let text: String

  static func layout(_ option: String, at time: Date) -> CallbackEntry {
    CallbackEntry(time: time, kind: .layout, text: tr("selected: {option}", ["option": option]))
  }

  static func settle(_ option: String, at time: Date) -> CallbackEntry {
    CallbackEntry(time: time, kind: .settle, text: tr("selected: {option}", ["option": option]))
  }

  /// In pages of the strip: of `count` options the first stands at page 1, and behind the last once more.
  static func jump(count: Int, isForward: Bool, at time: Date) -> CallbackEntry {
    let (from, to) = isForward ? (count + 1, 1) : (1, count + 1)
    return CallbackEntry(
      time: time, kind: .jump,
      text: tr("page {from} → page {to}, unseen", ["from": "\(from)", "to": "\(to)"]))
  }
}
