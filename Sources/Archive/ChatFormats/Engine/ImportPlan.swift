import CompressedFiles
import Foundation

/// The way in which the files at a place are read: which of them together, and which not at all.
struct ImportPlan {
  enum Step {
    case read(ImportInput)
    case leaveOut(ImportFile, ImportError)

    /// Whether this is a file of a folder that is simply not a chat.
    var isStranger: Bool {
      guard case .leaveOut(let file, let error) = self, file.folder != nil, !file.isCompanion else {
        return false
      }
      return switch error {
      case .empty: true
      case .unknownFormat(_, let hint): hint?.program == nil && hint?.isMedia != true && hint != .compressed
      default: false
      }
    }
  }

  /// The steps in the order of their first files.
  private(set) var steps: [Step] = []

  /// Creates a plan by reading the beginning of each file. `isCancelled` ends this early.
  init(
    of files: [ImportFile], zips: [ZipFile] = [], at chosen: URL, options: ImportOptions, chunkSize: Int,
    isCancelled: @escaping () -> Bool = { false }
  ) {
    var logs = FolderLogs(files)
    var found: [(file: ImportFile, format: Result<ImportFormat, ImportError>)] = []
    for file in files {
      if isCancelled() { break }
      do throws(ImportError) {
        let format = try file.format(asked: options.format) {
          logs.format(for: file, isCancelled: isCancelled)
        }
        found.append((file, .success(format)))
      } catch {
        found.append((file, .failure(error)))
      }
    }
    ImportPlan.addDamaged(to: &found)
    let tree = ImportTree(at: chosen, files, zips: zips)
    ImportPlan.leaveOutWords(from: &found)
    let groups = ImportPlan.groups(
      of: found.compactMap { item in
        (try? item.format.get()).map { (item.file, $0) }
      })
    for (file, format) in found {
      switch format {
      case .failure(let error): steps.append(.leaveOut(file, error))
      case .success(let format):
        // The other files of a group are read together with the first one.
        guard let parts = groups[file.url] else { continue }
        steps.append(
          .read(
            ImportInput(
              parts: parts, format: format, tree: tree, options: options, chunkSize: chunkSize,
              isCancelled: isCancelled)))
      }
    }
  }

  /// Gives files that are not recognized the format of the export to which they belong by their names, so that what is
  /// lost is reported.
  private static func addDamaged(
    to found: inout [(file: ImportFile, format: Result<ImportFormat, ImportError>)]
  ) {
    var folders: [ImportFormat: Set<String>] = [:]
    for (file, format) in found {
      guard case .success(let format) = format, let folder = format.reader.exportFolder(of: file) else {
        continue
      }
      folders[format, default: []].insert(folder)
    }
    for (index, item) in found.enumerated() where item.file.folder != nil && !folders.isEmpty {
      switch item.format {
      case .failure(.unknownFormat), .failure(.empty):
        let format = folders.first { format, folders in
          format.reader.exportFolder(of: item.file).map(folders.contains) ?? false
        }
        if let format { found[index].format = .success(format.key) }
      default: break
      }
    }
  }

  /// Treats the words of voice messages like their sounds, also if they look like a chat, beside one that is.
  private static func leaveOutWords(
    from found: inout [(file: ImportFile, format: Result<ImportFormat, ImportError>)]
  ) {
    let sounds = TranscriptFiles.Sounds(found.lazy.map(\.file))
    let words = found.indices.filter { found[$0].file.folder != nil && sounds.haveWords(found[$0].file) }
    guard !words.isEmpty else { return }
    let others = Set(found.indices).subtracting(words)
    let hasChat = others.contains { (try? found[$0].format.get()) != nil }
    for index in words {
      switch found[index].format {
      case .success where !hasChat: continue
      case .failure(.unknownFormat(_, let hint?)) where hint.program != nil: continue
      case .success, .failure(.unknownFormat), .failure(.empty):
        found[index].format = .failure(.unknownFormat(path: found[index].file.url.relativePath, hint: .sound))
      case .failure: continue
      }
    }
  }

  /// The groups of files, by their first files in the order of the folder.
  private static func groups(of files: [(file: ImportFile, format: ImportFormat)]) -> [URL: [ImportFile]] {
    var places: [URL: Int] = [:]
    for (place, item) in files.enumerated() { places[item.file.url] = place }
    var groups: [URL: [ImportFile]] = [:]
    for (format, claimed) in Dictionary(grouping: files, by: \.format) {
      for group in format.reader.groups(of: claimed.map(\.file)) {
        let first = group.min { places[$0.url, default: 0] < places[$1.url, default: 0] }
        if let first { groups[first.url] = group }
      }
    }
    return groups
  }
}
