import AppBase
import ChatFiles
import ChatStore
import Chats
import Controls
import Foundation
import Gtk
import MessageRow
import Translation

/// The way in which a message's file is opened.
enum FileOpening: Equatable, Sendable {
  /// The desktop's program for its kind opens it.
  case open(path: String)
  /// The file is executable: it is shown in its folder instead, after a question.
  case showInFolder(path: String)
  /// The file is in a zip file, and cannot be extracted.
  case failed(MediaError)
  /// The file does not exist, or is not a regular file. `path` is its former path; nil if the export did not contain it.
  case missing(path: String?)

  /// Checks the file, which blocks until the disk responds. A file in a zip file is copied to the disk first.
  init(_ path: String?) {
    guard let path, path.hasPrefix("/"), !path.utf8.contains(0) else {
      self = .missing(path: path)
      return
    }
    var isFolder: ObjCBool = false
    // Only regular files pass: a folder's name can end in ".app", and reading a device may never end.
    if !FileManager.default.fileExists(atPath: path), MediaLoader.store.isInZip(path) {
      do throws(MediaError) {
        self = .init(copy: try MediaLoader.store.file(at: path))
      } catch {
        self = .failed(error)
      }
      return
    }
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue,
      let kind = try? FileManager.default.attributesOfItem(
        atPath: URL(fileURLWithPath: path).resolvingSymlinksInPath().path)[.type] as? FileAttributeType,
      kind == .typeRegular
    else {
      self = .missing(path: path)
      return
    }
    // A link can have the name of a document, and lead to a program.
    let real = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    self =
      Self.canRun(path) || Self.canRun(real) ? .showInFolder(path: real) : .open(path: path)
  }

  private init(copy: String) {
    self = Self.canRun(copy) ? .showInFolder(path: copy) : .open(path: copy)
  }

  /// Whether a desktop could run the file, by its name, its mode or its first bytes.
  private static func canRun(_ path: String) -> Bool {
    if runnable.contains(URL(fileURLWithPath: path).pathExtension.lowercased()) { return true }
    let head = FileHandle(forReadingAtPath: path).flatMap { file in
      defer { try? file.close() }
      return try? file.read(upToCount: 4)
    }
    guard let head else { return false }
    let begins = { (bytes: [UInt8]) in head.starts(with: bytes) }
    // "#!", ELF, and the programs of Windows. The mode alone is no sign, since some disks mark every file as executable.
    return begins([0x23, 0x21]) || begins([0x7f, 0x45, 0x4c, 0x46]) || begins([0x4d, 0x5a])
  }

  /// The suffixes of files that desktops run, install, or pass to an interpreter.
  private static let runnable: Set<String> = [
    "desktop", "directory", "service", "sh", "bash", "zsh", "fish", "csh", "ksh", "command", "run", "bin",
    "out",
    "appimage", "py", "pyc", "pyw", "pl", "rb", "lua", "tcl", "php", "js", "mjs", "jar", "jnlp", "class",
    "exe",
    "com", "bat", "cmd", "msi", "scr", "pif", "vbs", "vbe", "wsf", "ps1", "lnk", "url", "reg", "hta", "cpl",
    "dll",
    "so", "deb", "rpm", "flatpak", "flatpakref", "flatpakrepo", "snap", "pkg", "app", "apk", "dmg", "iso",
  ]
}

/// Opens, saves and finds the files of messages, over a window.
@MainActor
final class MediaFiles {
  /// Called when paths were corrected after a folder was chosen.
  var didRelocate: (() -> Void)?

  private weak var window: Window?
  let archive: Archive
  private let log = EventLog("files")

  init(_ archive: Archive, over window: Window) {
    self.archive = archive
    self.window = window
  }

  /// Opens a file with the desktop's program for its kind. An executable file is shown in its folder, after a question.
  func open(_ attachment: Attachment) {
    guard let path = attachment.path else { return tellMissing(attachment) }
    Task { [weak self] in
      let opening = await Self.inspect(path)
      guard let self, let window else { return }
      switch opening {
      case .open(let path):
        log.debug("open")
        Desktop.open(file: path, from: window)
      case .showInFolder(let path): askToShow(path, over: window)
      case .failed(let error): tell(error, over: window)
      case .missing: tellMissing(attachment)
      }
    }
  }

