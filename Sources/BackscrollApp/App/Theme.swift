import CResources
import Gtk

/// The style sheets of all windows: one of colors (“tokens”) and one of rules.
///
/// The colors are replaced when the desktop changes to dark, light or high contrast. The rules stay.
@MainActor
final class Theme {
  /// The color scheme that the user has chosen.
  enum Scheme: String, CaseIterable, Codable, Sendable {
    /// Follows the desktop's preference.
    case system
    case light, dark
  }

  private let tokens = StyleSheet()
  private let rules = StyleSheet()
  private let highContrast = StyleSheet()
  private let log = EventLog("theme")
  private var preference: DarkPreference?
  /// GTK's setting before the theme changed it.
  private let gtkPrefersDark: Bool
  /// Can be changed at any time.
  var scheme: Scheme {
    didSet { if scheme != oldValue { follow() } }
  }
  private var isDark = false
  private var isHighContrast = false

  /// Adds the style sheets to the default display, which must be open.
  init(_ scheme: Scheme) {
    rules.load(backscroll_css_rules.bytes)
    tokens.install(.application)
    rules.install(.application)
    highContrast.install(.application)
    self.scheme = scheme
    gtkPrefersDark = DesktopSettings.current?.applicationPreferDarkTheme == true
    DesktopSettings.current?.notify("gtk-theme-name").connect(weak: self) { $0.update() }
    follow(isFirst: true)
  }

  /// Removes the style sheets from the display, so that a test leaves it as it was.
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
    let before = (isDark: DesktopSettings.current?.applicationPreferDarkTheme, isHighContrast: isHighContrast)
    isHighContrast = DesktopSettings.current.map { Self.isHighContrast(themeName: $0.themeName) } ?? false
    DesktopSettings.current?.applicationPreferDarkTheme = isDark
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

  /// GTK's high-contrast themes are named "Default-hc" or "Default-hc-dark", those of desktops "HighContrast…".
  nonisolated static func isHighContrast(themeName: String) -> Bool {
    let name = themeName.lowercased()
    return name.hasSuffix("hc") || name.hasSuffix("hc-dark") || name.contains("highcontrast")
  }
}
