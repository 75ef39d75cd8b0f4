import CGtk
import Dispatch
import Foundation

/// The reason why a picture file is not shown.
public struct PictureError: Error, CustomStringConvertible, Sendable {
  public enum Kind: Sendable, Equatable {
    /// The file is missing, damaged, or not a picture.
    case unreadable
    /// Decoding would exceed ``PictureLimits``.
    case tooLarge
    /// The format has no bound on its cost, and ``PictureLimits/drawsVectors`` does not allow it.
    case unbounded
    /// The picture is no longer needed.
    case cancelled
  }

  public let path: String
  public let kind: Kind
  /// The decoder's message, without a full stop.
  public let reason: String
  public var description: String { "\(path) cannot be shown: \(reason)." }

  public init(_ path: String, _ kind: Kind, _ reason: String) {
    (self.path, self.kind, self.reason) = (path, kind, reason)
  }

  /// Whether the file's name is that of a picture, so that the desktop opens it with a viewer and does not run it.
  public var namesPicture: Bool {
    ["jpg", "jpeg", "png", "gif", "webp", "bmp", "tif", "tiff"].contains(
      URL(fileURLWithPath: path).pathExtension.lowercased())
  }
}

/// The limits of the cost of decoding a picture. A file of a few kilobytes can require gigabytes and minutes.
public struct PictureLimits: Sendable {
  /// Bytes of the file.
  public var fileSize = 100_000_000
  /// Bytes of memory while decoding, as estimated from the size in pixels: a PNG of 50 megapixels.
  public var memory = 200_000_000
  /// Pixels of a format that is decoded at the requested size with little memory: more than those of any camera.
  public var pixels = 400_000_000
  /// Seconds of CPU time.
  public var seconds = 5.0
  /// Whether vector graphics are drawn. The other limits do not apply to them, so allow this only in a process whose
  /// memory and time the system limits.
  public var drawsVectors = false

  public init() {}
}

extension Texture {
  /// Decodes a picture file, and scales it down to fit into the given size in pixels, while decoding if the format can.
  /// Never scales it up.
  ///
  /// Accepts JPEG, PNG, GIF, WebP, BMP and TIFF, and SVG if the limits allow it, as far as GdkPixbuf has loaders for
  /// them; the first image if there are several. Blocks until the file is decoded, so call it off the main actor, and
  /// not on a thread of Swift's pool. `isCancelled` is called from time to time.
  public convenience init(
    file path: String, maxWidth: Int, maxHeight: Int, limits: PictureLimits = PictureLimits(),
    isCancelled: () -> Bool = { false }
  ) throws(PictureError) {
    let (pixbuf, size) = try PictureDecoder(path: path, limits: limits).decode(
      maxWidth, maxHeight, isCancelled, gdk_pixbuf_loader_get_pixbuf)
    defer { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }
    self.init(owned: gdk_texture_new_for_pixbuf(pixbuf), sourceSize: size)
  }

  /// Decodes the bytes of a picture file that is in memory, as ``init(file:maxWidth:maxHeight:limits:isCancelled:)``
  /// does. `name` is for the error only.
  public convenience init(
    bytes: [UInt8], named name: String, maxWidth: Int, maxHeight: Int,
    limits: PictureLimits = PictureLimits(), isCancelled: () -> Bool = { false }
  ) throws(PictureError) {
    let (pixbuf, size) = try PictureDecoder(path: name, bytes: bytes, limits: limits).decode(
      maxWidth, maxHeight, isCancelled, gdk_pixbuf_loader_get_pixbuf)
    defer { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }
    self.init(owned: gdk_texture_new_for_pixbuf(pixbuf), sourceSize: size)
  }
}

extension MovingPicture {
  /// Reads an animated picture file, with the limits and the size of
  /// ``Texture/init(file:maxWidth:maxHeight:limits:isCancelled:)``; nil if it is not animated. Its frames are decoded
  /// on demand. Blocks.
  public convenience init?(
    file path: String, maxWidth: Int, maxHeight: Int, limits: PictureLimits = PictureLimits(),
    isCancelled: () -> Bool = { false }
  ) throws(PictureError) {
    let (animation, size) = try PictureDecoder(path: path, limits: limits).decode(
      maxWidth, maxHeight, isCancelled, gdk_pixbuf_loader_get_animation)
    self.init(owned: animation, size: size)
  }
}

/// Feeds a file to GdkPixbuf's loader in parts, and stops as soon as a limit is exceeded.
private struct PictureDecoder {
  let path: String
  /// The file's contents; nil if it is on the disk.
  var bytes: [UInt8]?
  let limits: PictureLimits

  /// Bytes that are fed at once. The limits are checked between two parts.
  private static let partSize = 65_536

  /// The values that the loader's callback reads and writes.
  fileprivate struct Request {
    let maxWidth: Int
    let maxHeight: Int
    let limits: PictureLimits
    let isBuffered: Bool
    /// See ``PictureDecoder/framePixels(_:)``.
    let framePixels: Int
    var refusal: (kind: PictureError.Kind, reason: String)?
    /// The size in the file, in pixels.
    var size = (width: 0, height: 0)
  }

