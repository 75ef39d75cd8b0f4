// swift-tools-version: 6.2

import PackageDescription

// The map of the package: three wings, the shared Support, and Benchmark, each a folder of Sources with a folder for
// each target. The dependencies below are the only ones. A target may use only targets below it, and the library's
// targets use none of the other wings.

/// The packages that everything except the library needs. A package that uses the library without the trait "App"
/// resolves and builds none of them.
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["App"]))
let argumentParser = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["App"]))
let logging = Target.Dependency.product(
  name: "Logging", package: "swift-log", condition: .when(traits: ["App"]))

extension Target {
  /// A target in a wing of Sources.
  static func room(_ wing: String, _ name: String, _ dependencies: [Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, path: "Sources/\(wing)/\(name)")
  }

  /// A C library as a module.
  static func c(_ name: String, pkgConfig: String? = nil, apt: String? = nil) -> Target {
    .systemLibrary(
      name: name, path: "Sources/Support/\(name)", pkgConfig: pkgConfig, providers: apt.map { [.apt([$0])] })
  }

  /// A target of tests in a wing of Tests.
  static func tests(
    _ wing: String, _ name: String, _ dependencies: [Dependency], exclude: [String] = [],
    resources: [Resource]? = nil
  ) -> Target {
    .testTarget(
      name: name, dependencies: dependencies, path: "Tests/\(wing)/\(name)", exclude: exclude,
      resources: resources)
  }

  /// A target that tests share.
  static func support(
    _ wing: String, _ name: String, _ dependencies: [Dependency] = [], resources: [Resource]? = nil
  ) -> Target {
    .target(name: name, dependencies: dependencies, path: "Tests/\(wing)/\(name)", resources: resources)
  }
}

/// The widgets, and the modules below them. Knows no chat.
let library: [Target] = [
  // The product: AnchoredList, ScrollRail, RefreshOverlay, DragScroll, PagedFeed, Carousel, OptionPicker.
  .room("Library", "Backscroll", ["Gtk", "ScrollCore", "Paging", "CResources", "Translation"]),
  // The wrapper over GTK 4: widgets, events, drawing, text, accessibility.
  .room("Library", "Gtk", ["GLib", "CGtk"]),
  // Objects, signals, the main loop, async on it: the parts that need no display.
  .room("Library", "GLib", ["CGLib"]),
  // Pages, cursors, load states, the pager; nothing about scrolling.
  .room("Library", "Paging", ["ScrollCore"]),
  // Every scrolling decision, as values and pure functions.
  .room("Library", "ScrollCore"),
]

/// Chats as data. Knows no GTK.
let archive: [Target] = [
  // HTML, JSON and text out of an archive.
  .room(
    "Archive", "ChatExport",
    ["ChatStore", "ChatFiles", "Chats", "FilePaths", "SeededRandom", "Translation"]),
  // The numbers of a chat and of all chats.
  .room("Archive", "ChatStatistics", ["ChatStore", "Chats"]),
  // The engine of imports, and a folder for each family of exports.
  .room(
    "Archive", "ChatFormats",
    ["ChatFiles", "Chats", "CompressedFiles", "CResources", "FilePaths", "SeededRandom", "Translation"]),
  // The made-up conversation.
  .room("Archive", "SampleChat", ["ChatStore", "Chats", "SeededRandom"]),
  // An archive in SQLite: its file, writing, merging, reading, editing, search.
  .room("Archive", "ChatStore", ["Chats", "CSQLite", "SeededRandom", "Translation", grdb]),
  // The files of attachments: read where they are, also in zip files, and copied beside an archive.
  .room("Archive", "ChatFiles", ["Chats", "CompressedFiles", "FilePaths", "SeededRandom", "Translation"]),
  // The model: message, person, chat, attachment, import, and the destination of imports. Nothing here stores or
  // parses.
  .room("Archive", "Chats", ["FilePaths", "Translation"]),
  // Zip files that are read in place.
  .room("Archive", "CompressedFiles", ["CArchive", "FilePaths"]),
]

