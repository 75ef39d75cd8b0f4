import Foundation
import Testing

@testable import StarredRepositories

@Suite("Reading a repository")
struct RepositoryDecodingTests {
  private func read(_ json: String) throws -> Repository {
    try JSONDecoder().decode(Repository.self, from: Data(json.utf8))
  }

  @Test("GitHub's record, in full")
  func gitHub() throws {
    let repository = try read(
      """
      {"id": 9007199254740993, "node_id": "x", "name": "rows", "full_name": "ada/rows", "private": false,
       "owner": {"login": "ada", "id": 1}, "html_url": "https://github.com/ada/rows",
       "description": "  Keeps rows\\nwhere they are. ", "fork": true, "archived": true, "stargazers_count": 1234,
       "language": "Swift", "topics": ["gtk", "swift"], "homepage": "rows.example/start",
       "license": {"key": "mit", "spdx_id": "MIT", "name": "MIT License"},
       "updated_at": "2024-05-06T07:08:09Z", "unknown": {"deep": [1, 2]}}
      """)
    #expect(
      repository
        == Repository(
          id: 9_007_199_254_740_993, owner: "ada", name: "rows", description: "Keeps rows where they are.",
          language: "Swift", stars: 1_234, topics: ["gtk", "swift"],
          url: URL(string: "https://github.com/ada/rows"),
          homepage: URL(string: "https://rows.example/start"), license: "MIT",
          updatedAt: Date(timeIntervalSince1970: 1_714_979_289), isFork: true, isArchived: true))
    #expect(repository.fullName == "ada/rows")
  }

  // A row with megabytes of text would block the window.
  @Test("Long texts and many topics are cut")
  func long() throws {
    let text = String(repeating: "word ", count: 100_000)
    let topics = (0..<10_000).map { "\"t\($0)\"" }.joined(separator: ",")
    let repository = try read(
      """
      {"id": 1, "name": "\(text)", "owner": {"login": "\(text)"}, "description": "\(text)", "language": "\(text)",
       "license": {"spdx_id": "\(text)"}, "topics": [\(topics)]}
      """)
    for text in [
      repository.name, repository.owner, repository.description, repository.language, repository.license,
    ] {
      #expect((1_900...2_000).contains(text?.utf8.count ?? 0))
    }
    #expect(repository.topics.count == 100)
  }

  @Test("Gitea's names for the same fields")
  func gitea() throws {
    let repository = try read(
      """
      {"id": 3, "name": "rows", "full_name": "ada/rows", "owner": {"login": "ada"}, "description": "",
       "language": "", "stars_count": 5, "website": "https://rows.example", "licenses": ["MIT"],
       "html_url": "http://git.example/ada/rows", "updated_at": "2024-05-06T09:08:09+02:00"}
      """)
    #expect(repository.stars == 5 && repository.license == "MIT")
    #expect(repository.description == nil && repository.language == nil)
    #expect(repository.homepage?.host == "rows.example" && repository.url?.host == "git.example")
    #expect(repository.updatedAt == Date(timeIntervalSince1970: 1_714_979_289))
  }

  @Test("Only the number and the names are required")
  func least() throws {
    #expect(try read(#"{"id": 1, "full_name": "a/b"}"#) == Repository(id: 1, owner: "a", name: "b"))
    #expect(
      try read(#"{"id": 1, "name": "b", "owner": {"login": "a"}}"#)
        == Repository(id: 1, owner: "a", name: "b"))
  }

  @Test("An optional field of a wrong type counts as missing")
  func wrongTypes() throws {
    let repository = try read(
      """
      {"id": 1, "name": "b", "full_name": 7, "owner": {"login": "a", "id": []}, "html_url": 5, "description": {},
       "fork": "yes", "archived": null, "stargazers_count": "many", "language": ["C"], "topics": ["x", 4, null, "y"],
       "homepage": false, "license": "MIT", "updated_at": "yesterday"}
      """)
    #expect(repository == Repository(id: 1, owner: "a", name: "b", topics: ["x", "y"]))
  }

  @Test(
    "A record without number or names is an error",
    arguments: [
      "{}", #"{"id": 1}"#, #"{"id": 1, "name": "b"}"#, #"{"id": "1", "full_name": "a/b"}"#,
      #"{"full_name": "a/b"}"#,
      #"{"id": 1, "full_name": "a"}"#, #"{"id": 1, "full_name": "a/"}"#,
      #"{"id": 1, "name": " ", "owner": {"login": "a"}}"#,
      "[]", "7",
    ])
  func unusable(json: String) {
    #expect(throws: DecodingError.self) { try read(json) }
  }

  @Test(
    "Only web addresses can be opened",
    arguments: [
      "javascript:alert(1)", "file:///etc/passwd", "data:text/html,x", "https://", "mailto:a@b.example", "::",
    ])
  func addresses(text: String) throws {
    let json = #"{"id": 1, "full_name": "a/b", "html_url": "\#(text)", "homepage": "\#(text)"}"#
    let repository = try read(json)
    #expect(repository.url == nil && repository.homepage == nil)
  }

  @Test("A licence that the server does not know is nil")
  func unknownLicense() throws {
    let json =
      #"{"id": 1, "full_name": "a/b", "license": {"key": "other", "name": "Other", "spdx_id": "NOASSERTION"}}"#
    #expect(try read(json).license == nil)
  }

  @Test("A negative number of stars is 0")
  func negativeStars() throws {
    #expect(try read(#"{"id": 1, "full_name": "a/b", "stargazers_count": -4}"#).stars == 0)
  }
}
