extension SampleField {
  /// What people build other things with.
  static let tools: [SampleField] = [
    SampleField(
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
    SampleField(
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
    SampleField(
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
    SampleField(
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
    SampleField(
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
    SampleField(
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
    SampleField(
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
}
