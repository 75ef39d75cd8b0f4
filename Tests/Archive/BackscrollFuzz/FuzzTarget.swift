import Foundation

/// A parser, and the laws that hold for it whatever it reads.
protocol FuzzTarget: Sendable {
  /// The name on the command line.
  var name: String { get }
  /// The largest number of bytes of an input that says more than a smaller one.
  var longest: Int { get }
  /// The folders and files with the sources of the parser, from the package's folder. The texts in them are the words
  /// of which the fuzzer composes inputs.
  var sources: [String] { get }

  /// Valid inputs, with which the fuzzer begins.
  func seeds() throws -> [[UInt8]]

  /// Reads an input. It must end with any result, or with an error that the parser declares.
  ///
  /// Throws the first broken law. A trap, memory without bound and a run without end are findings too, which the fuzzer
  /// notices by itself.
  func check(_ input: [UInt8]) throws(Finding)
}

/// A broken law.
struct Finding: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }

  /// Throws a finding unless the condition holds.
  static func unless(_ condition: Bool, _ law: @autoclosure () -> String) throws(Finding) {
    if !condition { throw Finding(law()) }
  }
}

/// All targets, by their names.
enum FuzzTargets {
  static let all: [any FuzzTarget] =
    ImportTarget.all + [
      MergeTarget(), ZipTarget(), HTMLTarget(), JSONTarget(), DateTarget(), QueryTarget(),
      DamagedArchiveTarget(),
    ]

  /// The package's folder, with the fixtures and the sources.
  static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  static func named(_ name: String) -> (any FuzzTarget)? { all.first { $0.name == name } }
}
