import Foundation

extension Locale {
  /// The locale for dates, times and numbers that the person has set in the environment.
  public static let desktop = Locale(
    environment: ProcessInfo.processInfo.environment, language: Catalogue.language)

  /// By the rules of POSIX: `LC_ALL`, else `LC_TIME`, else `LANG`. Foundation on Linux reads none of them for
  /// this purpose.
  ///
  /// The C locale says nothing of how people write dates. The language of the words stands in for it; without one,
  /// British English, whose clock has 24 hours as that of the C locale has.
  public init(environment: [String: String], language: String? = nil) {
    let name = ["LC_ALL", "LC_TIME", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? "C"
    // language_REGION.encoding@modifier
    let identifier = name.prefix { $0 != "." && $0 != "@" }
    self.init(
      identifier: ["C", "POSIX"].contains(identifier) ? language ?? "en_GB" : String(identifier))
  }
}
