// swift-tools-version: 6.2

import PackageDescription

// The rooms of the house. A room may use only the rooms below it; nothing below `Gtk` knows
// that GTK exists. The arrows are these dependencies, so the compiler keeps them.
let package = Package(
  name: "backscroll",
  products: [
    .library(name: "Backscroll", targets: ["Backscroll", "Gtk", "ScrollCore", "Paging"]),
    .library(name: "ScrollCore", targets: ["ScrollCore"]),
    .executable(name: "backscroll", targets: ["BackscrollApp"]),
    .executable(name: "backscroll-bench", targets: ["BackscrollBench"]),
  ],
  dependencies: [
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
  ],
  targets: [
    .systemLibrary(name: "CGLib", pkgConfig: "gio-2.0", providers: [.apt(["libglib2.0-dev"])]),
    .systemLibrary(name: "CGtk", pkgConfig: "gtk4", providers: [.apt(["libgtk-4-dev"])]),
    .target(name: "CResources"),
    // The person's language, by the C library's gettext. Below everything that has words.
    .systemLibrary(name: "CGettext"),
    .systemLibrary(name: "CArchive", pkgConfig: "libarchive", providers: [.apt(["libarchive-dev"])]),
    // SQLite itself, for statements that are executed millions of times; GRDB is for all others.
    .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
    // Zip files that are read in place.
    .target(name: "CompressedFiles", dependencies: ["CArchive"]),
    .target(name: "Translation", dependencies: ["CGettext"]),
    .target(name: "GLib", dependencies: ["CGLib"]),
    .target(name: "Gtk", dependencies: ["GLib", "CGtk"]),
    .systemLibrary(name: "CSoup", pkgConfig: "libsoup-3.0", providers: [.apt(["libsoup-3.0-dev"])]),
    .target(name: "HTTP", dependencies: ["GLib", "CSoup"]),
    // Hashes and pseudo-random numbers that are the same everywhere, for generated content and for tests.
    .target(name: "SeededRandom"),
    .target(name: "ScrollCore"),
    .target(name: "Paging", dependencies: ["ScrollCore"]),
    .target(
      name: "ChatArchive",
      dependencies: [
        "CSQLite", "CompressedFiles", "SeededRandom", "Translation",
        .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    .target(
      name: "StarredRepositories",
      dependencies: ["HTTP", "SeededRandom", "Translation", .product(name: "GRDB", package: "GRDB.swift")]),
    .target(
      name: "Backscroll", dependencies: ["Gtk", "ScrollCore", "Paging", "CResources", "Translation"]),
    .executableTarget(
      name: "BackscrollApp",
      dependencies: [
        "Backscroll", "Gtk", "ScrollCore", "Paging", "ChatArchive", "StarredRepositories", "SeededRandom",
        "CResources", "Translation",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ]),
    .executableTarget(
      name: "BackscrollBench",
      dependencies: [
        "Backscroll", "Gtk", "ScrollCore", "ChatArchive",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    // Writes the zip files of tests, the damaged ones too.
    .target(name: "ZipWriter", path: "Tests/ZipWriter"),
    // What tests of words share: the sources' messages, and catalogues made of them.
    .target(name: "MessageCatalogues", path: "Tests/MessageCatalogues"),
    .testTarget(name: "TranslationTests", dependencies: ["Translation", "MessageCatalogues"]),
    .testTarget(name: "ScrollCoreTests", dependencies: ["ScrollCore", "SeededRandom"]),
    .testTarget(name: "PagingTests", dependencies: ["Paging", "ScrollCore", "SeededRandom"]),
    .testTarget(
      name: "ChatArchiveTests",
      dependencies: [
        "ChatArchive", "CompressedFiles", "SeededRandom", "ZipWriter",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      resources: [.copy("Fixtures")]),
    // What tests of stars share: a server on loopback that speaks GitHub's API.
    .target(
      name: "GitHubServer", dependencies: ["HTTP", "StarredRepositories"], path: "Tests/GitHubServer",
      resources: [.copy("Fixtures")]),
    .testTarget(name: "HTTPTests", dependencies: ["HTTP", "GitHubServer"]),
    .testTarget(
      name: "StarredRepositoriesTests",
      dependencies: [
        "StarredRepositories", "HTTP", "GitHubServer", .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    // A file manager's stand-in, from which tests drag files.
    .executableTarget(name: "DragSource", dependencies: ["Gtk"], path: "Tests/DragSource"),
    // The real program as a process, whatever screen it is on, with archives for it.
    .target(
      name: "AppTestSupport",
      dependencies: ["ChatArchive", .product(name: "GRDB", package: "GRDB.swift")],
      path: "Tests/AppTestSupport"),
    // The real program on an X server of its own, driven by a mouse and keyboard.
    .testTarget(
      name: "AppTests",
      dependencies: [
        "AppTestSupport", "BackscrollApp", "ChatArchive", "DragSource", "GitHubServer", "MessageCatalogues",
        "SeededRandom", .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    // The real program on a Wayland compositor of its own, driven by touch, a touchpad, a mouse and keyboard.
    .testTarget(
      name: "WaylandTests", dependencies: ["AppTestSupport", "BackscrollApp", "ChatArchive", "CGLib"]),
    // What tests of widgets share: the main thread, the loop, counts of what is left, pictures of failures.
    .target(name: "GtkTestSupport", dependencies: ["Gtk", "CGtk"], path: "Tests/GtkTestSupport"),
    .testTarget(name: "GLibTests", dependencies: ["GLib"]),
    .testTarget(name: "GtkTests", dependencies: ["Gtk", "GtkTestSupport"]),
    .testTarget(
      name: "BackscrollTests", dependencies: ["Backscroll", "Gtk", "GtkTestSupport", "SeededRandom"]),
    // Compiles what the documentation shows with the libraries built beside it; it links none of them.
    .testTarget(name: "DocumentationTests", dependencies: ["Backscroll"], exclude: ["Context"]),
    .testTarget(name: "BackscrollBenchTests", dependencies: ["BackscrollBench", "ChatArchive"]),
    .testTarget(
      name: "BackscrollAppTests",
      dependencies: [
        "AppTestSupport", "BackscrollApp", "Gtk", "GtkTestSupport", "ChatArchive", "Backscroll", "ScrollCore",
        "SeededRandom", "StarredRepositories", "GitHubServer", "MessageCatalogues", "Translation",
        "ZipWriter",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
  ],
  swiftLanguageModes: [.v6],
  cLanguageStandard: .c2x  // `#embed`, with which CResources compiles files in
)
