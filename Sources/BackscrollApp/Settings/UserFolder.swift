import Foundation

/// A person's folders, as the XDG base directory specification places them.
enum UserFolder {
  static var data: URL { folder("XDG_DATA_HOME", otherwise: ".local/share") }
  static var cache: URL { folder("XDG_CACHE_HOME", otherwise: ".cache") }
  static var config: URL { folder("XDG_CONFIG_HOME", otherwise: ".config") }

  private static func folder(_ variable: String, otherwise path: String) -> URL {
    // An empty or relative value is invalid, says the specification, and counts as unset.
    let value = ProcessInfo.processInfo.environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil }
    return value.map { URL(fileURLWithPath: $0) }
      ?? FileManager.default.homeDirectoryForCurrentUser.appendingPathComponent(path)
  }
}
