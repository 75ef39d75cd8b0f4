import CGtk

@_spi(Testing) extension Texture {
  /// The pixels row by row, as premultiplied ARGB.
  public var pixels: [UInt32] {
    [UInt32](unsafeUninitializedCapacity: width * height) { buffer, count in
      // GTK writes exactly `stride` bytes for each row, which fills the buffer.
      gdk_texture_download(
        raw, UnsafeMutableRawPointer(buffer.baseAddress!).assumingMemoryBound(to: guchar.self),
        gsize(width * 4))
      count = width * height
    }
  }
}
