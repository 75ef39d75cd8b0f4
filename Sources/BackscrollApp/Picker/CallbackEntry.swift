import Foundation

/// What the option picker has told.
struct CallbackEntry: Equatable, Sendable {
  enum Kind: String, Sendable {
    /// The selection, as options were laid out.
    case layout
    /// Another option has come to rest.
    case settle
    /// The position was re-based across the seam. Nobody is called for it: a picker keeps it to itself.
    case jump
  }

  let time: Date
  let kind: Kind
  let text: String

  static func layout(_ option: String, at time: Date) -> CallbackEntry {
    CallbackEntry(time: time, kind: .layout, text: "selected: \(option)")
  }

  static func settle(_ option: String, at time: Date) -> CallbackEntry {
    CallbackEntry(time: time, kind: .settle, text: "selected: \(option)")
  }

  /// In pages of the strip: of `count` options the first stands at page 1, and behind the last once more.
  static func jump(count: Int, isForward: Bool, at time: Date) -> CallbackEntry {
    let (from, to) = isForward ? (count + 1, 1) : (1, count + 1)
    return CallbackEntry(time: time, kind: .jump, text: "page \(from) → page \(to), unseen")
  }
}