  /// Decodes the file. `result` returns the object to take from the loader at the end.
  func decode(
    _ maxWidth: Int, _ maxHeight: Int, _ isCancelled: () -> Bool,
    _ result: (UnsafeMutablePointer<GdkPixbufLoader>?) -> OpaquePointer?
  ) throws(PictureError) -> (object: OpaquePointer, size: (width: Int, height: Int)) {
    let file = try open()
    defer { file.close() }
    let loader = gdk_pixbuf_loader_new()!
    defer { g_object_unref(loader) }
    var request = Request(
      maxWidth: maxWidth, maxHeight: maxHeight, limits: limits, isBuffered: Self.isBuffered(file),
      framePixels: Self.framePixels(file))
    let sizePrepared: @convention(c) (UnsafeMutablePointer<GdkPixbufLoader>?, gint, gint, gpointer?) -> Void =
      {
        loader, width, height, data in
        data!.assumingMemoryBound(to: Request.self).pointee.decide(loader, Int(width), Int(height))
      }
    // The loader emits the signal only while it is fed, within this call.
    let failure: PictureError? = withUnsafeMutablePointer(to: &request) { request in
      g_signal_connect_data(
        loader, "size-prepared", unsafeBitCast(sizePrepared, to: GCallback.self), request, nil,
        GConnectFlags(0))
      return feed(loader, from: file, request, isCancelled)
    }
    if let failure { throw failure }
    guard let object = result(loader) else {
      throw PictureError(path, .unreadable, "it has no picture")
    }
    return (OpaquePointer(g_object_ref(UnsafeMutableRawPointer(object))), request.size)
  }

  /// Opens the file. Refuses a device or a pipe, which may have no end.
  private func open() throws(PictureError) -> PictureBytes {
    if let bytes {
      guard bytes.count <= limits.fileSize else {
        throw PictureError(path, .tooLarge, "it has \(bytes.count) bytes")
      }
      return PictureBytes(content: .memory(bytes), size: bytes.count)
    }
    let file = Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { throw PictureError(path, .unreadable, String(cString: strerror(errno))) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(file)
      throw PictureError(path, .unreadable, "it is not a file")
    }
    guard status.st_size <= limits.fileSize else {
      close(file)
      throw PictureError(path, .tooLarge, "it has \(status.st_size) bytes")
    }
    return PictureBytes(content: .disk(file), size: Int(status.st_size))
  }

  /// Feeds the file to the loader. Returns the error if the picture cannot be decoded.
  private func feed(
    _ loader: UnsafeMutablePointer<GdkPixbufLoader>, from file: PictureBytes,
    _ request: UnsafeMutablePointer<Request>,
    _ isCancelled: () -> Bool
  ) -> PictureError? {
    var error: UnsafeMutablePointer<GError>?
    defer { g_clear_error(&error) }
    func failure() -> PictureError {
      if let refusal = request.pointee.refusal { return PictureError(path, refusal.kind, refusal.reason) }
      return PictureError(path, .unreadable, error.map { String(cString: $0.pointee.message) } ?? "unknown")
    }
    /// Closes the loader, which is required also after a failure; its own error then adds nothing.
    func stop(_ failure: PictureError) -> PictureError {
      gdk_pixbuf_loader_close(loader, nil)
      return failure
    }
    let start = Self.cpuTime
    var place = 0
    while true {
      let part = file.bytes(Self.partSize, at: place)
      guard !part.isEmpty else { break }
      place += part.count
      guard gdk_pixbuf_loader_write(loader, part, gsize(part.count), &error) != 0 else {
        return stop(failure())
      }
      if request.pointee.refusal != nil { return stop(failure()) }
      guard file.size * Self.copies(by: loader) <= limits.memory else {
        return stop(PictureError(path, .tooLarge, "it has \(file.size) bytes"))
      }
      if isCancelled() { return stop(PictureError(path, .cancelled, "it is not needed any more")) }
      guard Self.cpuTime - start < limits.seconds else {
        return stop(PictureError(path, .tooLarge, "decoding takes more than \(limits.seconds) seconds"))
      }
    }
    guard gdk_pixbuf_loader_close(loader, &error) != 0, request.pointee.refusal == nil else {
      return failure()
    }
    return nil
  }

  /// The number of copies of the whole file that a loader has in memory before it reads the header: its buffer is
  /// copied as it grows.
  private static func copies(by loader: UnsafeMutablePointer<GdkPixbufLoader>) -> Int {
    PictureFormat.name(of: loader) == "tiff" ? 3 : 0
  }

