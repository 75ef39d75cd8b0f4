import Foundation

/// A session bus for the test alone, with the accessibility bus to which a screen reader listens.
final class AccessibilityBus {
  private let folder: URL
  private let daemon = Process()
  private let session: String

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "bs-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let pipe = Pipe()
    daemon.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    daemon.arguments = ["dbus-daemon", "--session", "--nofork", "--print-address=1"]
    daemon.environment = ProcessInfo.processInfo.environment.merging(
      ["XDG_RUNTIME_DIR": folder.path, "GSETTINGS_BACKEND": "memory"]
    ) { $1 }
    daemon.environment?["DISPLAY"] = nil
    daemon.environment?["AT_SPI_BUS_ADDRESS"] = nil
    daemon.standardOutput = pipe
    daemon.standardError = FileHandle.nullDevice
    try daemon.run()
    session = String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    guard !session.isEmpty else {
      throw TestFault("No session bus: are the packages dbus and at-spi2-core installed?")
    }
  }

  deinit { close() }

  func close() {
    guard daemon.isRunning else { return }
    // The accessibility bus and its registry end with it.
    daemon.end()
    try? FileManager.default.removeItem(at: folder)
  }

  /// The environment of a program that is visible to the bus.
  var environment: [String: String] {
    ["DBUS_SESSION_BUS_ADDRESS": session, "XDG_RUNTIME_DIR": folder.path, "GTK_A11Y": "atspi"]
  }

  /// The accessibility bus's address. The session bus starts that bus on request.
  private lazy var address: Result<String, any Error> = Result {
    let answer = try run([
      "--address", session, "--dest", "org.a11y.Bus", "--object-path", "/org/a11y/bus", "--method",
      "org.a11y.Bus.GetAddress",
    ])
    guard let text = answer.split(separator: "'").dropFirst().first else {
      throw TestFault("No accessibility bus: is the package at-spi2-core installed?")
    }
    return String(text)
  }

  /// Activates an action of the program, `app.` or of its first window, like the desktop.
  func activate(_ action: String, with text: String? = nil, inWindow: Bool = false) throws {
    let object = Self.program + (inWindow ? "/window/1" : "")
    try actions(of: object, "Activate", action, text.map { "[<'\($0)'>]" } ?? "[]", "{}")
  }

  /// Asks the program for its actions. It answers once it is not busy.
  func listActions() throws { try actions(of: Self.program, "List") }

  private static let program = "/io/github/backscroll/Backscroll"

  private func actions(of object: String, _ method: String, _ arguments: String...) throws {
    _ = try run(
      [
        "--address", session, "--dest", "io.github.backscroll.Backscroll", "--object-path", object,
        "--method", "org.gtk.Actions.\(method)",
      ] + arguments)
  }

  /// Calls a method of an accessible object and returns the result as text.
  func call(_ object: Accessible, _ method: String, _ arguments: String...) throws -> String {
    try run(
      [
        "--address", try address.get(), "--dest", object.owner, "--object-path", object.path, "--method",
        method,
      ] + arguments)
  }

  /// The present programs, each as its accessible object.
  func programs() throws -> [Accessible] {
    try children(
      of: Accessible(owner: "org.a11y.atspi.Registry", path: "/org/a11y/atspi/accessible/root", depth: 0))
  }

  func children(of parent: Accessible) throws -> [Accessible] {
    let answer = try call(parent, "org.a11y.atspi.Accessible.GetChildren")
    // ([(':1.5', objectpath '/a'), (':1.5', '/b')],)
    return answer.matches(of: #/\('(:[0-9.]+)', (?:objectpath )?'([^']+)'\)/#).map {
      Accessible(owner: String($0.output.1), path: String($0.output.2), depth: parent.depth + 1)
    }
  }

  private func run(_ words: [String]) throws -> String {
    let answer = try Tool.run(
      ["gdbus", "call", "--timeout", "20"] + words, environment: ["LC_ALL": "C.UTF-8"])
    return String(decoding: answer, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }
}

/// An object in the accessible tree.
struct Accessible: Hashable {
  let owner: String
  let path: String
  /// The depth below the program.
  let depth: Int
}

extension AccessibilityBus {
  func name(of object: Accessible) throws -> String {
    let answer = try call(
      object, "org.freedesktop.DBus.Properties.Get", "org.a11y.atspi.Accessible", "Name")
    // (<'Messages'>,), with the quotation marks that are not a part of the text.
    return String(answer.dropFirst(3).dropLast(4))
  }

  func role(of object: Accessible) throws -> String {
    String(try call(object, "org.a11y.atspi.Accessible.GetRoleName").dropFirst(2).dropLast(3))
  }

  /// Whether an object is in a state, given by its number in AT-SPI.
  func isIn(_ state: State, _ object: Accessible) throws -> Bool {
    let answer = try call(object, "org.a11y.atspi.Accessible.GetState")
    let words = answer.matches(of: #/[0-9]+(?=[,\]])/#).compactMap { UInt64($0.output) }
    guard words.count == 2 else { throw TestFault("No states in \(answer)") }
    return (words[0] | words[1] << 32) >> UInt64(state.rawValue) & 1 == 1
  }

  enum State: Int {
    case focused = 12
    case pressed = 20
    case selected = 23
    case sensitive = 24
  }

  /// Performs the object's first action, which is the same as a click.
  func press(_ object: Accessible) throws { _ = try call(object, "org.a11y.atspi.Action.DoAction", "0") }

  /// The first object below `parent` with this role, and with the name if given; nil if there is none.
  func find(_ role: String, named name: String? = nil, in parent: Accessible) throws -> Accessible? {
    try find(role, in: parent, isWanted: name.map { name in { $0 == name } })
  }

  /// The first object below `parent` with this role and a name that `isWanted` accepts; nil if there is none.
  func find(
    _ role: String, in parent: Accessible, isWanted: ((_ name: String) -> Bool)?
  ) throws -> Accessible? {
    for child in try children(of: parent) {
      let itsRole = try self.role(of: child)
      if itsRole == role, try isWanted?(name(of: child)) ?? true { return child }
      // Skip the children of rows and texts, which no test needs: each query is a separate process.
      if !["list", "label", "button"].contains(itsRole),
        let found = try find(role, in: child, isWanted: isWanted)
      {
        return found
      }
    }
    return nil
  }
}
