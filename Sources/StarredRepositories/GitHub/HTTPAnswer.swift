import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What a server has sent, whole.
struct HTTPAnswer: Sendable {
  var status: Int
  var body: Data
  private var headers: [String: String]

  init(status: Int, headers: [String: String] = [:], body: Data = Data()) {
    self.status = status
    self.headers = [:]
    self.body = body
    for (name, value) in headers { self.headers[name.lowercased()] = value }
  }

  init(_ response: HTTPURLResponse, body: Data) {
    var headers: [String: String] = [:]
    for (name, value) in response.allHeaderFields {
      if let name = name as? String, let value = value as? String { headers[name] = value }
    }
    self.init(status: response.statusCode, headers: headers, body: body)
  }

  /// A header field, by its name in any case.
  func header(_ name: String) -> String? {
    headers[name.lowercased()]?.trimmingCharacters(in: .whitespaces)
  }
}
