import CResources

/// Slack's names of emoji: those of `Resources/words/slack-emoji.txt`, which is compiled in, and those of Unicode.
enum SlackEmoji {
  /// The emoji with a name, otherwise the name between colons, because workspaces have pictures of their own.
  static func text(_ name: String) -> String { emoji(name) ?? ":\(name):" }

  /// The emoji with a name. A skin tone may follow: “wave::skin-tone-2”.
  static func emoji(_ name: String) -> String? {
    let parts = name.components(separatedBy: "::")
    guard let emoji = table[parts[0]] ?? flag(parts[0]) ?? family(parts[0]) ?? named[parts[0]] else {
      return nil
    }
    guard parts.count == 2, let tone = tones[parts[1]] else { return emoji }
    var scalars = emoji.unicodeScalars
    guard let first = scalars.first else { return emoji }
    scalars.removeFirst()
    if scalars.first == "\u{fe0f}" { scalars.removeFirst() }
    return String(first) + String(tone) + String(scalars)
  }

  /// The text with an emoji in place of each name between colons that is known.
  ///
  /// Between letters or digits, the colons are those of an address or a time. Beside one, which people write as well, only
  /// those of a short name or a number are: `2001:db8:a:b::1`.
  ///
  /// - Complexity: O(n).
  static func replaced(in text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: ":")) else { return text }
    var found = ""
    var rest = text[...]
    // Whether the last name became an emoji, which the next one may follow directly.
    var isAfterEmoji = false
    while let start = rest.utf8.firstIndex(of: UInt8(ascii: ":")) {
      let inner = rest.utf8.index(after: start)
      var end = inner
      var length = 0
      while end < rest.endIndex, length <= longest, isNameSign(rest.utf8[end]) {
        rest.utf8.formIndex(after: &end)
        length += 1
      }
      let isName = length > 0 && end < rest.endIndex && rest.utf8[end] == UInt8(ascii: ":")
      let before = start > rest.startIndex || !isAfterEmoji ? text[..<start].utf8.last : nil
      guard isName, !isInWord(rest[inner..<end], after: before, before: rest[end...].utf8.dropFirst().first),
        let emoji = emoji(String(rest[inner..<end]))
      else {
        found += rest[..<end]
        rest = rest[end...]
        isAfterEmoji = false
        continue
      }
      isAfterEmoji = true
      found += rest[..<start]
      rest = rest[rest.utf8.index(after: end)...]
      if let (tone, after) = tone(at: rest), let toned = Self.emoji(rest.base(inner..<end) + "::" + tone) {
        found += toned
        rest = after
      } else {
        found += emoji
      }
    }
    return found + rest
  }

  /// Whether the colons around a name belong to what is beside them.
  private static func isInWord(_ name: Substring, after before: UInt8?, before after: UInt8?) -> Bool {
    let isAfterWord = before.map { $0.isLetterOrDigit || $0 == UInt8(ascii: ":") } ?? false
    let isBeforeWord = after?.isLetterOrDigit ?? false
    let isShort = name.utf8.count == 1 || name.utf8.allSatisfy(\.isDigit)
    return isShort ? isAfterWord || isBeforeWord : isAfterWord && isBeforeWord
  }

  /// The skin tone of “:skin-tone-2:” at the beginning of a text, and the text after it.
  private static func tone(at text: Substring) -> (name: String, after: Substring)? {
    guard text.hasPrefix(":skin-tone-") else { return nil }
    let name = text.dropFirst().prefix { $0 != ":" }
    guard tones[String(name)] != nil, name.endIndex < text.endIndex else { return nil }
    return (String(name), text[text.index(after: name.endIndex)...])
  }

  /// The size in bytes of the longest name.
  private static let longest = 64

  private static func isNameSign(_ byte: UInt8) -> Bool {
    byte.isDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
  }

  private static let tones: [String: Unicode.Scalar] = [
    "skin-tone-2": "\u{1f3fb}", "skin-tone-3": "\u{1f3fc}", "skin-tone-4": "\u{1f3fd}",
    "skin-tone-5": "\u{1f3fe}", "skin-tone-6": "\u{1f3ff}",
  ]

  // MARK: Names

  /// The flag of a country: “flag-ch”.
  private static func flag(_ name: String) -> String? {
    let code = name.utf8.dropFirst(5)
    guard name.hasPrefix("flag-"), code.count == 2, code.allSatisfy({ 0x61...0x7a ~= $0 }) else { return nil }
    return String(String.UnicodeScalarView(code.compactMap { Unicode.Scalar(0x1f1e6 + UInt32($0) - 0x61) }))
  }

  /// A family or a couple: “man-woman-girl”, “woman-heart-man”.
  private static func family(_ name: String) -> String? {
    let parts = name.split(separator: "-").map { members[String($0)] }
    guard (2...4).contains(parts.count), parts.allSatisfy({ $0 != nil }) else { return nil }
    return parts.compactMap(\.self).joined(separator: "\u{200d}")
  }

  private static let members = [
    "man": "👨", "woman": "👩", "boy": "👦", "girl": "👧", "heart": "❤️", "kiss": "❤️\u{200d}💋",
  ]

  /// The emoji whose names are those of their characters, such as “thinking_face”.
  private static let named: [String: String] = {
    var found: [String: String] = [:]
    for value in [0x203c...0x3299, 0x1f000...0x1faff].joined() {
      guard let scalar = Unicode.Scalar(UInt32(value)), scalar.properties.isEmoji,
        let name = scalar.properties.name
      else { continue }
      let text = scalar.properties.isEmojiPresentation ? String(scalar) : "\(scalar)\u{fe0f}"
      let words = name.lowercased().replacing(" ", with: "_")
      for name in [words, words.replacing("-", with: "_")] { found[name] = text }
    }
    return found
  }()

  private static let table: [String: String] = {
    var found: [String: String] = [:]
    var section: Substring = ""
    // The names of an emoji can continue on the next line.
    var emoji = ""
    let text = String(cString: backscroll_words_slack_emoji.bytes)
    for line in text.split(separator: "\n") where !line.hasPrefix("# ") {
      if line.hasPrefix("[") {
        section = line
        continue
      }
      for word in line.split(separator: " ") {
        if word.utf8.allSatisfy({ $0 < 0x80 }) {
          add(String(word), emoji, section, to: &found)
        } else {
          emoji = String(word)
        }
      }
    }
    return found
  }()

  private static func add(
    _ name: String, _ emoji: String, _ section: Substring, to found: inout [String: String]
  ) {
    let joiner = "\u{200d}"
    switch section {
    case "[jobs]":
      found[name] = "🧑\(joiner)\(emoji)"
      found["male-\(name)"] = "👨\(joiner)\(emoji)"
      found["female-\(name)"] = "👩\(joiner)\(emoji)"
    case "[people]":
      for (sign, words) in [("♂️", ["man", "male"]), ("♀️", ["woman", "female"])] {
        for word in words {
          for mark in ["-", "_"] { found["\(word)\(mark)\(name)"] = "\(emoji)\(joiner)\(sign)" }
        }
      }
    default: found[name] = emoji
    }
  }
}

extension Substring {
  /// The text of a range of indices, which can be before the beginning of this part.
  fileprivate func base(_ range: Range<Index>) -> String { String(base[range]) }
}
