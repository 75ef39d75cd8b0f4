// swift-tools-version: 6.2

import PackageDescription

// Programs that use the library, each in one file. `swift run messages` opens the first one.
let library: [Target.Dependency] = [.product(name: "Backscroll", package: "backscroll")]

let package = Package(
  name: "backscroll-examples",
  dependencies: [.package(name: "backscroll", path: "..", traits: [])],
  targets: [
    .executableTarget(name: "messages", dependencies: library),
    .executableTarget(name: "slow-chat", dependencies: library),
    .executableTarget(name: "sections", dependencies: library),
    .executableTarget(name: "rail", dependencies: library),
    .executableTarget(name: "refresh", dependencies: library),
    .executableTarget(name: "feed", dependencies: library),
    .executableTarget(name: "photos", dependencies: library),
    .executableTarget(name: "picker", dependencies: library),
    .executableTarget(name: "other-widgets", dependencies: library + ["CGtk4"]),
    .executableTarget(name: "gtk-model", dependencies: library + ["CGtk4"]),
    // A list as a GtkWidget, and a program in C that shows it.
    .target(name: "ListForC", dependencies: library),
    .executableTarget(name: "messages-in-c", dependencies: ["ListForC", "CGtk4"]),
    .systemLibrary(name: "CGtk4", pkgConfig: "gtk4"),
  ],
  swiftLanguageModes: [.v6]
)
