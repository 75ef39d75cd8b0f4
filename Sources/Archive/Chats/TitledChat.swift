/// A chat without a number in its source, as far as it is needed to recognize it in another export.
///
/// Exports of WhatsApp, LINE, KakaoTalk, iMessage and Signal know a chat by its title alone, and titles repeat: "Mom"
/// on two phones, or `_chat.txt`. Two exports have the same chat if they have messages in common.
public struct TitledChat: Sendable {
  /// A message as every export of the chat shows it.
  public struct Moment: Sendable, Hashable {
    /// Minutes since 1970 UTC.
    public var minute: Int64
    /// The text; empty for a message with media only.
    public var text: String

    /// Creates a moment.
    public init(minute: Int64, text: String) {
      self.minute = minute
      self.text = text
    }
  }

  /// The conversation in the archive.
  public var id: Conversation.ID
  /// The names of the people who write in it.
  public var people: Set<String>
  /// The moments at its beginning and at its end, at most ``endLength`` messages each.
  public var ends: Set<Moment>
  /// The number of given moments that the chat has.
  public var countCommon: @Sendable (Set<Moment>) throws(ArchiveError) -> Int

  /// The number of messages that are compared at each end of a chat.
  public static let endLength = 50

  /// Creates the description of a chat.
  public init(
    id: Conversation.ID, people: Set<String>, ends: Set<Moment>,
    countCommon: @escaping @Sendable (Set<Moment>) throws(ArchiveError) -> Int
  ) {
    self.id = id
    self.people = people
    self.ends = ends
    self.countCommon = countCommon
  }
}
