extension SampleField {
  /// What people use, look at and listen to.
  static let desktop: [SampleField] = [
    SampleField(
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
    SampleField(
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
    SampleField(
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
    SampleField(
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
    SampleField(
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
    SampleField(
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
}
