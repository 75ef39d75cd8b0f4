import Foundation

extension Locale {
  /// The user's locale for dates, times and numbers, from the environment.
  public static let desktop = Locale(
    environment: ProcessInfo.processInfo.environment, language: Catalogue.language)

  /// Makes a locale by the rules of POSIX: `LC_ALL`, else `LC_TIME`, else `LANG`. Foundation on Linux reads none of
  /// them for this purpose.
  ///
  /// The C locale has no format of dates for people. The language of the texts replaces it; without one, British
  /// English, which has a 24-hour clock as the C locale has.
  public init(environment: [String: String], language: String? = nil) {
    let name = ["LC_ALL", "LC_TIME", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? "C"
    // language_REGION.encoding@modifier
    let identifier = name.prefix { $0 != "." && $0 != "@" }
    self.init(
      identifier: ["C", "POSIX"].contains(identifier) ? language ?? "en_GB" : String(identifier))
  }
}
