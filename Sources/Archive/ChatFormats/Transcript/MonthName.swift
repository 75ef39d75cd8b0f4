import Foundation

/// The names of months in many languages, in dates of Facebook and Instagram and in logs.
enum MonthName {
  /// The number of a month as programs abbreviate its name for the language of a computer: “Mär”, “févr.”, “3월”.
  static func number(of name: some StringProtocol) -> Int? {
    if let month = EnglishMonth.number(of: name) { return month }
    if let sign = name.last, numberSigns.contains(sign) {
      return Int(name.dropLast()).flatMap { (1...12).contains($0) ? $0 : nil }
    }
    return month(name.lowercased().replacing(".", with: "").precomposedStringWithCanonicalMapping)
  }

  /// The signs that follow the number of a month in Korean, Japanese and Chinese.
  static let numberSigns: Set<Character> = ["월", "月"]

  /// The number of a month from the beginning of its name; nil for any other word, and if several months begin so.
  static func month(_ word: String) -> Int? {
    let scalars = Array(word.unicodeScalars)
    // Hebrew writes “in” before the name without a blank.
    return found(scalars[...]) ?? (scalars.first == "ב" ? found(scalars.dropFirst()) : nil)
  }

  private static func found(_ word: ArraySlice<Unicode.Scalar>) -> Int? {
    for length in stride(from: min(word.count, longest), through: 2, by: -1) {
      if let month = beginnings[Array(word.prefix(length))] { return month }
    }
    return nil
  }

  private static let beginnings: [[Unicode.Scalar]: Int] = {
    var beginnings: [[Unicode.Scalar]: Int] = [:]
    for (index, list) in lists.enumerated() {
      for name in list.split(separator: " ") { beginnings[Array(name.unicodeScalars)] = index + 1 }
    }
    return beginnings
  }()
  private static let longest = beginnings.keys.map(\.count).max() ?? 0

  /// The beginnings of the names by month, from the Unicode CLDR, as far as they are unambiguous: of the languages with
  /// Latin letters that Facebook has (Croatian excepted), then Greek, Cyrillic letters, Hebrew, Arabic, Hindi and Thai.
  private static let lists = [
    "jan ene gen ian sty oca jän jaan led tammi saus ιαν янв січ яну ינו يناير जन มค มกร јан",
    "feb fév fev lut şub úno helmi veeb vas peb φεβ фев лют פבר فبراير फ़र फर กพ กุม феб",
    "mar mär maa mrt märts maalis márc bře kov mac μαρ μάρ мар бер מרץ مارس मार्च มีค มีน",
    "abr avr apr kwi nis ápr dub huhti bal απρ апр кві אפר أبريل ابريل إبريل अप्रैल เมย เมษ",
    "mai may mei mag maj máj mayıs touko kvě geg mayo mayu μαΐ μαϊ μάι май мая тра מאי مايو मई พค พฤษภ мај maí",
    "jun giu juin cze haz jún juun kesä čvn čen červn červen iun birž hun ιουν ιούν июн чер юни יונ يونيو जून มิย มิถ јун jūn",
    "jul lug juil lip tem júl juul heinä čvc čec červenc iul liep hul ιουλ ιούλ июл лип юли יול يوليو जुल กค กรก јул jūl červene",
    "aug ago aoû sie ağu agu elo srp rugp ogo ogos αυγ αύγ авг сер אוג أغسطس اغسطس अग สค สิง avg ágú",
    "sep set wrz eyl syys szep zář rugs σεπ сен вер ספט سبتمبر सित กย กัน сеп",
    "okt oct ott out paź eki loka říj spal οκτ окт жов אוק أكتوبر اكتوبر अक्टू अक्तू ตค ตุล",
    "nov nóv nob lis kas marras noi lapkr νοε νοέ ноя лис ное נוב نوفمبر नव พย พฤศ нов",
    "dez dic déc dec gru ara des dets joulu pro gruod dis δεκ дек гру דצמ ديسمبر दिस ธค ธัน дец",
  ]
}