  /// Reports that a voice note cannot be played in the window, and offers another program.
  func offer(_ attachment: Attachment) {
    guard let window, let path = attachment.path else { return tellMissing(attachment) }
    Task { [weak self] in
      let opening = await Self.inspect(path)
      guard let self else { return }
      if case .missing = opening { return tellMissing(attachment) }
      Question(tr("Sound cannot be played here"), text: MediaStream.reason(of: path), over: window)
        .ask(tr("Open in Another Program")) { [weak self] in self?.open(attachment) }
    }
  }

  /// Lets the user choose the program.
  func openWith(_ attachment: Attachment) {
    guard let path = attachment.path else { return tellMissing(attachment) }
    Task { [weak self] in
      let opening = await Self.inspect(path)
      guard let self, let window else { return }
      switch opening {
      case .open(let path):
        Desktop.openWith(
          file: path, heading: tr("Open “{name}” with", ["name": path.lastComponent]), over: window)
      case .showInFolder(let path): askToShow(path, over: window)
      case .failed(let error): tell(error, over: window)
      case .missing: tellMissing(attachment)
      }
    }
  }

  private func tell(_ error: MediaError, over window: Window) {
    Question(tr("The file cannot be opened"), text: error.sentence, over: window).ask()
  }

  /// Copies a file to a place that the user chooses.
  func save(_ attachment: Attachment) {
    guard let window, let path = attachment.path else { return tellMissing(attachment) }
    let name = attachment.name.flatMap { $0.contains("/") ? nil : $0 } ?? path.lastComponent
    save(as: name, over: window) { await Self.copy(path, to: $0) }
  }

  /// Writes a drawn picture, which has no file, to a place that the user chooses.
  func save(_ picture: Texture, of attachment: Attachment) {
    guard let window else { return }
    save(as: Self.name(ofDrawn: attachment), over: window) { await Self.write(picture, to: $0) }
  }

  /// The name for the file of a drawn picture, whose own name may have another suffix.
  static func name(ofDrawn attachment: Attachment) -> String {
    let stem = (attachment.name?.lastComponent ?? "").split(separator: ".").first.map(String.init)
    return "\(stem ?? attachment.kind.title).png"
  }

  private func save(
    as name: String, over window: Window, _ write: @escaping @Sendable (String) async -> String?
  ) {
    PlaceDialog(save: tr("Save As"), accept: tr("Save"), name: name, over: window).show {
      [weak self] target in
      Task {
        let result = await write(target)
        guard let self, let window = self.window else { return }
        self.log.debug("saved", ["ok": result == nil])
        if let result {
          Question(tr("The file was not saved"), text: result, over: window).ask()
        } else {
          window.announce(tr("Saved as {name}", ["name": target.lastComponent]))
        }
      }
    }
  }

  /// Asks for the folder or the zip file that now contains a moved file, and corrects all paths of that import. A file
  /// that the export never contained cannot be found, and a message says so.
  func locate(_ attachment: Attachment) {
    guard let path = attachment.path else { return tellMissing(attachment) }
    Task { [weak self] in
      let isBack = await Self.onDisk { MediaLoader.store.exists(path) }
      guard let self, let window else { return }
      // The file exists again, such as on a disk that was reconnected.
      if isBack { return didRelocate?() ?? () }
      guard MediaLoader.mayBeInZip(path) else { return askForFolder(path, over: window) }
      let name = path.lastComponent
      Question(
        tr("Where is “{name}” now?", ["name": name]),
        text: tr("It was in a zip file, which may have been moved or unpacked."), over: window
      ).ask([
        (tr("Choose a Folder…"), { [weak self] in self?.askForFolder(path, over: window) }),
        (tr("Choose a Zip File…"), { [weak self] in self?.askForZip(path, over: window) }),
      ])
    }
  }

  private func askForFolder(_ path: String, over window: Window) {
    PlaceDialog(
      folder: tr("Choose the Folder with “{name}”", ["name": path.lastComponent]), accept: tr("Choose"),
      over: window
    )
    .show { [weak self] folder in self?.relocate(path, into: folder) }
  }