/// The program. The chat's targets and the showcase do not use each other.
let app: [Target] = [
  // Composes the window, its tabs, its actions and the commands.
  .executableTarget(
    name: "BackscrollApp",
    dependencies: [
      "Reader", "Finding", "Media", "Statistics", "Importing", "Watching", "MessageRow", "Showcase",
      "Commands",
      "Controls",
      "ArchiveWords", "AppBase", "Backscroll", "Gtk", "ChatFormats", "ChatStore", "Chats", "FilePaths",
      "Translation", argumentParser, logging,
    ], path: "Sources/App/BackscrollApp"),
  // All commands except `open`, with their output and questions.
  .room(
    "App", "Commands",
    [
      "Printing", "Watching", "ArchiveWords", "AppBase", "ChatExport", "ChatFormats", "ChatStatistics",
      "ChatStore",
      "Chats", "FilePaths", "SampleChat", "GLib", "Translation", argumentParser,
    ]),
  // Lab, Feed, Carousel, Picker.
  .room(
    "App", "Showcase",
    [
      "Controls", "AppBase", "SampleChat", "StarredRepositories", "Backscroll", "Gtk", "ScrollCore",
      "Paging",
      "SeededRandom", "Translation",
    ]),
  // The chat's page, the sidebar, the composer, the dialog of an export.
  .room(
    "App", "Reader",
    [
      "Finding", "Importing", "Printing", "Watching", "MessageRow", "Controls", "ArchiveWords", "AppBase",
      "ChatExport", "ChatStore", "Chats", "SampleChat", "Backscroll", "Gtk", "ScrollCore", "Paging",
      "Translation",
    ]),
  // Search, its results, and dates.
  .room(
    "App", "Finding",
    [
      "MessageRow", "Controls", "ArchiveWords", "AppBase", "ChatExport", "ChatStore", "Chats", "Backscroll",
      "Gtk", "Paging", "Translation",
    ]),
  // The viewer, and the page of a chat's media.
  .room(
    "App", "Media",
    [
      "MessageRow", "Controls", "AppBase", "ChatFiles", "ChatStore", "Chats", "Backscroll",
      "Gtk", "ScrollCore",
      "Translation",
    ]),
  // When, who, and with which words: the numbers of chats as charts.
  .room(
    "App", "Statistics",
    [
      "Finding", "Controls", "ArchiveWords", "AppBase", "ChatExport", "ChatStatistics", "ChatStore",
      "Chats", "Gtk", "Translation",
    ]),
  // A chat on paper: its messages on pages, as PDF.
  .room(
    "App", "Printing",
    [
      "MessageRow", "Controls", "ArchiveWords", "AppBase", "ChatExport", "ChatStore", "Chats", "Gtk",
      "Translation",
    ]),
  // The page before an import, its run, and its report.
  .room(
    "App", "Importing",
    [
      "Watching", "MessageRow", "Controls", "ArchiveWords", "AppBase", "ChatFormats", "ChatStore", "Chats",
      "Gtk",
      "Translation",
    ]),
  // Folders that are kept up to date: when they are looked at and read, and the texts about that. No widgets.
  .room(
    "App", "Watching",
    [
      "ArchiveWords", "AppBase", "ChatFormats", "ChatStore", "Chats", "FilePaths", "GLib", "SeededRandom",
      "Translation",
    ]),
  // Draws a message.
  .room(
    "App", "MessageRow",
    [
      "Controls", "ArchiveWords", "AppBase", "ChatFiles", "Chats", "Backscroll", "Gtk", "ScrollCore",
      "SeededRandom",
      "Translation",
    ]),
  // Every widget of the program that knows no chat.
  .room("App", "Controls", ["AppBase", "Backscroll", "Gtk", "ScrollCore", "CResources", "Translation"]),
  // The texts of the window and the commands about archives: forms and sentences, without widgets.
  .room(
    "App", "ArchiveWords",
    ["AppBase", "ChatExport", "ChatFormats", "ChatStatistics", "ChatStore", "Chats", "Translation"]),
  // Texts, log, settings, folders, and the values that several targets use: tab, color scheme, order of chats, archive
  // source.
  .room("App", "AppBase", ["GLib", "SeededRandom", "Translation", logging]),
  // The sources of the feed: the sample, GitHub.
  .room("App", "StarredRepositories", ["HTTP", "SeededRandom", "Translation", grdb]),
  // Requests: libsoup 3 behind one async function.
  .room("App", "HTTP", ["GLib", "CSoup"]),
]

/// C modules, and the modules that all wings may use.
let support: [Target] = [
  // Translated texts, and the locale of dates and numbers.
  .room("Support", "Translation", ["CGettext"]),
  // Hashes and pseudo-random numbers that are the same everywhere.
  .room("Support", "SeededRandom"),
  // Paths as texts, also those that are not UTF-8.
  .room("Support", "FilePaths"),
  // Files from Resources that are compiled in: style sheets, icons, words.
  .room("Support", "CResources"),
  .c("CGLib", pkgConfig: "gio-2.0", apt: "libglib2.0-dev"),
  .c("CGtk", pkgConfig: "gtk4", apt: "libgtk-4-dev"),
  .c("CSoup", pkgConfig: "libsoup-3.0", apt: "libsoup-3.0-dev"),
  .c("CArchive", pkgConfig: "libarchive", apt: "libarchive-dev"),
  // SQLite itself, for statements that are executed millions of times. All others use GRDB.
  .c("CSQLite", apt: "libsqlite3-dev"),
  .c("CGettext"),
]

/// Compares the widgets with the stock ones, and the importers with Python.
let benchmark: [Target] = [
  .executableTarget(
    name: "BackscrollBench",
    dependencies: [
      "Backscroll", "Gtk", "ScrollCore", "ChatFormats", "ChatStore", "Chats", "ExportWriters", "SampleChat",
      argumentParser, grdb,
    ],
    path: "Sources/Benchmark"),
  .testTarget(
    name: "BackscrollBenchTests", dependencies: ["BackscrollBench", "ChatFormats", "ChatStore"],
    path: "Tests/Benchmark"),
]

