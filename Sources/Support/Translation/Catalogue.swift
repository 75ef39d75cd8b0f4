import CGettext
import Foundation

/// The translations of this package's texts: the gettext domain "backscroll".
///
/// The texts are English, and stay so without a catalogue in the user's language. A program that uses the widgets ships
/// `backscroll.mo` among its own catalogues and names their folder once, before it makes the first widget:
///
/// ```swift
/// Catalogue.useDesktopLanguage()
/// Catalogue.bind(folder: "/opt/mine/share/locale")
/// ```
public enum Catalogue {
  /// The gettext domain, which is the base name of the catalogues' files.
  public static let domain = "backscroll"

  /// Takes the language and all else from the environment, as a C program does by `setlocale`. GTK does the same
  /// when it starts; a program that may speak before that, or without GTK, calls this first.
  ///
  /// A locale that was never installed is no reason for English: words need nothing of it but its name. Call this
  /// before any thread is started, since the environment may change.
  public static func useDesktopLanguage() {
    guard setlocale(LC_ALL, "") == nil else { return }
    let environment = ProcessInfo.processInfo.environment
    let names = ["LC_ALL", "LC_MESSAGES", "LANG"].compactMap { environment[$0] }
    guard let name = names.first(where: { !$0.isEmpty }), setlocale(LC_ALL, "C.UTF-8") != nil else { return }
    // One that is empty counts as none.
    if (environment["LANGUAGE"] ?? "").isEmpty { setenv("LANGUAGE", name, 1) }
  }

  /// The name of the locale that the language of messages comes from, such as "ko_KR.UTF-8".
  static var localeName: String { setlocale(LC_MESSAGES, nil).map { String(cString: $0) } ?? "C" }

  /// Where `<language>/LC_MESSAGES/backscroll.mo` lies. May be called again, also after the environment's
  /// `LANGUAGE` has changed: what was found before is forgotten.
  public static func bind(folder: String) { bind(domain, folder: folder) }

  static func bind(_ domain: String, folder: String) {
    _ = bindtextdomain(domain, folder)
    _ = bind_textdomain_codeset(domain, "UTF-8")
  }

  /// The language of the words as the catalogue in use tells it, such as "ko" or "pt_BR"; nil with none in use.
  public static var language: String? { language(of: domain) }

  static func language(of domain: String) -> String? {
    let field = "Language:"
    // The empty message is answered with the catalogue's header.
    let line = lookUp("", in: domain).split(separator: "\n").first { $0.hasPrefix(field) }
    let name = line.map { $0.dropFirst(field.count).filter { !$0.isWhitespace } } ?? ""
    return name.isEmpty ? nil : String(name)
  }

  // The answer may be the very bytes of the question, so it is copied before those end.

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
    // As msgfmt writes the two.
    let key = "\(context)\u{4}\(message)"
    let found = lookUp(key, in: domain)
    return found == key ? message : found
  }
}
