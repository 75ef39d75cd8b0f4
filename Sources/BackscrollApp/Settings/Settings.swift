import Foundation

/// What a person has chosen, kept from one start to the next.
///
/// One small JSON file in the folder for settings. A file that cannot be read counts as none, a value that is
/// unknown as not chosen; and a file that cannot be written is no reason to stop: the choice holds until the program
/// ends, and the log tells.
struct Settings: Codable, Equatable, Sendable {
  /// How older messages of the made-up conversation and of a person's own archives are loaded; nil: not chosen.
  var demoOlderLoading: OlderLoading?
  var archiveOlderLoading: OlderLoading?
  /// The look asked for in the menu; nil: the desktop's.
  var colorScheme: Theme.Scheme?
  /// What the last window that was closed showed, and how large it was.
  var tab: Tab?
  var windowSize: WindowSize?
  /// Archives that were opened, the last one first; absolute paths.
  var recentArchives: [String]?
  /// The last window was the made-up conversation's.
  var lastIsDemo: Bool?

  /// Points, and whether the window fills the screen; the size is the one it has when it does not.
  struct WindowSize: Codable, Equatable, Sendable {
    var width: Int
    var height: Int
    var isMaximized: Bool
  }

  /// More are no help in a menu.
  static let recentLimit = 8

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
  /// Each value for itself: one of a newer version, or of a hand that slipped, does not cost the others.
  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    func value<Value: Decodable>(_ key: CodingKeys) -> Value? {
      do {
        return try values.decodeIfPresent(Value.self, forKey: key)
      } catch {
        Self.log.warning("unknown-value", ["key": key.stringValue])
        return nil
      }
    }
    demoOlderLoading = value(.demoOlderLoading)
    archiveOlderLoading = value(.archiveOlderLoading)
    colorScheme = value(.colorScheme)
    tab = value(.tab)
    windowSize = value(.windowSize)
    recentArchives = value(.recentArchives)
    lastIsDemo = value(.lastIsDemo)
  }

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

  /// Notes that a source was opened.
  mutating func noteOpened(_ source: ArchiveSource) {
    switch source {
    case .demo: lastIsDemo = true
    case .file(let path):
      lastIsDemo = false
      recentArchives = Array(([path] + (recentArchives ?? []).filter { $0 != path }).prefix(Self.recentLimit))
    }
  }

  /// Leaves a source out that cannot be opened.
  mutating func forget(_ source: ArchiveSource) {
    if case .file(let path) = source { recentArchives?.removeAll { $0 == path } }
  }

  /// What a start without an archive opens: the one of the last time, if it is still there.
  func lastSource(exists: (String) -> Bool = FileManager.default.fileExists) -> ArchiveSource {
    guard lastIsDemo == false, let path = recentArchives?.first, exists(path) else { return .demo }
    return .file(path: path)
  }
}
