import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension FeedError {
  /// What an error of the network means for the person who waits.
  init(_ error: any Error, host: String, timeout: Duration) {
    switch error {
    case let error as FeedError: self = error
    case HTTPExchanges.Failure.tooLarge: self = .tooLarge(host: host)
    case HTTPExchanges.Failure.forbiddenRedirect: self = .redirected(host: host)
    case HTTPExchanges.Failure.notHTTP: self = .malformed(host: host)
    case HTTPExchanges.Failure.brokenOff: self = .interrupted(host: host)
    case let error as URLError: self.init(error, host: host, timeout: timeout)
    default: self = .other(host: host, reason: error.localizedDescription)
    }
  }

  private init(_ error: URLError, host: String, timeout: Duration) {
    switch error.code {
    case .notConnectedToInternet, .dataNotAllowed, .internationalRoamingOff: self = .offline
    case .cannotFindHost, .dnsLookupFailed:
      // A computer without a network cannot look up names either, and says no more than that.
      self = NetworkPresence.isOffline() ? .offline : .dns(host: host)
    case .cannotConnectToHost: self = NetworkPresence.isOffline() ? .offline : .unreachable(host: host)
    case .timedOut: self = .timeout(host: host, seconds: timeout.seconds)
    case .networkConnectionLost, .badServerResponse, .cannotParseResponse, .zeroByteResource,
      .cannotDecodeContentData, .cannotDecodeRawData:
      self = .interrupted(host: host)
    case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
      .clientCertificateRequired, .appTransportSecurityRequiresSecureConnection:
      self = .tls(host: host)
    case .httpTooManyRedirects, .redirectToNonExistentLocation: self = .redirected(host: host)
    default:
      // Foundation on Linux gives no code for the failures of TLS, only libcurl's words.
      let words = error.localizedDescription
      let isTLS = ["ssl", "tls", "certificate"].contains { words.lowercased().contains($0) }
      self = isTLS ? .tls(host: host) : .other(host: host, reason: words)
    }
  }
}
