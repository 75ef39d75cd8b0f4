import Foundation

/// What a person has chosen, kept from one start to the next.
///
/// One small JSON file in the folder for settings. A file that cannot be read counts as none, and one that
/// cannot be written is no reason to stop: the choice holds until the program ends, and the log tells.
struct Settings: Codable, Equatable, Sendable {
  /// How older messages of the made-up conversation and of a person's own archives are loaded; nil: not chosen.
  var demoOlderLoading: OlderLoading?
  var archiveOlderLoading: OlderLoading?

  private static let log = EventLog("settings")

  /// The settings as they are on the disk.
  static func load(from file: URL = Settings.file) -> Settings {
    guard let data = try? Data(contentsOf: file) else { return Settings() }
    do {
      return try JSONDecoder().decode(Settings.self, from: data)
    } catch {
      log.warning("unreadable", ["path": file.path, "error": "\(error)"])
      return Settings()
    }
  }

  /// Changes what is on the disk, and nothing else in it.
  static func update(_ file: URL = Settings.file, _ change: (inout Settings) -> Void) {
    var settings = load(from: file)
    change(&settings)
    do {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
      try encoder.encode(settings).write(to: file, options: .atomic)
    } catch {
      log.warning("unwritable", ["path": file.path, "error": "\(error)"])
    }
  }

  /// `$XDG_CONFIG_HOME/backscroll/settings.json`.
  static var file: URL {
    UserFolder.config.appendingPathComponent("backscroll/settings.json")
  }
}

extension Settings {
  /// How older messages of a source are loaded: as was chosen, else by hand in the made-up conversation, which
  /// is there to show it, and by themselves in a person's own.
  func olderLoading(for source: ArchiveSource) -> OlderLoading {
    switch source {
    case .demo: demoOlderLoading ?? .pull
    case .file: archiveOlderLoading ?? .auto
    }
  }

  mutating func setOlderLoading(_ choice: OlderLoading, for source: ArchiveSource) {
    switch source {
    case .demo: demoOlderLoading = choice
    case .file: archiveOlderLoading = choice
    }
  }
}
