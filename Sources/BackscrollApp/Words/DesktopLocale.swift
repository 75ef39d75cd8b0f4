import Foundation

extension Locale {
  /// The locale for dates, times and numbers that the person has set in the environment.
  static let desktop = Locale(environment: ProcessInfo.processInfo.environment)

  /// By the rules of POSIX: `LC_ALL`, else `LC_TIME`, else `LANG`. Foundation on Linux reads none of them for
  /// this purpose.
  ///
  /// The C locale says nothing of how people write dates; British English stands in for it, whose clock has
  /// 24 hours as that of the C locale has.
  init(environment: [String: String]) {
    let name = ["LC_ALL", "LC_TIME", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? "C"
    // language_REGION.encoding@modifier
    let identifier = name.prefix { $0 != "." && $0 != "@" }
    self.init(identifier: ["C", "POSIX"].contains(identifier) ? "en_GB" : String(identifier))
  }
}
