import Foundation
import Translation

/// The choices that are stored between starts, in one JSON file.
///
/// A file that cannot be read counts as missing, and an unknown value as not chosen. If the file cannot be written, a
/// choice lasts until the program ends, and the log has a warning.
package struct Settings: Codable, Equatable, Sendable {
  /// The way in which older messages of the sample conversation and of other archives are loaded; nil: not chosen.
  var demoOlderLoading: OlderLoading?
  var archiveOlderLoading: OlderLoading?
  /// The color scheme chosen in the menu; nil: the desktop's.
  package var colorScheme: ColorScheme?
  /// Tab and size of the window that was closed last.
  package var tab: Tab?
  package var windowSize: WindowSize?
  /// Whether the sidebar is open in wide windows; its width in points, and the order of its chats.
  package var sidebarIsOpen: Bool?
  package var sidebarWidth: Int?
  package var chatOrder: ChatOrder?
  /// Absolute paths of opened archives, the one that was used last first.
  package var recentArchives: [String]?
  /// The absolute path of the folder of the last import's files.
  package var importFolder: String?
  /// Whether the banner above the sample conversation was closed.
  package var sampleIsKnown: Bool?
  /// The tabs whose note was closed.
  package var knownTabs: [Tab]?
  /// Whether windows have the tabs that show the widgets in other uses; nil: not chosen, which counts as true.
  package var showsDemoTabs: Bool?
  /// The words, in lower case, that the statistics leave out of the most used ones.
  package var leftOutWords: [String]?
  /// Whether the statistics name words such as “and”, too; nil: not chosen, which counts as false.
  package var showsCommonWords: Bool?

  package init(
    demoOlderLoading: OlderLoading? = nil, archiveOlderLoading: OlderLoading? = nil,
    colorScheme: ColorScheme? = nil, tab: Tab? = nil, windowSize: WindowSize? = nil,
    sidebarIsOpen: Bool? = nil, sidebarWidth: Int? = nil, chatOrder: ChatOrder? = nil,
    recentArchives: [String]? = nil, importFolder: String? = nil, sampleIsKnown: Bool? = nil,
    knownTabs: [Tab]? = nil, showsDemoTabs: Bool? = nil, leftOutWords: [String]? = nil,
    showsCommonWords: Bool? = nil
  ) {
    self.demoOlderLoading = demoOlderLoading
    self.archiveOlderLoading = archiveOlderLoading
    self.colorScheme = colorScheme
    self.tab = tab
    self.windowSize = windowSize
    self.sidebarIsOpen = sidebarIsOpen
    self.sidebarWidth = sidebarWidth
    self.chatOrder = chatOrder
    self.recentArchives = recentArchives
    self.importFolder = importFolder
    self.sampleIsKnown = sampleIsKnown
    self.knownTabs = knownTabs
    self.showsDemoTabs = showsDemoTabs
    self.leftOutWords = leftOutWords
    self.showsCommonWords = showsCommonWords
  }

  /// The size of the window while it is not maximized, in points.
  package struct WindowSize: Codable, Equatable, Sendable {
    package var width: Int
    package var height: Int
    package var isMaximized: Bool

    package init(width: Int, height: Int, isMaximized: Bool) {
      self.width = width
      self.height = height
      self.isMaximized = isMaximized
    }

    /// The largest size in points. GTK and the X server fail at larger windows with the largest scale.
    fileprivate static let limit = 8_192
    fileprivate var isPossible: Bool { (1...Self.limit).contains(width) && (1...Self.limit).contains(height) }
  }

  /// Number of archives in the menu.
  static let recentLimit = 8
  /// The bytes of the largest file that is read. The program's own file has a few kilobytes.
  private static let sizeLimit = 1_000_000

  private static let log = EventLog("settings")

  /// Reads the stored settings.
  package static func load(from file: URL = Settings.file) -> Settings {
    let data: Data
    switch PrivateFile.read(file, limit: sizeLimit) {
    case .missing: return Settings()
    case .tooLarge:
      log.warning("unreadable", ["path": file.path, "limit": sizeLimit])
      return Settings()
    case .data(let found): data = found
    }
    do {
      return try JSONDecoder().decode(Settings.self, from: data)
    } catch {
      log.warning("unreadable", ["path": file.path, "error": "\(error)"])
      return Settings()
    }
  }

  /// Reads the stored settings, changes them, and writes them back if they differ.
  package static func update(_ file: URL = Settings.file, _ change: (inout Settings) -> Void) {
    let before = load(from: file)
    var settings = before
    change(&settings)
    guard settings != before else { return }
    do {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
      try PrivateFile.write(try encoder.encode(settings), to: file)
    } catch {
      log.warning("unwritable", ["path": file.path, "error": "\(error)"])
    }
  }

  /// `$XDG_CONFIG_HOME/backscroll/settings.json`.
  package static var file: URL {
    UserFolder.config.appendingPathComponent("backscroll/settings.json")
  }
}

