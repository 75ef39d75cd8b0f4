import ChatStore
import Foundation

/// The destination of an export.
public enum ExportDestination: Sendable {
  /// A file, which is replaced once the export is complete. Until then the export is written beside it.
  case file(URL)
  /// A function that receives the bytes in pieces of some 64 kB, for example to write them to standard output. An error
  /// that it throws ends the export.
  ///
  /// - Parameter folder: The folder to which links to files are relative.
  case stream(folder: URL, write: @Sendable ([UInt8]) throws -> Void)

  /// The folder to which links to files are relative.
  var folder: URL {
    switch self {
    case .file(let url): url.deletingLastPathComponent()
    case .stream(let folder, _): folder
    }
  }
}

/// Receives the bytes of an export.
///
/// A file is written under a temporary name in its folder and then renamed, so that neither an error nor a kill leaves
/// a part of an export under its name.
package struct ExportSink {
  private enum Target {
    case file(FileHandle, draft: String, path: String)
    case stream(@Sendable ([UInt8]) throws -> Void)
  }

  private let target: Target
  /// The name of the destination in errors.
  private let name: String

  /// Opens the destination. An existing file is not changed yet.
  package init(_ destination: ExportDestination) throws(ExportError) {
    switch destination {
    case .stream(_, let write):
      (target, name) = (.stream(write), "standard output")
    case .file(let url):
      // Replace the target of a link, not the link.
      let path = url.resolvingSymlinksInPath().path
      name = url.relativePath
      try Self.check(path, name: name)
      let draft = ArchiveFile.draftName(of: path)
      do {
        try ArchiveFile.createPrivate(draft)
        target = .file(try FileHandle(forWritingTo: URL(fileURLWithPath: draft)), draft: draft, path: path)
      } catch {
        try? FileManager.default.removeItem(atPath: draft)
        throw ExportError(error, path: name)
      }
    }
  }

  package func write(_ bytes: [UInt8]) throws(ExportError) {
    guard !bytes.isEmpty else { return }
    do {
      switch target {
      case .file(let handle, _, _): try handle.write(contentsOf: bytes)
      case .stream(let write): try write(bytes)
      }
    } catch {
      throw ExportError(error, path: name)
    }
  }

  /// Moves the complete file to its path.
  package func commit() throws(ExportError) {
    guard case .file(let handle, let draft, let path) = target else { return }
    do {
      // Without this, a loss of power could leave an empty file in place of an earlier export.
      try handle.synchronize()
      try handle.close()
      guard rename(draft, path) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    } catch {
      throw ExportError(error, path: name)
    }
  }

  /// Removes the bytes that were written to a file.
  package func discard() {
    guard case .file(let handle, let draft, _) = target else { return }
    try? handle.close()
    try? FileManager.default.removeItem(atPath: draft)
  }

  private static func check(_ path: String, name: String) throws(ExportError) {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue else {
      throw .folderMissing(path: name, folder: folder)
    }
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else { return }
    // A rename would replace a device as well.
    guard attributes[.type] as? FileAttributeType == .typeRegular else { throw .notAFile(path: name) }
    guard !Archive.isOpen(at: path), !Archive.isArchive(at: path) else { throw .isArchive(path: name) }
  }
}
