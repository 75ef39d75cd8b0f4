import Foundation

/// Runs ``QmlPeer`` where Qt's `qml` and Qt Quick are installed; what it cannot do is told as absent.
struct QmlWork {
  /// When this process was started, on the steady clock.
  let started: Double
  let effort: Int

  private static let programs = ["/usr/lib/qt6/bin/qml", "/usr/bin/qml6"]

  func run(_ work: Work, rows: Int) throws -> [Reading] {
    guard let program = Self.programs.first(where: { FileManager.default.isExecutableFile(atPath: $0) })
    else {
      throw Absent(what: "Qt's qml6")
    }
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("backscroll-bench-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("peer.qml")
    try Data(QmlPeer.source.utf8).write(to: file)
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: program)
    process.standardOutput = FileHandle.nullDevice
    process.standardError = output
    var environment = ProcessInfo.processInfo.environment
    environment["QML_XHR_ALLOW_FILE_READ"] = "1"
    environment["QT_QPA_PLATFORM"] = "xcb"
    // As the others: without a graphics card cairo is software, and so is this.
    environment["QT_QUICK_BACKEND"] = "software"
    environment["QT_FORCE_STDERR_LOGGING"] = "1"
    environment["QT_MESSAGE_PATTERN"] = "%{message}"
    process.environment = environment
    process.arguments = [
      file.path, "--", "work=\(work.rawValue)", "rows=\(rows)",
      "frames=\(work == .scroll ? 300 * effort : 10 * effort)",
      "started=\(Int(Date().timeIntervalSince1970 * 1_000))",
    ]
    try process.run()
    let told = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let readings = told.split(separator: "\n").compactMap { Reading(line: $0) }
    guard !readings.isEmpty else { throw Absent(what: "Qt Quick for qml6") }
    return readings
  }
}
