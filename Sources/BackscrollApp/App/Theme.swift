import CResources
import Gtk

/// The look of all windows: one stylesheet of tokens (the colours), one of rules.
///
/// Tokens are replaced when the desktop turns dark or light, or asks for high contrast; rules stay.
@MainActor
final class Theme {
  /// Which of the two looks a person has asked for.
  enum Scheme: String, CaseIterable, Codable, Sendable {
    /// What the desktop prefers, followed as it changes.
    case system
    case light, dark
  }

  private let tokens = StyleSheet()
  private let rules = StyleSheet()
  private let highContrast = StyleSheet()
  private let log = EventLog("theme")
  private var preference: DarkPreference?
  /// What GTK's own setting said before it became ours.
  private let gtkPrefersDark: Bool
  /// The look that is asked for; it can be another at any time.
  var scheme: Scheme {
    didSet { if scheme != oldValue { follow() } }
  }
  private var isDark = false
  private var isHighContrast = false

  /// Applies the look to the display, which must be there.
  init(_ scheme: Scheme) {
    rules.load(backscroll_css_rules.bytes)
    tokens.install(.application)
    rules.install(.application)
    highContrast.install(.application)
    self.scheme = scheme
    gtkPrefersDark = DesktopSettings.current?.prefersDark == true
    DesktopSettings.current?.notify("gtk-theme-name").connect(weak: self) { $0.update() }
    follow(isFirst: true)
  }

  /// Takes the look off the display: for tests, which have no other way to leave it as it was.
  func uninstall() {
    for sheet in [tokens, rules, highContrast] { sheet.uninstall() }
  }

  private func follow(isFirst: Bool = false) {
    preference = nil
    isDark = scheme == .dark || (scheme == .system && gtkPrefersDark)
    update(isFirst: isFirst)
    guard scheme == .system else { return }
    preference = DarkPreference { [weak self] isDark in
      self?.isDark = isDark
      self?.update()
    }
  }

  private func update(isFirst: Bool = false) {
    let before = (isDark: DesktopSettings.current?.prefersDark, isHighContrast: isHighContrast)
    isHighContrast = DesktopSettings.current.map { Self.isHighContrast(themeName: $0.themeName) } ?? false
    DesktopSettings.current?.prefersDark = isDark
    guard isFirst || before != (isDark, isHighContrast) else { return }
    switch (isDark, isHighContrast) {
    case (false, false): tokens.load(backscroll_css_tokens_light.bytes)
    case (true, false): tokens.load(backscroll_css_tokens_dark.bytes)
    case (false, true): tokens.load(backscroll_css_tokens_high_contrast_light.bytes)
    case (true, true): tokens.load(backscroll_css_tokens_high_contrast_dark.bytes)
    }
    if isHighContrast {
      highContrast.load(backscroll_css_rules_high_contrast.bytes)
    } else {
      highContrast.load("")
    }
    log.debug("shown", ["dark": isDark, "high-contrast": isHighContrast])
  }

  /// GTK's own high-contrast themes are named "Default-hc" and the like, the desktops' "HighContrast…".
  nonisolated static func isHighContrast(themeName: String) -> Bool {
    let name = themeName.lowercased()
    return name.hasSuffix("hc") || name.hasSuffix("hc-dark") || name.contains("highcontrast")
  }
}
