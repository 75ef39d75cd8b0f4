import Foundation

/// The inputs that broke a law once, in the folder `Kept/TARGET`. The fuzzer begins with them too.
enum KeptInputs {
  struct Input {
    let target: String
    let file: URL
    let bytes: [UInt8]
  }

  static var all: [Input] {
    get throws {
      let folder = FuzzTargets.package.appendingPathComponent("Tests/Archive/BackscrollFuzz/Kept")
      return try names(in: folder).flatMap { target in
        let place = folder.appendingPathComponent(target)
        return try names(in: place).map { name in
          let file = place.appendingPathComponent(name)
          return Input(target: target, file: file, bytes: Array(try Data(contentsOf: file)))
        }
      }
    }
  }

  private static func names(in folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { !$0.hasPrefix(".") }.sorted()
  }
}