/// The tests, in the same wings.
let tests: [Target] = [
  .tests("Library", "BackscrollTests", ["Backscroll", "Gtk", "GtkTestSupport", "SeededRandom"]),
  .tests("Library", "GtkTests", ["Gtk", "GtkTestSupport"]),
  .tests("Library", "GLibTests", ["GLib"]),
  .tests("Library", "PagingTests", ["Paging", "ScrollCore", "SeededRandom"]),
  .tests("Library", "ScrollCoreTests", ["ScrollCore", "SeededRandom"]),
  // The main thread, the loop, leak counts, pictures of failures.
  .support("Library", "GtkTestSupport", ["Gtk", "CGtk"]),

  .tests(
    "Archive", "ChatArchiveTests",
    [
      "Chats", "ChatStatistics", "ChatStore", "ChatFiles", "ChatFormats", "ChatExport", "SampleChat",
      "CompressedFiles",
      "BackscrollFuzz", "CSQLite", "ExportWriters", "FilePaths", "SeededRandom", "ZipWriter", grdb,
    ],
    resources: [.copy("Fixtures")]),
  // Tries the parsers with inputs that a fuzzer makes, and checks the laws that hold for any input.
  .executableTarget(
    name: "BackscrollFuzz",
    dependencies: [
      "ChatFormats", "ChatStatistics", "ChatStore", "Chats", "CompressedFiles", "ExportWriters", "ZipWriter",
    ], path: "Tests/Archive/BackscrollFuzz", exclude: ["Kept"]),
  // Writes the zip files of tests, also damaged ones.
  .support("Archive", "ZipWriter"),
  // Writes exports of random chats in all formats.
  .support("Archive", "ExportWriters", ["ChatFormats", "Chats", "SeededRandom"]),

  // The app's windows, in the process of the tests.
  .tests(
    "App", "BackscrollAppTests",
    [
      "AppBase", "ArchiveWords", "Controls", "MessageRow", "Finding", "Media", "Statistics", "Importing",
      "Printing", "Watching", "Reader", "Showcase", "Commands", "AppTestSupport", "BackscrollApp", "Gtk",
      "GtkTestSupport", "ChatExport",
      "ChatFormats", "ChatFiles", "ChatStore", "Chats", "SampleChat",
      "Backscroll", "ScrollCore",
      "SeededRandom", "StarredRepositories", "GitHubServer", "MessageCatalogues", "TestFolders",
      "Translation", "ZipWriter", argumentParser,
    ]),
  // The real program on an X server of its own, driven by a mouse and keyboard.
  .tests(
    "App", "AppTests",
    [
      "AppBase", "AppTestSupport", "BackscrollApp", "ChatStore", "Chats", "DragSource", "GitHubServer", "Gtk",
      "MessageCatalogues",
      "SeededRandom", grdb,
    ]),
  // The real program on a Wayland compositor of its own, driven by touch, a touchpad, a mouse and keyboard.
  .tests("App", "WaylandTests", ["AppBase", "AppTestSupport", "BackscrollApp", "Chats", "CGLib"]),
  .tests("App", "StarredRepositoriesTests", ["StarredRepositories", "HTTP", "GitHubServer", grdb]),
  .tests("App", "HTTPTests", ["HTTP", "GitHubServer"]),
  // The real program as a process, on any display, with archives for it.
  .support("App", "AppTestSupport", ["ChatStore", "Chats", "SampleChat", grdb]),
  // A server on loopback that speaks GitHub's API.
  .support("App", "GitHubServer", ["HTTP", "StarredRepositories"], resources: [.copy("Fixtures")]),
  // A program in place of a file manager, from which tests drag files.
  .executableTarget(name: "DragSource", dependencies: ["Gtk"], path: "Tests/App/DragSource"),

  .tests("Support", "TranslationTests", ["Translation", "MessageCatalogues"]),
  // Compiles the samples in the documentation with the built libraries, without linking them.
  .tests("Support", "DocumentationTests", ["Backscroll"], exclude: ["Context"]),
  // Gives the tests, which are one program, separate settings, data and caches.
  .support("Support", "TestFolders"),
  // The messages in the sources, and catalogues for tests.
  .support("Support", "MessageCatalogues"),
]

let package = Package(
  name: "backscroll",
  products: [
    .library(name: "Backscroll", targets: ["Backscroll", "Gtk", "ScrollCore", "Paging"]),
    .library(name: "ScrollCore", targets: ["ScrollCore"]),
    .executable(name: "backscroll", targets: ["BackscrollApp"]),
    .executable(name: "backscroll-bench", targets: ["BackscrollBench"]),
    .executable(name: "backscroll-fuzz", targets: ["BackscrollFuzz"]),
  ],
  traits: [
    .trait(
      name: "App", description: "The program and the archives; without it, the library has no dependencies."),
    .default(enabledTraits: ["App"]),
  ],
  dependencies: [
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
  ],
  targets: library + archive + app + support + benchmark + tests,
  swiftLanguageModes: [.v6],
  cLanguageStandard: .c2x  // `#embed`, with which CResources compiles files in
)
