import Foundation

/// How long the process has been running.
enum StartClock {
  /// Milliseconds since the system started the process, exact to one tick of the kernel (10 ms as a rule);
  /// nil where `/proc` does not tell.
  static var milliseconds: Int? {
    guard let stat = try? String(contentsOfFile: "/proc/self/stat", encoding: .utf8),
      let ticks = startTicks(ofStat: stat)
    else { return nil }
    var now = timespec()
    guard clock_gettime(CLOCK_BOOTTIME, &now) == 0 else { return nil }
    let started = ticks * 1_000 / max(1, Int(sysconf(Int32(_SC_CLK_TCK))))
    return now.tv_sec * 1_000 + now.tv_nsec / 1_000_000 - started
  }

  /// The 22nd field of `/proc/PID/stat`. The 2nd is the program's name in brackets and may hold anything,
  /// brackets and spaces too.
  static func startTicks(ofStat stat: String) -> Int? {
    guard let nameEnd = stat.lastIndex(of: ")") else { return nil }
    let fields = stat[stat.index(after: nameEnd)...].split(separator: " ")
    return fields.count > 19 ? Int(fields[19]) : nil
  }
}
