/// The key of a chat in an export without the chat's number, such as Telegram's HTML. The archive finds the chat among
/// those of exports with numbers.
package enum ProvisionalKey {
  package static let prefix = "telegram:title/"

  /// Whether a key is one of this form.
  package static func isProvisional(_ key: String) -> Bool { key.hasPrefix(prefix) }

  /// The key for a chat of this title whose export begins with this message.
  package static func key(title: String, firstID: String, sentAt: Int64) -> String {
    "\(prefix)\(title)/\(firstID)@\(sentAt / 1000)"
  }
}