  private func askForZip(_ path: String, over window: Window) {
    OpenDialog(
      title: tr("Choose the Zip File with “{name}”", ["name": path.lastComponent]), accept: tr("Choose"),
      over: window, kind: tr("Zip files"), suffixes: ["zip"], others: tr("All files")
    )
    .show { [weak self] files in if let file = files.first { self?.relocate(path, into: file) } }
  }

  /// Looks for a file in a folder or zip file, and below, and stores the new places of the file and its neighbours in
  /// the archive.
  func relocate(_ path: String, into folder: String) {
    Task { [weak self, archive] in
      let outcome = await Self.onDisk { () -> Result<Int, ArchiveError>? in
        guard
          let move = Relocation.search(
            for: path, below: folder, exists: { MediaLoader.store.exists($0) })
        else {
          return nil
        }
        return Result { () throws(ArchiveError) -> Int in
          // Other imports can be in the same folder without having moved.
          try archive.relocate(from: move.from, to: move.to) { old, new in
            !MediaLoader.store.exists(old) && MediaLoader.store.exists(new)
          }
        }
      }
      guard let self, let window = self.window else { return }
      switch outcome {
      case .success(let count):
        log.debug("relocated", ["attachments": count])
        window.announce(trn("{count} file found", "{count} files found", count))
        didRelocate?()
      case .failure(let error):
        Question(tr("The location could not be saved"), text: "\(error)", over: window).ask()
      case nil:
        let words = ["name": path.lastComponent]
        Question(tr("“{name}” was not found there", words), text: tr("Nothing was changed."), over: window)
          .ask()
      }
    }
  }

  private func tellMissing(_ attachment: Attachment) {
    guard let window else { return }
    let name = attachment.name ?? attachment.path?.lastComponent ?? tr("File")
    guard attachment.path != nil else {
      return Question(
        tr("Not in the export"), text: tr("The export does not contain “{name}”.", ["name": name]),
        over: window
      ).ask()
    }
    Question(
      tr("The file is missing"),
      text: tr("“{name}” is not where it was when the chat was imported.", ["name": name]), over: window
    ).ask(tr("Locate…")) { [weak self] in self?.locate(attachment) }
  }

  private func askToShow(_ path: String, over window: Window) {
    log.debug("can-run")
    Question(
      tr("This file can run programs"),
      text: tr(
        "“{name}” is not opened. It can be shown in its folder instead.", ["name": path.lastComponent]),
      over: window
    ).ask(tr("Show in Folder")) { [weak window] in
      Desktop.open(file: URL(fileURLWithPath: path).deletingLastPathComponent().path, from: window)
    }
  }

  // MARK: Off the main thread

  private nonisolated static func onDisk<T: Sendable>(_ body: @escaping @Sendable () -> T) async -> T {
    await withCheckedContinuation { done in DispatchQueue.global().async { done.resume(returning: body()) } }
  }

  private nonisolated static func inspect(_ path: String) async -> FileOpening {
    await onDisk { FileOpening(path) }
  }

  /// Copies a file and returns the reason for a failure; nil if it was copied. An existing file is replaced only by a
  /// complete one.
  nonisolated static func copy(_ path: String, to target: String) async -> String? {
    await onDisk {
      guard MediaLoader.store.exists(path) else { return tr("The file is missing") }
      let (from, to) = (URL(fileURLWithPath: path), URL(fileURLWithPath: target))
      let draft = to.deletingLastPathComponent().appendingPathComponent(".\(UUID().uuidString).part")
      do {
        if MediaLoader.store.isInZip(path) {
          try extract(path, to: draft)
        } else {
          try FileManager.default.copyItem(at: from.resolvingSymlinksInPath(), to: draft)
        }
        guard rename(draft.path, to.path) == 0 else { throw CocoaError(.fileWriteUnknown) }
        return nil
      } catch {
        try? FileManager.default.removeItem(at: draft)
        return (error as? MediaError)?.sentence ?? error.localizedDescription
      }
    }
  }

