import XCTest

@testable import AppTestSupport

/// The theme of the environment, in the real program.
final class ThemeTests: XCTestCase {
  private func shown(_ theme: String, scheme: String = "system") throws -> String {
    var shown = ""
    try AppUnderTest(
      .synthetic(10), ["--color-scheme", scheme], environment: ["GTK_THEME": theme]
    ).use(self) { app in
      shown = try app.wait(for: "theme: shown")
      try app.wait(for: "window: first-frame")
    }
    return shown
  }

  // “HighContrast” was shown with GTK's contrast and the colors of the usual theme.
  func testHighContrastIsFollowedByEachOfItsNames() throws {
    for (theme, isDark) in [
      ("HighContrast", false), ("HighContrast:dark", true), ("HighContrastInverse", true),
      ("Default-hc", false), ("Default:hc-dark", true),
    ] {
      XCTAssertEqual(try shown(theme), "theme: shown dark=\(isDark) high-contrast=true", theme)
    }
  }

  func testTheChoiceOfLightOrDarkHoldsInHighContrast() throws {
    XCTAssertEqual(try shown("HighContrast", scheme: "dark"), "theme: shown dark=true high-contrast=true")
    XCTAssertEqual(
      try shown("HighContrastInverse", scheme: "light"), "theme: shown dark=false high-contrast=true")
  }

  func testAnotherThemeIsFollowedToItsDarkVariant() throws {
    XCTAssertEqual(try shown("Adwaita:dark"), "theme: shown dark=true high-contrast=false")
  }
}
