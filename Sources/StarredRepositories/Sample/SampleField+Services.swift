extension SampleField {
  /// What runs elsewhere, and what counts and learns.
  static let services: [SampleField] = [
    SampleField(
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
    SampleField(
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
    SampleField(
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
    SampleField(
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
    SampleField(
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
    SampleField(
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
    SampleField(
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
}
