import Foundation

extension Importer {
  /// Whether there is something to import at a path: a file in one of the formats, or a folder that has one at its top.
  ///
  /// Looks at the beginning of a file, and of few files of a folder. What a folder has further down is found by an
  /// import only.
  public static func recognises(_ path: String) -> Bool {
    let target = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: target.path, isDirectory: &isFolder) else { return false }
    guard isFolder.boolValue else { return hasFormat(target) }
    let export = target.appendingPathComponent("result.json")
    if FileManager.default.fileExists(atPath: export.path) { return hasFormat(export) }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: target.path)) ?? []
    return names.sorted().lazy.filter { !$0.hasPrefix(".") }.prefix(glance)
      .contains { hasFormat(target.appendingPathComponent($0)) }
  }

  /// Files of a folder that are looked at.
  private static let glance = 50

  private static func hasFormat(_ file: URL) -> Bool {
    let attributes = try? FileManager.default.attributesOfItem(atPath: file.resolvingSymlinksInPath().path)
    // A pipe would keep whoever reads it waiting.
    guard attributes?[.type] as? FileAttributeType == .typeRegular,
      var reader = try? ByteReader(file, chunkSize: ImportFormat.headLength)
    else { return false }
    return ImportFormat.detect(reader.lookahead(ImportFormat.headLength)) != nil
  }
}