extension Settings {
  /// Decodes each value on its own, so that a value of a newer version does not discard the others.
  package init(from decoder: any Decoder) throws {
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
    windowSize = value(.windowSize).flatMap { (size: WindowSize) in size.isPossible ? size : nil }
    sidebarIsOpen = value(.sidebarIsOpen)
    sidebarWidth = value(.sidebarWidth)
    chatOrder = value(.chatOrder)
    recentArchives = value(.recentArchives).map { (paths: [String]) in Array(paths.prefix(Self.recentLimit)) }
    importFolder = value(.importFolder)
    sampleIsKnown = value(.sampleIsKnown)
    knownTabs = value(.knownTabs)
    showsDemoTabs = value(.showsDemoTabs)
    leftOutWords = value(.leftOutWords)
    showsCommonWords = value(.showsCommonWords)
  }

  /// The stored choice. Otherwise `pull` for the sample conversation, which demonstrates it, and `auto` for archives.
  package func olderLoading(for source: ArchiveSource) -> OlderLoading {
    switch source {
    case .demo: demoOlderLoading ?? .pull
    case .file: archiveOlderLoading ?? .auto
    }
  }

  package mutating func setOlderLoading(_ choice: OlderLoading, for source: ArchiveSource) {
    switch source {
    case .demo: demoOlderLoading = choice
    case .file: archiveOlderLoading = choice
    }
  }

  /// Stores that an archive was opened, or that its window is used again. The sample is not among the archives.
  package mutating func noteUsed(_ source: ArchiveSource) {
    guard case .file(let path) = source else { return }
    recentArchives = Array(([path] + (recentArchives ?? []).filter { $0 != path }).prefix(Self.recentLimit))
  }

  /// The names of ``recentArchives`` in a menu: the names of the files, with the folders that distinguish files of the same name.
  package var recentTitles: [String] {
    let files = (recentArchives ?? []).map { $0.split(separator: "/") }
    return files.map { file in
      let name = String(file.last ?? "")
      let folder = file.dropLast()
      let others = files.filter { $0.last == file.last && $0 != file }.map { $0.dropLast() }
      guard !others.isEmpty else { return name }
      let depth = (1...max(1, folder.count)).first { depth in
        !others.contains { $0.suffix(depth) == folder.suffix(depth) }
      }
      let shown = folder.suffix(depth ?? folder.count).joined(separator: "/")
      return tr("{name} — {folder}", ["name": name, "folder": shown.isEmpty ? "/" : shown])
    }
  }

  /// Removes a source that cannot be opened from ``recentArchives``.
  package mutating func forget(_ source: ArchiveSource) {
    if case .file(let path) = source { recentArchives?.removeAll { $0 == path } }
  }

  /// The source to open at a start without an archive: the archive that was used last, of those that still exist. The
  /// sample opens only without any archive, so that viewing it again does not hide the user's own chats.
  package func lastSource(exists: (String) -> Bool = FileManager.default.fileExists) -> ArchiveSource {
    recentArchives?.first(where: exists).map(ArchiveSource.init(path:)) ?? .demo
  }
}
