import CGtk

/// A film or a sound that plays, by GTK's media module, which may not be installed.
@MainActor
public final class MediaStream: Object {
  /// Opens a file. It is read when it plays, off the main thread; see ``failure`` and ``isPrepared``.
  public init(file path: String) {
    super.init(owned: UnsafeMutableRawPointer(gtk_media_file_new_for_filename(path)))
  }

  /// Whether GTK has a media module, which is needed to play.
  public var isAvailable: Bool {
    String(cString: g_type_name_from_instance(raw.typed())) != "GtkNoMediaFile"
  }

  /// The reason why the stream cannot be played; nil if it can, or is not known yet. Without a media module it is set at once.
  public var failure: String? {
    gtk_media_stream_get_error(stream).map { String(cString: $0.pointee.message) }
  }

  /// Whether the length and the size are known.
  public var isPrepared: Bool { gtk_media_stream_is_prepared(stream) != 0 }
  /// Whether the stream has pictures.
  public var hasVideo: Bool { gtk_media_stream_has_video(stream) != 0 }
  /// Whether the stream is at its end.
  public var hasEnded: Bool { gtk_media_stream_get_ended(stream) != 0 }

  /// Whether the stream plays, or will once it is prepared.
  public var isPlaying: Bool {
    get { gtk_media_stream_get_playing(stream) != 0 }
    set { newValue ? gtk_media_stream_play(stream) : gtk_media_stream_pause(stream) }
  }

  /// Whether the stream begins again at its end.
  public var repeats: Bool {
    get { gtk_media_stream_get_loop(stream) != 0 }
    set { gtk_media_stream_set_loop(stream, newValue ? 1 : 0) }
  }

  /// Whether the sound is off.
  public var isMuted: Bool {
    get { gtk_media_stream_get_muted(stream) != 0 }
    set { gtk_media_stream_set_muted(stream, newValue ? 1 : 0) }
  }

  /// The position in seconds from the beginning.
  public var position: Double { Double(gtk_media_stream_get_timestamp(stream)) / Self.second }
  /// The length in seconds; 0 if unknown.
  public var duration: Double { Double(gtk_media_stream_get_duration(stream)) / Self.second }

  /// Goes to a time in seconds, within the stream.
  public func seek(to seconds: Double) {
    gtk_media_stream_seek(stream, gint64(max(0, min(seconds, max(0, duration))) * Self.second))
  }

  /// Ends the stream, and releases the file.
  public func close() { gtk_media_file_clear(raw.typed()) }

  /// The size of the pictures in pixels; nil before it is known.
  public var size: (width: Int, height: Int)? {
    let wide = gdk_paintable_get_intrinsic_width(raw.opaque)
    let high = gdk_paintable_get_intrinsic_height(raw.opaque)
    return wide > 0 && high > 0 ? (Int(wide), Int(high)) : nil
  }

  /// Emitted when ``position`` has changed.
  public var moved: Signal<> { notify("timestamp") }
  /// Emitted when ``isPlaying`` has changed.
  public var playingChanged: Signal<> { notify("playing") }
  /// Emitted when ``isPrepared`` has changed.
  public var preparedChanged: Signal<> { notify("prepared") }
  /// Emitted when ``failure`` has changed.
  public var failed: Signal<> { notify("error") }
  /// Emitted when there is another picture to draw.
  public var invalidated: Signal<> { Signal(self, "invalidate-contents") }

  private var stream: UnsafeMutablePointer<GtkMediaStream> { raw.typed() }
  private static let second = 1_000_000.0
}

extension Snapshot {
  /// Draws the present picture of a stream, scaled to `rect`.
  @MainActor
  public func stream(_ stream: MediaStream, in rect: Rect) {
    translated(Point(x: rect.x, y: rect.y)) {
      gdk_paintable_snapshot(stream.raw.opaque, raw, rect.width, rect.height)
    }
  }
}