  /// Writes a picture as PNG and returns the reason for a failure; nil if it was written.
  nonisolated static func write(_ picture: Texture, to target: String) async -> String? {
    await onDisk {
      picture.save(to: target) ? nil : CocoaError(.fileWriteUnknown).localizedDescription
    }
  }

  private nonisolated static func extract(_ path: String, to draft: URL) throws {
    guard FileManager.default.createFile(atPath: draft.path, contents: nil) else {
      throw CocoaError(.fileWriteUnknown)
    }
    let file = try FileHandle(forWritingTo: draft)
    defer { try? file.close() }
    try MediaLoader.store.read(path) { piece throws(MediaError) in
      do {
        try file.write(contentsOf: piece)
      } catch {
        throw .system(error.localizedDescription)
      }
      return true
    }
  }
}

/// The move of an import's folder, inferred from one of its files.
struct Relocation: Equatable {
  /// Absolute paths without a slash at the end.
  let from: String
  let to: String

  /// Finds the largest folder that has moved: the chosen one may be the file's own, or one above it, up to the export's.
  ///
  /// - Parameters:
  ///   - path: The former path of the file.
  ///   - folder: The folder that the user has chosen.
  ///   - least: The number of the path's last names that must match: 1 for the file name alone.
  ///   - exists: Whether there is a file at a path.
  init?(of path: String, foundIn folder: String, least: Int = 1, exists: (String) -> Bool) {
    let old = path.split(separator: "/").map(String.init)
    let new = folder.split(separator: "/").map(String.init)
    guard old.count > 1 else { return nil }
    func whole(_ parts: [String]) -> String { "/" + parts.joined(separator: "/") }
    // Try the file alone, then with its folder, and so on: "photos/1.jpg" below the chosen folder.
    guard
      let kept = (1..<old.count).dropFirst(least - 1).first(where: { exists(whole(new + old.suffix($0))) })
    else { return nil }
    var (from, to) = (Array(old.dropLast(kept)), new)
    // If "…/export/photos" became "…/backup/photos", the folder above has moved.
    while let last = from.last, last == to.last, from.count > 1, to.count > 1 {
      from.removeLast()
      to.removeLast()
    }
    guard from != to, !from.isEmpty, !to.isEmpty else { return nil }
    self.from = whole(from)
    self.to = whole(to)
  }

  /// The most folders that are searched, and their greatest depth below the chosen one.
  private static let limits = (folders: 2_000, depth: 4)

  /// Does the same, also in the folders and zip files below the chosen one. There, the file must be in a folder of the
  /// same name, since names such as "1.jpg" are common, or in a zip file if it was in one. Blocks.
  static func search(for path: String, below folder: String, exists: (String) -> Bool) -> Relocation? {
    if let found = Relocation(of: path, foundIn: folder, exists: exists) { return found }
    let wasInZip = MediaLoader.mayBeInZip(path)
    var (level, count) = ([folder], 0)
    for _ in 0..<limits.depth {
      var next: [String] = []
      for place in level {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
        for name in names.sorted() where !name.hasPrefix(".") {
          let inner = "\(place)/\(name)"
          let isZip = name.lowercased().hasSuffix(".zip")
          var isFolder: ObjCBool = false
          guard FileManager.default.fileExists(atPath: inner, isDirectory: &isFolder),
            isFolder.boolValue || isZip
          else { continue }
          count += 1
          guard count <= limits.folders else { return nil }
          let least = wasInZip && isZip ? 1 : 2
          if let found = Relocation(of: path, foundIn: inner, least: least, exists: exists) { return found }
          if isFolder.boolValue { next.append(inner) }
        }
      }
      level = next
    }
    return nil
  }
}

extension MediaStream {
  /// The reason why a file cannot be played: GTK has no media module, or the file is damaged or of an unknown kind.
  package static func reason(of path: String) -> String {
    MediaStream(file: path).reason
  }

  package var reason: String {
    isAvailable
      ? tr("The file is damaged, or of a kind that GStreamer does not know here.")
      : tr("GTK’s media module, which uses GStreamer, is missing.")
  }
}

extension String {
  /// The name of the file at a path.
  var lastComponent: String { URL(fileURLWithPath: self).lastPathComponent }
}
