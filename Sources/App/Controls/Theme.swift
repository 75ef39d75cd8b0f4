import AppBase
import CResources
import Foundation
import Gtk

/// The theme that the environment requests by `GTK_THEME`, such as “HighContrast:dark”.
package struct ForcedTheme: Equatable {
  /// GTK's name, before the colon.
  package let name: String
  /// The variant after the colon; empty for none.
  let variant: String

  /// Reads the variable; nil if it requests no theme.
  package init?(_ value: String?) {
    let parts = (value ?? "").split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let name = parts.first, !name.isEmpty else { return nil }
    (self.name, variant) = (String(name), parts.count > 1 ? String(parts[1]) : "")
  }

  package var isHighContrast: Bool { Theme.isHighContrast(themeName: name) || variant.hasPrefix("hc") }
  var isDark: Bool { Theme.isDark(themeName: name) || variant.hasSuffix("dark") }

  /// The theme with which the process was started. High contrast is removed from the environment, where it would
  /// prevent the choice of light or dark, and where GTK 4.8 does not know “HighContrastInverse”. So read this before
  /// any thread is started.
  package static let current: ForcedTheme? = {
    let theme = ForcedTheme(ProcessInfo.processInfo.environment["GTK_THEME"])
    if theme?.isHighContrast == true { unsetenv("GTK_THEME") }
    return theme
  }()
}

/// The style sheets of all windows: one of colors (“tokens”) and one of rules.
///
/// The colors are replaced when the desktop changes to dark, light or high contrast. The rules stay.
@MainActor
package final class Theme {
  private let tokens = StyleSheet()
  private let rules = StyleSheet()
  private let highContrast = StyleSheet()
  private let log = EventLog("theme")
  private var preference: DarkPreference?
  /// GTK's setting before the theme changed it, or that of the environment.
  private let gtkPrefersDark: Bool
  private let forced: ForcedTheme?
  /// The color scheme, which can be changed at any time.
  package var scheme: ColorScheme {
    didSet { if scheme != oldValue { follow() } }
  }
  private var isDark = false
  private var isHighContrast = false

  /// Adds the style sheets to the default display, which must be open.
  package init(_ scheme: ColorScheme, forced: ForcedTheme? = .current) {
    rules.load(backscroll_css_rules.bytes)
    tokens.install(.application)
    rules.install(.application)
    highContrast.install(.application)
    self.scheme = scheme
    self.forced = forced
    gtkPrefersDark = forced?.isDark ?? (DesktopSettings.current?.applicationPreferDarkTheme == true)
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
    guard scheme == .system, forced == nil else { return }
    preference = DarkPreference { [weak self] isDark in
      self?.isDark = isDark
      self?.update()
    }
  }

  private func update(isFirst: Bool = false) {
    let before = (isDark: DesktopSettings.current?.applicationPreferDarkTheme, isHighContrast: isHighContrast)
    let name = Self.highContrastName(isDark: isDark)
    // Setting an equal value notifies, too.
    if forced?.isHighContrast == true, DesktopSettings.current?.themeName != name {
      DesktopSettings.current?.themeName = name
    }
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

  /// GTK's own theme of high contrast.
  private static func highContrastName(isDark: Bool) -> String { isDark ? "Default-hc-dark" : "Default-hc" }

  /// Whether this is a dark theme of GTK or of a desktop.
  nonisolated static func isDark(themeName: String) -> Bool {
    let name = themeName.lowercased()
    return name.hasSuffix("-dark") || name.hasSuffix("inverse")
  }

  /// GTK's high-contrast themes are named "Default-hc" or "Default-hc-dark", those of desktops "HighContrast…".
  package nonisolated static func isHighContrast(themeName: String) -> Bool {
    let name = themeName.lowercased()
    return name.hasSuffix("hc") || name.hasSuffix("hc-dark") || name.contains("highcontrast")
  }
}
