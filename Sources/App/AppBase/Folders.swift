import Foundation

/// The user's folders by the XDG base directory specification.
package enum UserFolder {
  package static var data: URL { folder("XDG_DATA_HOME", otherwise: ".local/share") }
  package static var cache: URL { folder("XDG_CACHE_HOME", otherwise: ".cache") }
  package static var config: URL { folder("XDG_CONFIG_HOME", otherwise: ".config") }

  /// `$HOME`, which the user can set to another folder than the system's.
  package static var home: URL {
    path(of: "HOME").map { URL(fileURLWithPath: $0) } ?? FileManager.default.homeDirectoryForCurrentUser
  }

  private static func folder(_ variable: String, otherwise path: String) -> URL {
    self.path(of: variable).map { URL(fileURLWithPath: $0) } ?? home.appendingPathComponent(path)
  }

  /// The path in a variable. By the specification, an empty or relative value is invalid and counts as unset.
  private static func path(of variable: String) -> String? {
    ProcessInfo.processInfo.environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil }
  }
}

/// The folder in which the dialog for imports opens.
package enum ImportFolder {
  /// The folder of the last import, otherwise that for downloads, otherwise the home folder: the first that exists.
  ///
  /// - Parameter downloads: The desktop's folder for downloads, which is often not set up.
  package static func path(
    last: String?, downloads: String?, home: URL = UserFolder.home
  ) -> String {
    let usual = home.appendingPathComponent("Downloads").path
    return [last, downloads, usual].compactMap(\.self).first(where: isFolder) ?? home.path
  }

  private static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
  }
}

/// The installed files of the program, found relative to its executable so that the prefix can be moved.
package enum ProgramFolder {
  /// The prefix's `share/icons`; nil if it does not exist, as in a build folder.
  package static var icons: URL? { icons(besideProgram: program) }

  /// The prefix's `share/locale`. Otherwise the folder `locale` beside the program, which `meson-wrapper.sh run` fills;
  /// nil if neither exists.
  package static var catalogues: URL? { catalogues(besideProgram: program) }

  /// The prefix's `share/backscroll/manual`. Otherwise the folder `manual` beside the program, which `meson-wrapper.sh
  /// run` fills; nil if neither exists.
  package static var manual: URL? { manual(besideProgram: program) }

  package static func icons(besideProgram program: URL) -> URL? {
    existing(prefix(ofProgram: program).appendingPathComponent("share/icons"))
  }

  package static func catalogues(besideProgram program: URL) -> URL? {
    existing(prefix(ofProgram: program).appendingPathComponent("share/locale"))
      ?? existing(program.deletingLastPathComponent().appendingPathComponent("locale"))
  }

  package static func manual(besideProgram program: URL) -> URL? {
    existing(prefix(ofProgram: program).appendingPathComponent("share/backscroll/manual"))
      ?? existing(program.deletingLastPathComponent().appendingPathComponent("manual"))
  }

  private static var program: URL { URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath() }

  private static func prefix(ofProgram program: URL) -> URL {
    program.deletingLastPathComponent().deletingLastPathComponent()
  }

  private static func existing(_ folder: URL) -> URL? {
    FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }
}
