import Foundation

/// The user's folders by the XDG base directory specification.
enum UserFolder {
  static var data: URL { folder("XDG_DATA_HOME", otherwise: ".local/share") }
  static var cache: URL { folder("XDG_CACHE_HOME", otherwise: ".cache") }
  static var config: URL { folder("XDG_CONFIG_HOME", otherwise: ".config") }

  private static func folder(_ variable: String, otherwise path: String) -> URL {
    // By the specification, an empty or relative value is invalid and counts as unset.
    let value = ProcessInfo.processInfo.environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil }
    return value.map { URL(fileURLWithPath: $0) }
      ?? FileManager.default.homeDirectoryForCurrentUser.appendingPathComponent(path)
  }
}

/// The installed files of the program, found relative to its executable so that the prefix can be moved.
enum ProgramFolder {
  /// The prefix's `share/icons`; nil if it does not exist, as in a build folder.
  static var icons: URL? { icons(besideProgram: program) }

  /// The prefix's `share/locale`. Otherwise the folder `locale` beside the program, which `meson-wrapper.sh run` fills;
  /// nil if neither exists.
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
