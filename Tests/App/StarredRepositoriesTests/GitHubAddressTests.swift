import Foundation
import GitHubServer
import Testing

@testable import StarredRepositories

@Suite("Addresses, names and tokens")
struct GitHubAddressTests {
  @Test(
    "Bases of APIs",
    arguments: [
      ("https://api.github.com", "https://api.github.com", "api.github.com"),
      (" https://API.GitHub.com/ ", "https://api.github.com", "api.github.com"),
      ("HTTPS://git.example.com/api/v3//", "https://git.example.com/api/v3", "git.example.com"),
      ("http://127.0.0.1:8080/x", "http://127.0.0.1:8080/x", "127.0.0.1:8080"),
      ("https://git.example.com:443", "https://git.example.com:443", "git.example.com"),
    ])
  func bases(text: String, url: String, host: String) throws {
    let base = try APIBase(text)
    #expect(base.url.absoluteString == url && base.host == host)
  }

  @Test(
    "Texts that are not bases of an API",
    arguments: [
      "", "api.github.com", "ftp://api.github.com", "file:///etc", "https://", "https://a.example?x=1",
      "https://a.example#x", "https://me:pw@a.example", "https:///path", "javascript:alert(1)", "http:// a",
    ])
  func notBases(text: String) {
    #expect(throws: FeedError.invalidAPIBase(text)) { try APIBase(text) }
  }

  @Test(
    "Names of users",
    arguments: [("ada", "ada"), (" @Ada-Lovelace ", "Ada-Lovelace"), ("a_b.c", "a_b.c"), ("7", "7")])
  func names(text: String, name: String) throws {
    #expect(try Stargazer(name: text) == .user(name))
  }

  @Test(
    "Texts that are not names of users",
    arguments: [
      "", " ", "@", ".", "..", "a/b", "../user", "a b", "é", "a?b", "a%2Fb", "a\nb",
      String(repeating: "a", count: 101),
    ])
  func notNames(text: String) {
    #expect(throws: FeedError.self) { try Stargazer(name: text) }
  }

  @Test("A name cannot leave its place in the address")
  func encoding() {
    let address = APIBase.gitHub.address(of: .user("../a b?c#d/é"), page: 2, size: 30)
    #expect(
      address?.absoluteString
        == "https://api.github.com/users/..%2Fa%20b%3Fc%23d%2F%C3%A9/starred?per_page=30&page=2")
  }

  @Test("A token is read from the environment, and is in no description")
  func token() throws {
    let token = try #require(AccessToken(environment: ["GITHUB_TOKEN": " ghp_secret\n"], for: .gitHub))
    #expect(token.secret == "ghp_secret")
    // GitHub's token is not sent to another server.
    let other = try APIBase("https://git.example.com/api/v3")
    #expect(AccessToken(environment: ["GITHUB_TOKEN": "x"], for: other) == nil)
    #expect(AccessToken(environment: ["GITHUB_ENTERPRISE_TOKEN": "y"], for: other)?.secret == "y")
    #expect(AccessToken(environment: ["GITHUB_ENTERPRISE_TOKEN": "y"], for: .gitHub) == nil)
    var dumped = ""
    dump(token, to: &dumped)
    let source = try GitHubSource(stargazer: .tokenOwner, token: token)
    dump(source, to: &dumped)
    for text in ["\(token)", String(reflecting: token), dumped, "\(source)"] {
      #expect(!text.contains("secret"))
    }
  }

  @Test("Texts that are not tokens", arguments: [nil, "", "  ", "a b", "a\r\nX-Evil: 1", "ä"])
  func notToken(text: String?) {
    #expect(AccessToken(text) == nil)
  }

  @Test("A token is sent unencrypted only on this computer")
  func tokenNeedsTLS() throws {
    let token = try #require(AccessToken("x"))
    let open = try APIBase("http://git.example.com")
    #expect(throws: FeedError.tokenNeedsTLS(host: "git.example.com")) {
      try GitHubSource(base: open, stargazer: .user("ada"), token: token)
    }
    for base in ["http://localhost:3000", "http://127.0.0.1", "https://git.example.com"] {
      #expect(throws: Never.self) {
        try GitHubSource(base: APIBase(base), stargazer: .user("ada"), token: token)
      }
    }
    // A name that only begins like a loopback address is another server.
    let lookalike = try APIBase("http://127.0.0.1.evil.example")
    #expect(throws: FeedError.self) {
      try GitHubSource(base: lookalike, stargazer: .user("ada"), token: token)
    }
  }
}

@Suite("The Link field")
struct LinkHeaderTests {
  @Test(
    "Finds the next page",
    arguments: [
      #"<https://x.example/?page=2>; rel="next", <https://x.example/?page=9>; rel="last""#,
      #"<https://x.example/?page=9>; rel="last",<https://x.example/?page=2>; rel="next""#,
      "<https://x.example/?page=2>;rel=next",
      "<https://x.example/?page=2> ; REL = \"NEXT\"",
      #"<https://x.example/?page=1>; rel="prev first", <https://x.example/?page=2>; rel="last next""#,
      #"<https://x.example/?page=2>; title="a, b; rel=\"last\" <c>"; rel="next""#,
      #"<https://x.example/?page=2>; title=plain; rel=next; rel=last"#,
      #"garbage, <https://x.example/?page=2>; flag; rel="next""#,
      #", ,<https://x.example/?page=2>; rel="next";"#,
    ])
  func next(field: String) {
    #expect(LinkHeader(field).target(of: "next") == "https://x.example/?page=2")
  }

  @Test("A comma or semicolon in an address belongs to it")
  func punctuation() {
    #expect(
      LinkHeader(#"<https://x.example/a,b;c?rel=next>; rel=next"#).target(of: "next")
        == "https://x.example/a,b;c?rel=next")
  }

  @Test(
    "Finds none where there is none",
    arguments: [
      "", "<", "<>", "<a", "next", #"<a>; rel="prev""#, #"<a>; title="rel=next""#, "<a>, rel=next",
      #"<a>; rel="prev"; rel="next""#,
    ])
  func none(field: String) {
    #expect(LinkHeader(field).target(of: "next") == nil)
  }
}
