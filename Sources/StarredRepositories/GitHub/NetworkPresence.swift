import Foundation

/// Whether this computer is on any network at all.
enum NetworkPresence {
  /// True if no network interface but the loopback is up; false if one is, or if the system does not tell.
  ///
  /// - Parameter folder: where Linux lists the interfaces, each with its state (RFC 2863) in `operstate`.
  static func isOffline(interfaces folder: String = "/sys/class/net") -> Bool {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return false }
    return !names.contains { name in
      guard name != "lo" else { return false }
      let state = try? String(contentsOfFile: "\(folder)/\(name)/operstate", encoding: .utf8)
      // Tunnels do not know their state, and work.
      return ["up", "unknown"].contains(state?.trimmingCharacters(in: .whitespacesAndNewlines))
    }
  }
}