  /// The CPU time of this thread, in seconds. Unlike the clock, it does not depend on the machine's other work.
  private static var cpuTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Whether all coefficients of a JPEG file are in memory before the first line is decoded: it is progressive, or has a
  /// scan for each color. `false` for another format; `true` if its header cannot be followed.
  private static func isBuffered(_ file: PictureBytes) -> Bool {
    var head = HeadReader(file)
    guard head.bytes(2) == [0xff, 0xd8] else { return false }
    var colors: UInt8?
    // A thousand segments are 64 MB of metadata.
    for _ in 0..<1_000 {
      guard let segment = head.bytes(4), segment[0] == 0xff else { return true }
      let start = head.place
      switch segment[1] {
      case 0xff:  // padding
        head.place -= 3
        continue
      case 0xc0, 0xc1, 0xc3, 0xc9: colors = head.bytes(6)?[5]
      case 0xc2, 0xc5...0xc7, 0xca...0xcb, 0xcd...0xcf: return true
      case 0xda: return colors == nil || head.bytes(1)?[0] != colors
      default: break
      }
      head.place = start + off_t(Int(segment[2]) << 8 | Int(segment[3])) - 2
    }
    return true
  }

  /// The pixels of a GIF file's first frame, which may be larger than the picture. 0 for another format, and for a file
  /// that has no frame.
  private static func framePixels(_ file: PictureBytes) -> Int {
    var head = HeadReader(file)
    guard let screen = head.bytes(13), screen.starts(with: Array("GIF8".utf8)) else { return 0 }
    let flags = screen[10]
    if flags & 0x80 != 0 { head.place += 3 << off_t(flags & 7 + 1) }  // the table of colors
    // Comments and other extensions, in parts of up to 255 bytes.
    for _ in 0..<100_000 {
      switch head.bytes(1)?[0] {
      case 0x2c:
        guard let frame = head.bytes(8) else { return 0 }
        return (Int(frame[4]) | Int(frame[5]) << 8) * (Int(frame[6]) | Int(frame[7]) << 8)
      case 0x21:
        head.place += 1
        while let length = head.bytes(1)?[0], length > 0 { head.place += off_t(length) }
      default: return 0
      }
    }
    return .max
  }

}

/// The contents of a picture file, on the disk or in memory.
private struct PictureBytes {
  enum Content {
    /// A descriptor.
    case disk(Int32)
    case memory([UInt8])
  }

  let content: Content
  let size: Int

  /// The bytes at a place; fewer at the end, and none if reading fails.
  func bytes(_ count: Int, at place: Int) -> [UInt8] {
    switch content {
    case .disk(let file):
      var bytes = [UInt8](repeating: 0, count: count)
      let length = pread(file, &bytes, count, off_t(place))
      bytes.removeLast(count - max(0, length))
      return bytes
    case .memory(let bytes):
      guard place >= 0, place < bytes.count else { return [] }
      return Array(bytes[place...].prefix(count))
    }
  }

  func close() {
    if case .disk(let file) = content { Glibc.close(file) }
  }
}

private enum PictureFormat {
  /// GdkPixbuf's name for the format; empty before it is known.
  static func name(of loader: UnsafeMutablePointer<GdkPixbufLoader>?) -> String {
    guard let format = gdk_pixbuf_loader_get_format(loader), let name = gdk_pixbuf_format_get_name(format)
    else { return "" }
    defer { g_free(name) }
    return String(cString: name)
  }
}

extension PictureDecoder.Request {
  /// Sets the size at which to decode, or refuses the picture. Called when the header has been read, but no pixel.
  fileprivate mutating func decide(
    _ loader: UnsafeMutablePointer<GdkPixbufLoader>?, _ width: Int, _ height: Int
  ) {
    size = (width, height)
    refusal = refusal(of: PictureFormat.name(of: loader), width, height)
    if refusal != nil {
      // Every loader stops at this size. GdkPixbuf's own function for reading a header relies on that.
      return gdk_pixbuf_loader_set_size(loader, 0, 0)
    }
    let scale = min(1, Double(maxWidth) / Double(width), Double(maxHeight) / Double(height))
    gdk_pixbuf_loader_set_size(
      loader, gint(max(1, (Double(width) * scale).rounded())),
      gint(max(1, (Double(height) * scale).rounded())))
  }

  private func refusal(
    of format: String, _ width: Int, _ height: Int
  ) -> (kind: PictureError.Kind, reason: String)? {
    guard width > 0, height > 0 else { return (.tooLarge, "it has no size") }
    let pixels = max(width * height, framePixels)
    // Bytes of memory a pixel.
    let cost: Int
    switch format {
    // Lines are decoded one by one at an eighth of the size; otherwise there are three coefficients a pixel.
    case "jpeg": cost = isBuffered ? 6 : 0
    case "png", "webp", "bmp": cost = 4
    // The frame and the picture; the raster and the picture.
    case "gif", "tiff": cost = 8
    case "svg": return limits.drawsVectors ? nil : (.unbounded, "it is drawn in a process of its own only")
    default: return (.tooLarge, "the cost of its format has no bound")
    }
    guard pixels <= limits.pixels, pixels * cost <= limits.memory else {
      return (.tooLarge, "it has \(width) × \(height) pixels")
    }
    return nil
  }
}

/// Reads the beginning of a file, independently of its loader.
private struct HeadReader {
  let file: PictureBytes
  var place = off_t(0)

  init(_ file: PictureBytes) { self.file = file }

  mutating func bytes(_ count: Int) -> [UInt8]? {
    let bytes = file.bytes(count, at: Int(place))
    guard bytes.count == count else { return nil }
    place += off_t(count)
    return bytes
  }
}
