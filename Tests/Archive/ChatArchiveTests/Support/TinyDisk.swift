import Foundation
import Testing

/// A small temporary file system that can be filled and made read-only.
///
/// Only the superuser can mount it. Tests that need it are skipped for other users.
final class TinyDisk: Sendable {
  static let isPossible = (try? TinyDisk(kibibytes: 64)) != nil
  static let whyNot: Comment = "Mounting a small file system needs the superuser"

  let folder: TemporaryFolder

  init(kibibytes: Int) throws {
    folder = try TemporaryFolder()
    try runProgram("mount", "-t", "tmpfs", "-o", "size=\(kibibytes)k", "tmpfs", folder.url.path)
  }

  deinit {
    try? runProgram("umount", "--lazy", folder.url.path)
  }

  func makeReadOnly() throws {
    try runProgram("mount", "-o", "remount,ro", folder.url.path)
  }

  /// Fills the disk to the last byte.
  func fill() throws {
    let path = try folder.write(Data(), to: "ballast")
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    defer { try? file.close() }
    for size in [4096, 1] {
      while (try? file.write(contentsOf: Data(count: size))) != nil {}
    }
  }
}

/// Runs a program to its end, and throws if it fails.
func runProgram(_ words: String...) throws {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = words
  process.standardError = FileHandle.nullDevice
  try process.run()
  process.waitUntilExit()
  guard process.terminationStatus == 0 else { throw CocoaError(.featureUnsupported) }
}
