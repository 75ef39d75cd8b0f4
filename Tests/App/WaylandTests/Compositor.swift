import Foundation
import Synchronization

@testable import AppTestSupport

/// A Wayland compositor for the test alone, without a screen: mutter, with the services for input and screenshots.
final class Compositor {
  /// Each monitor's size in pixels. A maximized window fills it.
  let size: (width: Int, height: Int)
  /// The size of a monitor on which a point is a pixel.
  static let usualSize = (width: 900, height: 720)
  /// The size of a phone's screen.
  static let phoneSize = (width: 360, height: 640)

  let bus: BusConnection
  private let folder: URL
  private let address: String
  private var processes: [Process] = []

  /// The reason why no compositor can be started on this machine: mutter, or one of its services, is missing or has
  /// ended. Tests are skipped then. They fail if a compositor starts but does not become ready.
  struct CannotStart: Error, CustomStringConvertible {
    let description: String
  }

  /// The reason, known after the first try: the tests of a process share it, one after another.
  private static let reason = Mutex<String?>(nil)
  private static let socket = "wayland-test"

  /// Whether programs are notified when the fingers on the touchpad are lifted. mutter supports that since version 44.
  static let passesScrollEnds: Bool = {
    let answer = try? Tool.run(["mutter", "--version"], environment: [:])
    let version = answer.map { String(decoding: $0, as: UTF8.self) }?.split { !$0.isNumber }.first
    return version.flatMap { Int($0) } ?? 0 >= 44
  }()

  /// A monitor for each scale, which is the number of pixels for each point, from left to right.
  init(scales: [Double] = [1], size usual: (width: Int, height: Int) = usualSize) throws {
    // A monitor with fewer points cannot have such a scale.
    size = scales.contains { $0 > 1.25 } ? (1_080, 840) : usual
    if let reason = Self.reason.withLock({ $0 }) { throw CannotStart(description: reason) }
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "bs-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let log = folder.appendingPathComponent("log")
    var started: [Process] = []
    do {
      let environment = Self.environment(folder, address: nil)
      let daemon = Process()
      started.append(daemon)
      do {
        address = try daemon.startForLine(
          ["dbus-daemon", "--session", "--nofork", "--print-address=1"], environment)
      } catch let fault as TestFault {
        throw CannotStart(description: fault.description)
      }
      bus = try BusConnection(address: address)
      try Self.allowFractions(in: folder)
      for words in [["pipewire"], ["wireplumber"], mutter(monitors: scales.count)] {
        let process = Process()
        // Both of the others fail if PipeWire is not listening yet.
        if let pipewire = started.dropFirst().first {
          try Self.wait(for: pipewire, at: folder.appendingPathComponent("pipewire-0").path)
        }
        // Has priority over the program: a finger that is delayed during a throw loses its velocity. Without the
        // permission to raise it, the priority is the same.
        try process.start(
          ["nice", "-n", "-10"] + words, Self.environment(folder, address: address), log: log)
        started.append(process)
      }
      processes = started
      try waitUntilItCanBeDriven()
    } catch {
      let words = (try? String(contentsOf: log, encoding: .utf8)) ?? ""
      Self.end(started, folder)
      let reason = "mutter does not start: \(error); \(words.suffix(400))"
      guard error is CannotStart else { throw TestFault(reason) }
      Self.reason.withLock { $0 = reason }
      throw CannotStart(description: reason)
    }
    try arrange(scales)
  }

  /// Microseconds between two tries.
  private static let pause: UInt32 = 2_000

  /// Waits until `process` listens at a socket.
  private static func wait(for process: Process, at path: String) throws {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let deadline = Date(timeIntervalSinceNow: ProgramUnderTest.patience)
    while deadline > Date() {
      guard process.isRunning else { throw CannotStart(description: "PipeWire has ended") }
      let plug = Foundation.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      defer { Foundation.close(plug) }
      let answer = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(plug, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
      }
      if answer == 0 { return }
      // There is no notification of this.
      usleep(pause)
    }
    throw TestFault("Nobody listens at \(path)")
  }

  deinit { close() }

  func close() {
    Self.end(processes, folder)
    processes = []
  }

