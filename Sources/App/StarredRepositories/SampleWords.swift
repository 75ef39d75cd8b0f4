/// The words of generated repositories.
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

  /// Second sentences of descriptions.
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

  /// Descriptions that are hard to lay out: other scripts, right to left, emoji, and one that is far too long.
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

  /// The fields of software. Their order determines the places of the repositories.
  static let fields = desktop + tools + services

  private static let desktop = [
    Field(
      nouns: ["panel", "drawer", "canvas", "tiles", "dock", "shelf"],
      phrases: [
        "A widget toolkit companion with the controls one always ends up writing",
        "Lists that stay where the reader left them, for GTK 4",
        "A tiling layout that remembers how each screen was arranged",
        "Notifications that wait until you have finished typing",
        "A settings page from a plain description of the settings",
        "Small, calm animations for desktop programs",
        "Window previews drawn from what is really there",
      ],
      topics: ["gtk", "desktop", "linux", "ui", "widgets", "wayland"],
      languages: ["Swift", "Vala", "C", "Rust", "C", "Python"]),
    Field(
      nouns: ["reader", "notebook", "margin", "folio", "ledger", "page"],
      phrases: [
        "Notes in plain files, linked to each other and to the day",
        "A reader for long articles that keeps your place on every device",
        "Write once, and read it as a letter, a page or a book",
        "An outliner that opens a million lines without a pause",
        "Footnotes, margins and references for Markdown",
        "A dictionary that works on a train",
        "Household accounts that a person can check by hand",
      ],
      topics: ["markdown", "notes", "reading", "productivity", "offline-first", "writing"],
      languages: ["TypeScript", "TypeScript", "Rust", "Swift", "JavaScript", "Kotlin"]),
    Field(
      nouns: ["tune", "chord", "tape", "drum", "hum", "octave"],
      phrases: [
        "Records what you play and writes it down as notes",
        "A synthesizer with eight knobs and no menus",
        "Finds the songs of a collection that are there twice",
        "Streams music to every room, in step",
        "A metronome that listens and follows",
        "Reads the tags of sixty kinds of sound file",
        "Slows a recording down without changing its pitch",
      ],
      topics: ["audio", "music", "midi", "synthesizer", "streaming", "dsp"],
      languages: ["C++", "C++", "Rust", "C", "JavaScript", "Zig"]),
    Field(
      nouns: ["lens", "grain", "shutter", "palette", "tint", "pixel"],
      phrases: [
        "Develops raw photographs in batches, with a preview of each step",
        "Finds pictures by what is in them, without sending them anywhere",
        "Palettes that people with any colour vision can tell apart",
        "Scales pixel art without smearing it",
        "A viewer that opens folders of a hundred thousand pictures at once",
        "Straightens and crops scans of old photographs",
        "Gradients in a colour space that has no grey in the middle",
      ],
      topics: ["photography", "images", "color", "graphics", "gpu", "computer-vision"],
      languages: ["Rust", "C++", "Python", "Python", "Swift", "Go"]),
    Field(
      nouns: ["dungeon", "sprite", "quest", "lantern", "dice", "orbit"],
      phrases: [
        "A game engine for stories told in text",
        "Levels that are drawn in a spreadsheet",
        "A solitaire that can always be won, if only just",
        "Physics for two dimensions, the same on every machine",
        "Play chess by post, with people you know",
        "A tiny world that goes on while you are away",
        "Tools for making maps of places that do not exist",
      ],
      topics: ["game", "gamedev", "2d", "simulation", "pixel-art", "puzzle"],
      languages: ["C#", "C#", "Lua", "Rust", "TypeScript", "C++"]),
    Field(
      nouns: ["recipe", "garden", "pantry", "trail", "almanac", "harvest"],
      phrases: [
        "Plans a week of meals around what is in the pantry",
        "Tells what to sow now, by the weather of the last ten years",
        "Hiking maps that fold, and need no signal",
        "Measures rain, wind and light with parts from a drawer",
        "Scales recipes and keeps the spoons whole",
        "A calendar of the sky for where you are",
        "Shares a household's lists between phones without a server",
      ],
      topics: ["home", "maps", "weather", "iot", "self-hosted", "food"],
      languages: ["Python", "Kotlin", "Dart", "JavaScript", "Swift", "PHP"]),
  ]

  private static let tools = [
    Field(
      nouns: ["parser", "grammar", "token", "syntax", "lexer", "tree"],
      phrases: [
        "A parser generator whose errors are meant for people",
        "Formats code as its author would have, had there been time",
        "Grammars that can be read aloud",
        "Keeps a syntax tree up to date while somebody types",
        "A language small enough to learn in an afternoon",
        "Translates one language's types into another's",
        "Finds the line that made a program slow",
      ],
      topics: ["parser", "compiler", "language", "formatter", "ast", "developer-tools"],
      languages: ["Rust", "Haskell", "OCaml", "TypeScript", "Go", "Rust"]),
    Field(
      nouns: ["shell", "prompt", "pipe", "cursor", "keys", "terminal"],
      phrases: [
        "A prompt that says what matters and is quiet about the rest",
        "Finds a file by the three letters you remember",
        "Shows what a command would do before it does it",
        "Tables, charts and progress for terminals",
        "A file manager for people who do not lift their hands",
        "Remembers commands by the folder they were typed in",
        "Copies a great many files, and can be stopped and gone on with",
      ],
      topics: ["cli", "terminal", "shell", "tui", "command-line", "productivity"],
      languages: ["Go", "Rust", "Shell", "Shell", "Python", "Zig"]),
    Field(
      nouns: ["test", "probe", "gauge", "fixture", "bench", "witness"],
      phrases: [
        "Tests that are written as a table and fail as a sentence",
        "Makes up the inputs you would not have thought of",
        "Compares two pictures as an eye would",
        "Benchmarks that know when the machine was busy",
        "Records a real server once and plays it back for ever",
        "Shrinks a failing case until nothing can be left out",
        "Tells which tests a change can break, and runs those first",
      ],
      topics: ["testing", "fuzzing", "benchmark", "ci", "snapshot-testing", "quality"],
      languages: ["TypeScript", "Java", "Python", "Swift", "Ruby", "Go"]),
    Field(
      nouns: ["branch", "patch", "merge", "commit", "diff", "thread"],
      phrases: [
        "Reviews a change by what it does, not by its lines",
        "A history that reads like a story, and is still true",
        "Splits one large change into several small ones",
        "Merges by structure, where lines would clash",
        "Release notes out of the commits that deserve to be in them",
        "Works on four branches at once without four copies",
        "Keeps large files beside a repository, and out of its history",
      ],
      topics: ["git", "code-review", "version-control", "changelog", "automation", "developer-tools"],
      languages: ["Rust", "Go", "TypeScript", "Ruby", "Perl", "Python"]),
    Field(
      nouns: ["loom", "forge", "kiln", "anvil", "mortar", "chisel"],
      phrases: [
        "Builds only what has changed, and can prove it",
        "The same binary from the same source, on any machine",
        "Packages for five distributions from one description",
        "Starts a project with the parts everybody adds later",
        "A build cache for a team, on an old computer in the corner",
        "Says in one sentence why a build has failed",
        "Lists what a program depends on, and what it could do without",
      ],
      topics: ["build-system", "packaging", "reproducible-builds", "nix", "cache", "tooling"],
      languages: ["Nix", "Go", "Rust", "Shell", "Python", "C++"]),
    Field(
      nouns: ["cipher", "vault", "seal", "latch", "warden", "keyring"],
      phrases: [
        "Passwords in a file that is yours",
        "Signs what you publish, and checks what you fetch",
        "Shares a secret among five people, of whom any three can open it",
        "Looks for keys in a repository before others do",
        "A firewall that explains itself",
        "Encrypted backups that are tested by restoring them",
        "Sign-in with one tap and nothing to remember",
      ],
      topics: ["security", "encryption", "privacy", "passwords", "backup", "authentication"],
      languages: ["Rust", "Go", "C", "Swift", "Java", "Zig"]),
    Field(
      nouns: ["kernel", "register", "spark", "relay", "probe", "bus"],
      phrases: [
        "Drivers for sensors that cost less than a coffee",
        "An operating system for one chip and one purpose",
        "Keeps time to a microsecond over an ordinary network",
        "Reads a circuit from a drawing of it",
        "A debugger for boards that have two pins to spare",
        "Turns an old router into something useful",
        "Emulates a home computer of 1984, faults and all",
      ],
      topics: ["embedded", "firmware", "hardware", "emulator", "real-time", "microcontroller"],
      languages: ["C", "C", "Rust", "Zig", "C++", "Python"]),
  ]

  private static let services = [
    Field(
      nouns: ["queue", "ferry", "beacon", "courier", "harbour", "signal"],
      phrases: [
        "A message queue that fits in one file",
        "Delivers each event once, and says so",
        "Moves data between two services that do not like each other",
        "A proxy whose configuration can be read in a minute",
        "Webhooks with a memory: what failed is sent again",
        "Live updates for pages that were never meant to have any",
        "Chat for small groups on a server of their own",
      ],
      topics: ["networking", "messaging", "websocket", "http", "self-hosted", "distributed-systems"],
      languages: ["Go", "Go", "Elixir", "Erlang", "Rust", "Java"]),
    Field(
      nouns: ["table", "index", "archive", "column", "store", "vessel"],
      phrases: [
        "A database for one program, in one file, for thirty years",
        "Asks a folder of spreadsheets questions in SQL",
        "Migrations that can be tried on a copy first",
        "Search for ten million documents on a small machine",
        "Follows a table and tells what has changed",
        "Keeps measurements by the second for years, in little room",
        "Explains why a query is slow, in words",
      ],
      topics: ["database", "sqlite", "search", "sql", "time-series", "storage"],
      languages: ["C++", "Rust", "Go", "Java", "Swift", "C"]),
    Field(
      nouns: ["cluster", "deck", "raft", "mast", "fleet", "buoy"],
      phrases: [
        "Runs containers on three old laptops as if they were a cloud",
        "Deploys with one command and goes back with another",
        "Shows what a cluster costs while it costs it",
        "Moves a service to another machine while people use it",
        "Wakes you only for what cannot wait until morning",
        "Certificates that renew themselves, and tell you about it",
        "A status page that is honest",
      ],
      topics: ["kubernetes", "containers", "devops", "monitoring", "infrastructure", "observability"],
      languages: ["Go", "Go", "TypeScript", "Python", "Shell", "Rust"]),
    Field(
      nouns: ["form", "route", "island", "sheet", "button", "thread"],
      phrases: [
        "A web framework that sends no script until it is needed",
        "Forms that say what is wrong while it can still be put right",
        "Accessible components without a look of their own",
        "Pages that are ready before the click",
        "State for web apps in two hundred lines",
        "A style sheet for documents that are mostly text",
        "Dates, times and calendars of the whole world in the browser",
      ],
      topics: ["web", "frontend", "react", "css", "accessibility", "components"],
      languages: ["TypeScript", "TypeScript", "JavaScript", "JavaScript", "Vue", "CSS"]),
    Field(
      nouns: ["matrix", "tensor", "sieve", "compass", "sample", "curve"],
      phrases: [
        "Trains small models on a computer without a graphics card",
        "Statistics that come with their own doubts",
        "Plots that are right before they are pretty, and then pretty",
        "Cleans a table and keeps a list of what it has done",
        "Recognises handwriting in letters of the last century",
        "Speech to text on the device, in forty languages",
        "Notebooks that run from top to bottom, always",
      ],
      topics: ["machine-learning", "data-science", "statistics", "visualization", "nlp", "notebooks"],
      languages: ["Python", "Python", "Python", "Jupyter Notebook", "R", "Julia"]),
    Field(
      nouns: ["atlas", "census", "lexicon", "gazette", "almanac", "catalogue"],
      phrases: [
        "A list of good talks about programming, with a line on each",
        "Public transport timetables as open data",
        "Everything one should know before writing a text editor",
        "Word lists of two hundred languages, checked by speakers",
        "Papers on interfaces, sorted by what came of them",
        "A course on operating systems, with exercises that bite",
        "Questions to ask before a project grows",
      ],
      topics: ["awesome-list", "open-data", "education", "documentation", "dataset", "reference"],
      languages: ["", "", "HTML", "Python", "", "JavaScript"]),
    Field(
      nouns: ["proof", "lemma", "lambda", "monoid", "sequence", "lattice"],
      phrases: [
        "Collections that share what they have in common",
        "Proofs that a program can follow",
        "Numbers as large or as exact as they have to be",
        "Effects, explained by using them",
        "Sorting, measured on data that people really have",
        "Random numbers that are the same next year",
        "Text in every script, taken apart and put together again",
      ],
      topics: [
        "algorithms", "data-structures", "functional-programming", "mathematics", "library", "unicode",
      ],
      languages: ["Haskell", "Scala", "OCaml", "Swift", "Clojure", "C++"]),
  ]

  /// A field of software.
  struct Field: Sendable {
    /// The second parts of names, after a word of ``flavours``.
    var nouns: [String]
    /// First sentences of descriptions, without the full stop.
    var phrases: [String]
    var topics: [String]
    /// The languages. One that is common in the field occurs more than once; "" is none.
    var languages: [String]
  }
}
