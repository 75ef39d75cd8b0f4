import SeededRandom

/// The colour of the dot beside a language's name, as `0xRRGGBB`.
///
/// Well-known languages have the colours of GitHub's Linguist. Other colours are derived from the name.
public enum LanguageColor {
  /// A language's colour. The name's case does not matter.
  public static func rgb(of language: String) -> UInt32 {
    let name = language.lowercased()
    return known[name] ?? made(from: name)
  }

  static func isKnown(_ language: String) -> Bool { known[language.lowercased()] != nil }

  private static let known: [String: UInt32] = [
    "c": 0x555555, "c#": 0x178600, "c++": 0xF34B7D, "clojure": 0xDB5855, "css": 0x663399, "dart": 0x00B4AB,
    "elixir": 0x6E4A7E, "erlang": 0xB83998, "go": 0x00ADD8, "haskell": 0x5E5086, "html": 0xE34C26,
    "java": 0xB07219, "javascript": 0xF1E05A, "julia": 0xA270BA, "jupyter notebook": 0xDA5B0B,
    "kotlin": 0xA97BFF, "lua": 0x000080, "nix": 0x7E7EFF, "ocaml": 0xEF7A08, "perl": 0x0298C3,
    "php": 0x4F5D95,
    "python": 0x3572A5, "r": 0x198CE7, "ruby": 0x701516, "rust": 0xDEA584, "scala": 0xC22D40,
    "shell": 0x89E051,
    "swift": 0xF05138, "typescript": 0x3178C6, "vala": 0xA56DE2, "vue": 0x41B883, "zig": 0xEC915C,
  ]

  /// A hue by the name's hash, at a lightness and saturation that stand out on both light and dark backgrounds.
  private static func made(from name: String) -> UInt32 {
    let hue = Double(FNV1a.hash(name) % 360) / 60
    let (high, low) = (200.0, 80.0)
    let middle = low + (high - low) * (1 - abs(hue.truncatingRemainder(dividingBy: 2) - 1))
    let (red, green, blue) =
      switch Int(hue) {
      case 0: (high, middle, low)
      case 1: (middle, high, low)
      case 2: (low, high, middle)
      case 3: (low, middle, high)
      case 4: (middle, low, high)
      default: (high, low, middle)
      }
    return UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
  }
}