  private static func end(_ processes: [Process], _ folder: URL) {
    for process in processes.reversed() where process.isRunning {
      // mutter spins instead of ending while a program records its screen.
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
    try? FileManager.default.removeItem(at: folder)
  }

  private func mutter(monitors count: Int) -> [String] {
    let monitor = ["--virtual-monitor", "\(size.width)x\(size.height)"]
    return ["mutter", "--headless", "--wayland-display", Self.socket, "--no-x11"]
      + (0..<count).flatMap { _ in monitor }
  }

  private static func environment(_ folder: URL, address: String?) -> [String: String] {
    [
      "XDG_RUNTIME_DIR": folder.path, "XDG_CONFIG_HOME": folder.path, "XDG_STATE_HOME": folder.path,
      "XDG_CACHE_HOME": caches.path, "XDG_DATA_HOME": folder.path, "GSETTINGS_BACKEND": "keyfile",
      "DBUS_SESSION_BUS_ADDRESS": address ?? "", "LC_ALL": "C.UTF-8",
      // mutter's own criticals must not end it.
      "G_DEBUG": "",
    ]
  }

  /// Allows fractional scales for monitors.
  private static func allowFractions(in folder: URL) throws {
    let place = folder.appendingPathComponent("glib-2.0/settings")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    try """
    [org/gnome/mutter]
    experimental-features=['scale-monitor-framebuffer']
    """.write(to: place.appendingPathComponent("keyfile"), atomically: true, encoding: .utf8)
  }

  /// Shows that many monitors, side by side, with these scales. The others count as unplugged.
  func arrange(_ scales: [Double]) throws {
    let name = "org.gnome.Mutter.DisplayConfig"
    let display = BusConnection.Target(name: name, path: "/org/gnome/Mutter/DisplayConfig", interface: name)
    let state = try bus.call(display, "GetCurrentState")
    let serial = state.text.drop { !$0.isNumber }.prefix { $0.isNumber }
    let modes = state.strings.filter { $0.hasPrefix("\(size.width)x\(size.height)@") }
    guard let mode = modes.first else { throw TestFault("No mode of a monitor in \(state.text)") }
    var x = 0
    let monitors = scales.enumerated().map { index, scale in
      defer { x += Int(Double(size.width) / scale) }
      return "(\(x), 0, \(scale), uint32 0, \(index == 0), [('Meta-\(index)', '\(mode)', @a{sv} {})])"
    }
    // Temporarily, not for the next start.
    try bus.call(
      display, "ApplyMonitorsConfig",
      "(uint32 \(serial), uint32 1, [\(monitors.joined(separator: ", "))], @a{sv} {})")
  }

  private func waitUntilItCanBeDriven() throws {
    let daemon = BusConnection.Target(
      name: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus")
    for name in [RemoteHand.service, Screencast.service] {
      try bus.wait(
        for: "NameOwnerChanged", of: daemon,
        until: { _ in
          guard processes.allSatisfy(\.isRunning) else {
            throw CannotStart(description: "it, or what it needs, has ended")
          }
          return try bus.call(daemon, "NameHasOwner", "('\(name)',)").text == "(true,)"
        })
    }
  }

  /// The environment of a program to show.
  var environment: [String: String] {
    [
      "XDG_RUNTIME_DIR": folder.path, "WAYLAND_DISPLAY": Self.socket, "GDK_BACKEND": "wayland",
      "DBUS_SESSION_BUS_ADDRESS": address, "GTK_A11Y": "none",
    ]
  }

  /// The environment of tools that read the compositor's pictures.
  var toolEnvironment: [String: String] { Self.environment(folder, address: address) }

  /// Files that one test creates and the next ones of the process use: GStreamer's list of its plugins, and Mesa's
  /// compiled shaders. Each takes a second.
  private static let caches: URL = {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "bs-caches-\(UUID().uuidString.prefix(8))")
    remains.withLock { $0 = folder }
    atexit {
      Compositor.remains.withLock { if let folder = $0 { try? FileManager.default.removeItem(at: folder) } }
    }
    return folder
  }()

  private static let remains = Mutex<URL?>(nil)
}
