import Foundation

/// Files that are to be brought into an archive.
struct ImportOrder: Hashable, Sendable {
  /// Absolute.
  var files: [String]
  /// The archive; made if it is not there.
  var archivePath: String

  /// Into the archive of a window; from the made-up conversation, which is nobody's own, into a new archive.
  init(_ files: [String], from source: ArchiveSource) {
    self.files = files
    switch source {
    case .file(let path): archivePath = path
    case .demo: archivePath = Self.newArchivePath(for: files.first ?? "")
    }
  }

  /// In the folder for a person's data, named after the export: importing the same one again completes it.
  static func newArchivePath(for file: String, in folder: URL = UserFolder.data) -> String {
    let folder = folder.appendingPathComponent("backscroll")
    let name = name(of: file)
    // Taken by the made-up conversation.
    return folder.appendingPathComponent(name == "demo" ? "demo-import.sqlite" : "\(name).sqlite").path
  }

  /// "ChatExport_2024-03-14" for Telegram's folder of that name and for the result.json in it; for a log its name
  /// without the suffix.
  private static func name(of file: String) -> String {
    let url = URL(fileURLWithPath: file).standardizedFileURL
    let isExport = url.lastPathComponent == "result.json"
    let named = isExport ? url.deletingLastPathComponent() : url.deletingPathExtension()
    let name = named.lastPathComponent.drop { $0 == "." }
    return name.isEmpty || name == "/" ? "chats" : String(name)
  }

  /// What an order is called where there is little room.
  var title: String { files.first.map { URL(fileURLWithPath: $0).lastPathComponent } ?? "" }
}
