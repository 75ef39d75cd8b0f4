import CGettext
import Foundation

/// The translations of this package's texts: the gettext domain "backscroll".
///
/// The texts are English, and are not translated without a catalogue in the user's language. A program that uses the
/// widgets ships `backscroll.mo` among its own catalogues and names their folder once, before it makes the first
/// widget:
///
/// ```swift
/// Catalogue.useDesktopLanguage()
/// Catalogue.bind(folder: "/opt/mine/share/locale")
/// ```
public enum Catalogue {
  /// The gettext domain, which is the base name of the catalogues' files.
  public static let domain = "backscroll"

  /// Reads the locale from the environment, as a C program does by `setlocale`. GTK does the same when it starts. A
  /// program that may print messages before that, or without GTK, calls this first.
  ///
  /// A locale that is not installed still selects the language, since translations need only its name. Call this before
  /// any thread is started, since it may change the environment.
  public static func useDesktopLanguage() {
    guard setlocale(LC_ALL, "") == nil else { return }
    let environment = ProcessInfo.processInfo.environment
    let names = ["LC_ALL", "LC_MESSAGES", "LANG"].compactMap { environment[$0] }
    guard let name = names.first(where: { !$0.isEmpty }), setlocale(LC_ALL, "C.UTF-8") != nil else { return }
    // An empty variable counts as unset.
    if (environment["LANGUAGE"] ?? "").isEmpty { setenv("LANGUAGE", name, 1) }
  }

  /// The name of the locale that determines the language of messages, such as "ko_KR.UTF-8".
  static var localeName: String { setlocale(LC_MESSAGES, nil).map { String(cString: $0) } ?? "C" }

  /// Sets the folder that contains `<language>/LC_MESSAGES/backscroll.mo`. It may be called again, also after
  /// `LANGUAGE` has changed in the environment: earlier translations are forgotten.
  public static func bind(folder: String) { bind(domain, folder: folder) }

  static func bind(_ domain: String, folder: String) {
    _ = bindtextdomain(domain, folder)
    _ = bind_textdomain_codeset(domain, "UTF-8")
  }

  /// The language of the texts by the header of the catalogue in use, such as "ko" or "pt_BR"; nil without a catalogue.
  public static var language: String? { language(of: domain) }

  static func language(of domain: String) -> String? {
    let field = "Language:"
    // The translation of the empty message is the catalogue's header.
    let line = lookUp("", in: domain).split(separator: "\n").first { $0.hasPrefix(field) }
    let name = line.map { $0.dropFirst(field.count).filter { !$0.isWhitespace } } ?? ""
    return name.isEmpty ? nil : String(name)
  }

  // The result may be the bytes of the argument, so it is copied while those exist.

  static func lookUp(_ message: String, in domain: String) -> String {
    message.withCString { String(cString: dgettext(domain, $0)) }
  }

  static func lookUp(_ one: String, _ many: String, _ count: Int, in domain: String) -> String {
    one.withCString { one in
      many.withCString { many in
        String(cString: dngettext(domain, one, many, UInt(count.magnitude)))
      }
    }
  }

  static func lookUp(_ message: String, context: String, in domain: String) -> String {
    // The format in which msgfmt joins the two.
    let key = "\(context)\u{4}\(message)"
    let found = lookUp(key, in: domain)
    return found == key ? message : found
  }
}
