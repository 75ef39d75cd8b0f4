/// The limits on values of an export. Telegram's own limits are far below.
package enum TelegramLimit {
  /// Bytes of a name, a title or an answer, of which Telegram allows 255 characters.
  package static let line = 1024
  /// Bytes of the number of a message or a person.
  package static let id = 64
  /// Bytes of a path and of the target of a link.
  package static let path = 4096
  /// People, votes, stars.
  package static let count = 1_000_000_000
  /// Seconds of a film, a sound or a call: a year.
  package static let seconds = 31_536_000
  /// Names in a sentence.
  package static let names = 50
  /// Styled ranges of a text, of which Telegram keeps 100.
  package static let entities = 1000
  /// The beginning of the paths of generated pictures.
  package static let generated = "synthetic:"
}
