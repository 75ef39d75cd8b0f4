import Foundation
import Testing

/// The samples in the documentation must work when they are pasted.
@Suite("Samples of the documentation")
struct SampleTests {
  @Test("Every sample compiles")
  func everySampleCompiles() throws {
    let samples = try Repository.samples()
    #expect(samples.count { $0.kind == .program } > 4, "the programs were not found")
    #expect(samples.contains { $0.file.hasSuffix(".swift") }, "the doc comments' samples were not found")
    for complaint in try Compiler.complaints(about: samples) { Issue.record("\(complaint)") }
  }

  @Test("A broken sample is named by its file and line")
  func brokenFragment() throws {
    let text = """
      Words.

      ```swift
      let list = ListStore<Message>()
      list.prependAll([])
      ```

      ```sh
      not Swift
      ```
      """
    let samples = Sample.inMarkdown(text, file: "docs/some.md")
    #expect(samples.map(\.line) == [4])
    let complaints = try Compiler.complaints(about: samples)
    #expect(complaints.count == 1)
    #expect(complaints.first?.contains("docs/some.md:5:6: error: ") == true, "\(complaints)")
  }

  @Test("So is one of a doc comment")
  func brokenComment() throws {
    let text = """
      /// A list.
      ///
      ///     let list = ListStore<Message>()
      ///
      ///     list.prependAll([])
      ///
      /// - Parameter one: a line,
      ///     which goes on here.
      struct S {}
      """
    let samples = Sample.inComments(text, file: "Some.swift")
    #expect(samples.map(\.line) == [3])
    #expect(try Compiler.complaints(about: samples).first?.contains("Some.swift:5:6: error: ") == true)
  }

  @Test("So are whole programs and manifests")
  func brokenFile() throws {
    let program = Sample(file: "a.md", line: 7, code: "import Gtk\nApplication.fly()")
    let manifest = Sample(
      file: "b.md", line: 3,
      code: "// swift-tools-version: 6.2\nimport PackageDescription\nlet package = Package(nom: \"a\")")
    let complaints = try Compiler.complaints(about: [program, manifest])
    #expect(complaints.contains { $0.contains("a.md:8:13: error: ") }, "\(complaints)")
    #expect(complaints.contains { $0.contains("b.md:5:") }, "\(complaints)")
  }
}
