import Foundation

/// Where the program was installed, whatever the prefix is and wherever it was moved.
enum ProgramFolder {
  /// The prefix's `share/icons`; nil where there is none, as in a folder that was built in.
  static var icons: URL? {
    let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    return icons(besideProgram: program)
  }

  static func icons(besideProgram program: URL) -> URL? {
    let prefix = program.deletingLastPathComponent().deletingLastPathComponent()
    let folder = prefix.appendingPathComponent("share/icons")
    return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }
}
