import Foundation

/// Where the program was installed, whatever the prefix is and wherever it was moved.
enum ProgramFolder {
  /// The prefix's `share/icons`; nil where there is none, as in a folder that was built in.
  static var icons: URL? { icons(besideProgram: program) }

  /// The prefix's `share/locale`, else the folder `locale` beside the program, which `meson-wrapper.sh run` fills;
  /// nil where there is neither.
  static var catalogues: URL? { catalogues(besideProgram: program) }

  static func icons(besideProgram program: URL) -> URL? {
    existing(prefix(ofProgram: program).appendingPathComponent("share/icons"))
  }

  static func catalogues(besideProgram program: URL) -> URL? {
    existing(prefix(ofProgram: program).appendingPathComponent("share/locale"))
      ?? existing(program.deletingLastPathComponent().appendingPathComponent("locale"))
  }

  private static var program: URL { URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath() }

  private static func prefix(ofProgram program: URL) -> URL {
    program.deletingLastPathComponent().deletingLastPathComponent()
  }

  private static func existing(_ folder: URL) -> URL? {
    FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }
}
