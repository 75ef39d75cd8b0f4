import Foundation
import Gtk

/// Draws vector graphics in a separate process: a small file can require any amount of time and memory, and only the
/// system can stop the drawing.
///
/// The process is this program with the command ``command``, which calls ``draw(_:box:)``.
package enum PictureProcess {
  /// The command of the program that draws a picture: `backscroll render-picture FILE --size N`.
  package static let command = "render-picture"
  /// Seconds of CPU time that the process may take.
  private static let cpuSeconds = 5
  /// Bytes of memory that the process may allocate.
  private static let memory = 400_000_000
  /// Seconds until the process is killed although it uses no CPU time.
  private static let patience = 30.0
  /// The time between two checks whether the picture is still needed.
  private static let pollMilliseconds: Int32 = 50

  /// Draws a file, scaled to fit into `box` pixels in each direction. Blocks until the process has ended.
  package static func texture(_ path: String, box: Int, isCancelled: () -> Bool) throws(PictureError)
    -> Texture
  {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe")
    process.arguments = [Self.command, "--size", "\(box)", "--", path]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    do { try process.run() } catch { throw PictureError(path, .unreadable, "\(error)") }
    let limit = Texture.serializedSize(width: box, height: box)
    let answer = read(output.fileHandleForReading, limit: limit, isCancelled)
    if answer == nil { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    if isCancelled() { throw PictureError(path, .cancelled, "cancelled") }
    guard let answer, process.terminationReason == .exit else {
      throw PictureError(path, .tooLarge, "limits")
    }
    guard let texture = Texture(serialized: answer) else {
      throw PictureError(path, .unreadable, "unreadable")
    }
    return texture
  }

  /// The bytes that arrive before the pipe is closed; nil if that takes too long, is too much, or is no longer needed.
  private static func read(_ pipe: FileHandle, limit: Int, _ isCancelled: () -> Bool) -> Data? {
    let end = Date(timeIntervalSinceNow: patience)
    var answer = Data()
    while !isCancelled(), Date() < end, answer.count <= limit {
      var poller = pollfd(fd: pipe.fileDescriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&poller, 1, pollMilliseconds) > 0 else { continue }
      let part = pipe.availableData
      if part.isEmpty { return answer }
      answer += part
    }
    return nil
  }

  /// Draws a file for ``texture(_:box:isCancelled:)`` in another process; returns ``Texture/serialized``. Limits this process.
  package static func draw(_ file: String, box: Int) throws -> Data {
    limitSelf()
    var limits = PictureLimits()
    limits.drawsVectors = true
    return try Texture(file: file, maxWidth: box, maxHeight: box, limits: limits).serialized
  }

  /// Makes the system end this process when it exceeds the limits.
  private static func limitSelf() {
    for (resource, value) in [(RLIMIT_CPU, cpuSeconds), (RLIMIT_DATA, memory), (RLIMIT_CORE, 0)] {
      var limit = rlimit(rlim_cur: rlim_t(value), rlim_max: rlim_t(value))
      setrlimit(__rlimit_resource_t(resource.rawValue), &limit)
    }
  }
}
