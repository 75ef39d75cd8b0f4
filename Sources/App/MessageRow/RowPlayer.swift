import AppBase
import Chats
import Gtk
import Translation

/// Plays voice notes and round films in the rows of a conversation, one at a time. Playback continues while the row is
/// scrolled out of view.
@MainActor
package final class RowPlayer {
  package init() {}

  /// The position of a playback.
  package struct Moment: Equatable {
    /// Seconds; the length is 0 while it is unknown.
    package var position: Double
    package var length: Double
    package var isPlaying: Bool

    package init(position: Double, length: Double, isPlaying: Bool) {
      self.position = position
      self.length = length
      self.isPlaying = isPlaying
    }
    /// "0:18 of 0:42".
    package var words: String {
      tr(
        "{time} of {length}",
        [
          "time": Counted.duration(Self.milliseconds(position)),
          "length": Counted.duration(Self.milliseconds(length)),
        ])
    }

    /// Archives and files can contain any number of seconds.
    private static func milliseconds(_ seconds: Double) -> Int64 {
      seconds.isFinite ? Int64(min(max(0, seconds), 1e9) * 1_000) : 0
    }
    /// The played part, 0…1.
    package var share: Double { length > 0 ? min(1, max(0, position / length)) : 0 }
  }

  /// Called when the look of the message's row has changed.
  package var didChange: ((Message.ID) -> Void)?
  /// Called when an attachment, given by its index, cannot be played here.
  package var didFail: ((Message, Int) -> Void)?

  private var playing: (message: Message, index: Int, stream: MediaStream)?

  /// Seconds by which an arrow key moves.
  private static let step = 5.0

  /// The copying of a sound out of a zip file, before it is played.
  private let unpacking = LatestTask()

  isolated deinit { playing?.stream.close() }

  /// Whether an attachment is played in its row.
  package static func plays(_ kind: Attachment.Kind) -> Bool { kind == .voice || kind == .roundVideo }

  /// The stream of an attachment that plays or is paused; nil for others.
  package func stream(of message: Message.ID, _ index: Int) -> MediaStream? {
    playing.flatMap { $0.message.id == message && $0.index == index ? $0.stream : nil }
  }

  /// The playback position of an attachment; nil if it neither plays nor is paused.
  package func moment(of message: Message.ID, _ index: Int) -> Moment? {
    guard let stream = stream(of: message, index), let attachment = playing?.message.attachments[index] else {
      return nil
    }
    let known = Double(attachment.duration ?? 0) / 1_000
    return Moment(
      position: stream.position, length: stream.duration > 0 ? stream.duration : known,
      isPlaying: stream.isPlaying)
  }

  /// Plays an attachment from its beginning, or pauses it, or resumes it.
  package func toggle(_ message: Message, _ index: Int) {
    guard message.attachments.indices.contains(index), let path = message.attachments[index].path else {
      return
    }
    if let stream = stream(of: message.id, index) {
      if stream.hasEnded { stream.seek(to: 0) }
      stream.isPlaying.toggle()
      return changed()
    }
    stop()
    guard MediaLoader.mayBeInZip(path) else { return play(path, message, index) }
    unpacking.run {
      await MediaLoader.file(at: path)
    } then: { [weak self] in
      // Without a copy, the player reports the error.
      self?.play((try? $0.get()) ?? path, message, index)
    }
  }

  private func play(_ path: String, _ message: Message, _ index: Int) {
    let stream = MediaStream(file: path)
    playing = (message, index, stream)
    for change in [stream.moved, stream.playingChanged, stream.preparedChanged, stream.invalidated] {
      change.connect(weak: self) { $0.changed() }
    }
    stream.failed.connect(weak: self) { $0.failed() }
    stream.isPlaying = true
    // Without a playback module, the stream has failed before its signals were connected.
    if stream.failure == nil { changed() } else { failed() }
  }

  /// Moves by five seconds. Returns whether the attachment plays or is paused.
  func skip(_ message: Message.ID, _ index: Int, forward: Bool) -> Bool {
    guard let stream = stream(of: message, index) else { return false }
    stream.seek(to: stream.position + (forward ? Self.step : -Self.step))
    changed()
    return true
  }

  /// Moves to a position, 0…1.
  package func seek(_ message: Message.ID, _ index: Int, to share: Double) {
    guard let stream = stream(of: message, index), stream.isPrepared else { return }
    stream.seek(to: share * stream.duration)
    changed()
  }

  /// Ends the playback.
  package func stop() {
    unpacking.cancel()
    guard let (message, _, stream) = playing else { return }
    playing = nil
    stream.close()
    didChange?(message.id)
  }

  private func changed() { if let playing { didChange?(playing.message.id) } }

  private func failed() {
    guard let (message, index, stream) = playing, let failure = stream.failure else { return }
    EventLog("player").warning("not-playable", ["error": failure])
    stop()
    didFail?(message, index)
  }
}
