import CSoup

/// The reason why a request has no response.
public enum HTTPError: Error, Hashable, Sendable {
  /// The task was cancelled.
  case cancelled
  /// This computer is on no network.
  case offline
  /// The server's name has no address, or no name server responds.
  case nameNotFound
  /// The server's address accepts no connections, or has no route.
  case unreachable
  /// The response was not complete within the request's time limit, or the connection was silent for the client's idle
  /// limit. `after` is the limit that was exceeded.
  case timedOut(after: Duration)
  /// No TLS connection could be made, or the server's certificate is not trusted.
  case tls
  /// The connection closed before the response was complete, or the response is not HTTP.
  case interrupted
  /// There were too many redirects, or one that must not be followed.
  case redirected
  /// The body is longer than the request allows.
  case tooLarge
  /// The request's URL has no host, or a scheme other than `http` and `https`.
  case invalidURL
  /// Any other error of GLib, with its message for users.
  case system(domain: String, code: Int, message: String)
}

extension HTTPError {
  /// Takes over a GLib error of a connection with an idle limit, and frees it.
  init(consuming error: UnsafeMutablePointer<GError>, idleLimit: Duration) {
    defer { g_error_free(error) }
    let (domain, code) = (error.pointee.domain, error.pointee.code)
    let known: HTTPError? =
      switch domain {
      case g_resolver_error_quark(): Self.isOffline ? .offline : .nameNotFound
      case g_tls_error_quark(): Self.tls(GTlsError(UInt32(code)))
      case g_io_error_quark(): Self.io(GIOErrorEnum(UInt32(code)), idleLimit)
      case soup_session_error_quark(): Self.soup(SoupSessionError(UInt32(code)))
      default: nil
      }
    self =
      known
      ?? .system(
        domain: g_quark_to_string(domain).map { String(cString: $0) } ?? "", code: Int(code),
        message: String(cString: error.pointee.message))
  }

  private static func tls(_ code: GTlsError) -> HTTPError? {
    switch code {
    // The TLS module of GIO is not installed, and the message says so.
    case G_TLS_ERROR_UNAVAILABLE: nil
    case G_TLS_ERROR_EOF: .interrupted
    default: .tls
    }
  }

  private static func io(_ code: GIOErrorEnum, _ idleLimit: Duration) -> HTTPError? {
    switch code {
    case G_IO_ERROR_CANCELLED: .cancelled
    case G_IO_ERROR_TIMED_OUT: .timedOut(after: idleLimit)
    case G_IO_ERROR_HOST_NOT_FOUND: isOffline ? .offline : .nameNotFound
    case G_IO_ERROR_CONNECTION_REFUSED, G_IO_ERROR_HOST_UNREACHABLE, G_IO_ERROR_NETWORK_UNREACHABLE:
      isOffline ? .offline : .unreachable
    case G_IO_ERROR_PARTIAL_INPUT, G_IO_ERROR_CONNECTION_CLOSED, G_IO_ERROR_CLOSED, G_IO_ERROR_NOT_CONNECTED,
      G_IO_ERROR_INVALID_DATA:
      .interrupted
    default: nil
    }
  }

  private static func soup(_ code: SoupSessionError) -> HTTPError? {
    switch code {
    case SOUP_SESSION_ERROR_PARSING, SOUP_SESSION_ERROR_ENCODING: .interrupted
    default: nil
    }
  }

  /// Whether no network is up. Without a network, name look-ups and connections fail with the same errors as for a
  /// server that is down.
  private static var isOffline: Bool {
    g_network_monitor_get_network_available(g_network_monitor_get_default()) == 0
  }
}
