import Foundation

/// The Swift compiler, up to type checking.
struct Compiler {
  /// Returns the compiler's messages about samples. Each line names the file with the sample, and the line there.
  static func complaints(about samples: [Sample]) throws -> [String] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "samples-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }

    var fragments = [
      Repository.root.appending(path: "Tests/Support/DocumentationTests/Context/Context.swift")
    ]
    var complaints: [String] = []
    for (number, sample) in samples.enumerated() {
      let place = folder.appending(path: "\(number)")
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
      switch sample.kind {
      case .fragment:
        let file = place.appending(path: "Fragment\(number).swift")
        try fragment(sample, number).write(to: file, atomically: true, encoding: .utf8)
        fragments.append(file)
      case .program, .manifest:
        let file = place.appending(path: "main.swift")
        try sample.located.write(to: file, atomically: true, encoding: .utf8)
        complaints += try check([file], isManifest: sample.kind == .manifest)
      }
    }
    return complaints + (try check(fragments))
  }

  /// The fragment inside a method of the context's widget, so that `self` and `await` are valid there; extensions are outside.
  private static func fragment(_ sample: Sample, _ number: Int) -> String {
    let imports = Repository.libraries.map { "import \($0)" }.joined(separator: "\n")
    if sample.code.contains(#/(?m)^(extension|protocol) /#) { return "\(imports)\n\(sample.located)" }
    return """
      \(imports)
      extension Context {
      func sample\(number)() async throws {
      \(sample.located)}
      }
      """
  }

  private static func check(_ files: [URL], isManifest: Bool = false) throws -> [String] {
    var arguments = ["swiftc", "-frontend", "-typecheck", "-module-name", "Samples", "-swift-version", "6"]
    arguments += [
      "-module-cache-path", Repository.modules.appending(path: "../ModuleCache").standardizedFileURL.path,
    ]
    arguments += isManifest ? try manifestFlags() : try libraryFlags()
    arguments += files.map(\.path)
    let (status, output) = try run(arguments)
    let errors = output.split(separator: "\n").map(String.init).filter { $0.contains(": error: ") }
    return errors.isEmpty && status != 0 ? [output] : errors
  }

  private static func libraryFlags() throws -> [String] {
    let sources = Repository.root.appending(path: "Sources/Support")
    let resources = Repository.modules.appending(path: "../CResources.build/module.modulemap")
      .standardizedFileURL
    var flags = ["-I", Repository.modules.path]
    for module in ["CGLib", "CGtk", "CGettext"] { flags += ["-I", sources.appending(path: module).path] }
    flags += ["-Xcc", "-fmodule-map-file=\(resources.path)"]
    let gtk = try run(["pkg-config", "--cflags", "gtk4"]).output
    for flag in gtk.split(whereSeparator: \.isWhitespace) { flags += ["-Xcc", String(flag)] }
    return flags
  }

  /// The flags for the module that manifests import, which belongs to the compiler.
  private static func manifestFlags() throws -> [String] {
    let info = try run(["swiftc", "-print-target-info"]).output
    guard let path = info.firstMatch(of: #/"runtimeResourcePath": "(.*)"/#)?.1 else { return [] }
    let library = URL(filePath: String(path)).appending(path: "pm/ManifestAPI").path
    return ["-I", library, "-package-description-version", "6.2.0"]
  }

  /// Runs a program of the path. Returns its exit status and its output on both streams.
  static func run(_ arguments: [String]) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, output)
  }
}
