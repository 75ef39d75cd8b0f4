import Foundation

/// The folders of the documentation, and of the modules with which this program was built.
enum Repository {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  static let modules = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    .appending(path: "Modules")

  /// The libraries that have a catalogue.
  static let libraries = ["ScrollCore", "Paging", "GLib", "Gtk", "Backscroll"]

  /// All samples of the documentation.
  static func samples() throws -> [Sample] {
    var samples: [Sample] = []
    for file in try files(in: "").filter({ !$0.contains("/") }) + files(in: "docs")
    where file.hasSuffix(".md") {
      samples += Sample.inMarkdown(try text(file), file: file)
    }
    for library in libraries {
      for file in try files(in: "Sources/Library/\(library)") {
        if file.hasSuffix(".md") { samples += Sample.inMarkdown(try text(file), file: file) }
        if file.hasSuffix(".swift") { samples += Sample.inComments(try text(file), file: file) }
      }
    }
    return samples
  }

  /// The sources of a library.
  static func sources(of library: String) throws -> [String] {
    try files(in: "Sources/Library/\(library)").filter { $0.hasSuffix(".swift") }.map(text)
  }

  private static func text(_ file: String) throws -> String {
    try String(contentsOf: root.appending(path: file), encoding: .utf8)
  }

  /// The files in a folder, by their paths from the root; for the root, without those in its folders.
  private static func files(in folder: String) throws -> [String] {
    let manager = FileManager.default
    if folder.isEmpty { return try manager.contentsOfDirectory(atPath: root.path).sorted() }
    return try manager.subpathsOfDirectory(atPath: root.appending(path: folder).path).sorted().map {
      "\(folder)/\($0)"
    }
  }
}
