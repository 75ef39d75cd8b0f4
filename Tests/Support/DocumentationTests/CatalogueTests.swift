import Foundation
import Testing

/// DocC's check of the libraries' documentation.
@Suite("Catalogues")
struct CatalogueTests {
  static let hasDocC = (try? Compiler.run(["docc", "--help"]).status) == 0

  @Test("They build without a warning", .enabled(if: hasDocC, "The toolchain has no docc"))
  func warnings() throws {
    let out = FileManager.default.temporaryDirectory.appending(path: "docc-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: out) }
    let script = Repository.root.appending(path: "docs/build.sh").path
    let (status, output) = try Compiler.run([script, Repository.modules.path, out.path])
    #expect(status == 0, "\(output)")
    for library in Repository.libraries {
      let page = out.appending(path: "\(library).doccarchive/data/documentation/\(library.lowercased()).json")
      #expect(FileManager.default.fileExists(atPath: page.path))
    }
  }
}
