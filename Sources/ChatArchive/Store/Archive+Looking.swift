import Foundation

extension Archive {
  /// Whether the file at a path calls itself an archive of this program, sound or not.
  ///
  /// Reads its first hundred bytes.
  public static func isArchive(at path: String) -> Bool {
    let path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    // A pipe would keep whoever reads it waiting.
    guard attributes?[.type] as? FileAttributeType == .typeRegular,
      let file = try? FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    else { return false }
    defer { try? file.close() }
    guard let head = try? file.read(upToCount: DatabaseHeader.byteCount), DatabaseHeader.hasMagic(head) else {
      return false
    }
    return DatabaseHeader(head)?.applicationID == Schema.applicationID
  }
}
