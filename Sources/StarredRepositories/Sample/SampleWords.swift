/// Words that go with any field.
enum SampleWords {
  static let flavours = [
    "amber", "brisk", "calm", "cedar", "clear", "cobalt", "copper", "dawn", "deft", "distant", "early",
    "even", "fern",
    "frost", "gentle", "golden", "hazel", "honest", "idle", "indigo", "juniper", "kind", "late", "linen",
    "little",
    "lucid", "maple", "mellow", "misty", "narrow", "nimble", "north", "olive", "open", "opal", "paper",
    "plain",
    "quiet", "rapid", "river", "rustic", "sandy", "silver", "slate", "slow", "solid", "spare", "stone",
    "sunny", "still",
    "tidy", "timber", "velvet", "vivid", "warm", "west", "willow", "winter", "wise", "woven",
  ]

  static let owners = [
    "alder-and-ash", "annika-holm", "bellweather", "brightmoor", "caspar-lund", "chalk-hill", "dorotea-m",
    "east-pier",
    "elmwood-labs", "farouk-works", "fieldnotes-dev", "gable-house", "goran-petr", "halfmoon-co",
    "ines-carvalho",
    "inkwell-tools", "jun-takeda", "kestrel-lab", "kofi-builds", "lamplight-org", "larkspur-io",
    "mei-lin-code",
    "millrace", "nadia-writes", "northgate-systems", "oakum", "omar-k-dev", "papercrane-dev", "pilar-vega",
    "quarry-works", "rosehip-studio", "saltmarsh", "sanna-virta", "tallow-and-twine", "thimble-org",
    "tomas-reyes",
    "underhill-dev", "vesper-tools", "wren-collective", "yara-nunes", "zephyr-yard",
  ]

  /// What some descriptions go on with.
  static let tails = [
    "No dependencies", "Works offline", "Written to be read", "Small on purpose",
    "Fast enough to forget about",
    "With a test for every promise", "For Linux, macOS and Windows", "Still young: expect changes",
    "Used daily by its author", "Made with help from forty people", "Documentation included",
    "One file, no magic",
  ]

  static let licenses = [
    "MIT", "MIT", "MIT", "MIT", "Apache-2.0", "Apache-2.0", "GPL-3.0", "GPL-3.0", "BSD-3-Clause", "MPL-2.0",
    "AGPL-3.0", "LGPL-2.1", "ISC",
  ]

  /// Texts that put a row to the test: other scripts, both directions, emoji, and one that is far too long.
  static let unusual = [
    "読書のための静かなビューア。縦書きとルビに対応しています。",
    "قارئ هادئ للمقالات الطويلة، يحفظ موضعك على كل جهاز.",
    "Ein Kalender für Gärten: was jetzt zu säen, zu gießen und zu ernten ist – auch ohne Netz.",
    "Una caja de herramientas pequeña para mapas que se pliegan 🗺️ y no necesitan señal ⛰️",
    "Маленькая библиотека для больших таблиц: читает, проверяет и объясняет, что не так.",
    """
    Everything that a small team needs to run its own services: mail, calendars, files, chat, backups and a page that \
    tells how they all are; made for people who would rather do something else, and described here at far greater \
    length than anybody has ever read a description, because somewhere there is always one like this, and a list has \
    to cope with it too
    """,
    "긴 글을 위한 편집기. 백만 줄도 멈추지 않고 엽니다.",
  ]
}
