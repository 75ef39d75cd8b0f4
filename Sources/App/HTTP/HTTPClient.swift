import CSoup
import Foundation
import GLib

/// Sends HTTP requests and returns whole responses.
///
///     let client = HTTPClient(userAgent: "Example")
///     let response = try await client.response(for: HTTPRequest(url))
///
/// Requests use libsoup: proxies and trusted certificates are those of the desktop, connections stay open for the next
/// request, and compressed bodies are decompressed. Neither cookies nor responses are kept between requests. libsoup
/// binds a session to the main context of one thread; all clients of a process share a thread that sleeps while
/// requests wait, so the caller needs no main loop.
public actor HTTPClient {
  private static let thread = LoopThread(name: "http")
  private let userAgent: String
  private let idleLimit: Duration
  private var session: UnsafeMutablePointer<SoupSession>?

  /// The bytes that are read at once.
  private static let chunk = 65_536
  /// The most bytes of an error's body: enough for a sentence in any form.
  private static let remarkLimit = 65_536
  /// The part of a request's time limit for such a body after its header fields. Servers send both together.
  private static let remarkShare = 0.1

  /// - Parameter idleLimit: The longest silence of a connection during a request, in whole seconds.
  public init(userAgent: String, idleLimit: Duration = .seconds(60)) {
    self.userAgent = userAgent
    self.idleLimit = idleLimit
  }

  isolated deinit {
    if let session { g_object_unref(session) }
  }

  /// Runs the actor on the thread of the libsoup sessions.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { Self.thread.asUnownedSerialExecutor() }

  /// Sends a request, follows redirects and reads the body.
  ///
  /// A redirect to another origin carries neither `Authorization` nor `Cookie`. Cancelling the task, or exceeding a
  /// limit, closes the connection. The body of an error (status 400 or more) is cut off if it is too long, breaks off
  /// or takes longer than a tenth of the time limit, because the status contains most of the information.
  public func response(for request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
    let cancellation = Cancellation(on: Self.thread)
    let timer = Self.thread.timer(after: request.timeLimit) { cancellation.cancelNow() }
    defer { timer.cancel() }
    let result: Result<HTTPResponse, HTTPError> = await withTaskCancellationHandler {
      do throws(HTTPError) {
        return .success(try await follow(request, cancellation))
      } catch .cancelled {
        return .failure(Task.isCancelled ? .cancelled : .timedOut(after: request.timeLimit))
      } catch {
        return .failure(error)
      }
    } onCancel: {
      cancellation.cancel()
    }
    return try result.get()
  }

  private func follow(
    _ request: HTTPRequest, _ cancellation: Cancellation
  ) async throws(HTTPError) -> HTTPResponse {
    var request = request
    for _ in 0...request.redirectLimit {
      let response = try await exchange(request, cancellation)
      guard let next = try request.redirected(by: response) else { return response }
      request = next
    }
    throw .redirected
  }

  // MARK: On the wire

  /// Sends a request and reads the response to it, which may be a redirect.
  private func exchange(
    _ request: HTTPRequest, _ cancellation: Cancellation
  ) async throws(HTTPError) -> HTTPResponse {
    // soup_message_new treats any other URL as a programming error.
    guard ["http", "https"].contains(request.url.scheme?.lowercased()), request.url.host?.isEmpty == false,
      let message = soup_message_new(request.method, request.url.absoluteString)
    else { throw .invalidURL }
    defer { g_object_unref(UnsafeMutableRawPointer(message)) }
    soup_message_add_flags(message, SOUP_MESSAGE_NO_REDIRECT)
    // libsoup's authentication manager has no passwords to send, and reads the body of a 401 or 407 into memory, however
    // long it is.
    soup_message_disable_feature(message, soup_auth_manager_get_type())
    let fields = soup_message_get_request_headers(message)
    for (name, value) in request.headers { soup_message_headers_replace(fields, name, value) }
    if !request.body.isEmpty {
      let bytes = request.body.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
      soup_message_set_request_body_from_bytes(
        message, soup_message_headers_get_content_type(fields, nil), bytes)
      g_bytes_unref(bytes)
    }
    let session = openSession()
    let result = await self.result {
      soup_session_send_async(session, message, G_PRIORITY_DEFAULT, cancellation.pointer, $0, $1)
    }
    defer { g_object_unref(UnsafeMutableRawPointer(result)) }
    // A GTask that is cancelled after it has its stream gives an error instead, and libsoup ends the exchange. If the
    // stream is closed after that, libsoup 3.2 crashes.
    g_task_set_check_cancellable(result, 0)
    var error: UnsafeMutablePointer<GError>?
    let stream = soup_session_send_finish(session, result, &error)
    if let error { throw HTTPError(consuming: error, idleLimit: idleLimit) }
    guard let stream else { throw .interrupted }
    defer { g_object_unref(stream) }
    let status = Int(soup_message_get_status(message).rawValue)
    var body = Data()
    switch status {
    case ..<300: try await read(stream, into: &body, limit: request.sizeLimit, cancellation)
    case ..<400: break  // Only the header fields matter.
    default:
      body = try await readRemark(
        stream, limit: min(request.sizeLimit, Self.remarkLimit), for: request.timeLimit * Self.remarkShare,
        cancellation)
    }
    return HTTPResponse(status: status, headers: headers(of: message), body: body)
  }

  /// Reads the body of an error, as far as it is received.
  private func readRemark(
    _ stream: UnsafeMutablePointer<GInputStream>, limit: Int, for time: Duration, _ cancellation: Cancellation
  ) async throws(HTTPError) -> Data {
    // No other request uses the same cancellation later.
    let timer = Self.thread.timer(after: time) { cancellation.cancelNow() }
    defer { timer.cancel() }
    var body = Data()
    do throws(HTTPError) {
      try await read(stream, into: &body, limit: limit, cancellation)
    } catch {
      if Task.isCancelled { throw .cancelled }
    }
    return body
  }

  private func openSession() -> UnsafeMutablePointer<SoupSession> {
    if let session { return session }
    // The first request makes the session, since it belongs to the thread that makes it.
    let session = soup_session_new()!
    soup_session_set_user_agent(session, userAgent)
    soup_session_set_timeout(
      session, guint(min(max(1, (idleLimit / .seconds(1)).rounded(.up)), Double(guint.max))))
    self.session = session
    return session
  }

  private func read(
    _ stream: UnsafeMutablePointer<GInputStream>, into body: inout Data, limit: Int,
    _ cancellation: Cancellation
  ) async throws(HTTPError) {
    while true {
      let result = await self.result {
        g_input_stream_read_bytes_async(
          stream, gsize(Self.chunk), G_PRIORITY_DEFAULT, cancellation.pointer, $0, $1)
      }
      defer { g_object_unref(UnsafeMutableRawPointer(result)) }
      var error: UnsafeMutablePointer<GError>?
      let bytes = g_input_stream_read_bytes_finish(stream, result, &error)
      if let error { throw HTTPError(consuming: error, idleLimit: idleLimit) }
      guard let bytes else { throw .interrupted }
      defer { g_bytes_unref(bytes) }
      var count: gsize = 0
      guard let start = g_bytes_get_data(bytes, &count), count > 0 else { return }
      guard body.count + Int(count) <= limit else { throw .tooLarge }
      body.append(contentsOf: UnsafeRawBufferPointer(start: start, count: Int(count)))
    }
  }

  private func headers(of message: OpaquePointer) -> [(name: String, value: String)] {
    var headers: [(name: String, value: String)] = []
    withUnsafeMutablePointer(to: &headers) { headers in
      soup_message_headers_foreach(
        soup_message_get_response_headers(message),
        { name, value, headers in
          guard let name, let value else { return }
          headers?.assumingMemoryBound(to: [(name: String, value: String)].self).pointee
            .append((String(cString: name), String(cString: value)))
        }, headers)
    }
    return headers
  }

  /// Starts an operation of GIO with a callback and its data, and returns the result, to be unreferenced.
  private func result(of start: (GAsyncReadyCallback, gpointer) -> Void) async -> OpaquePointer {
    await withCheckedContinuation { continuation in
      start(
        { _, finished, data in
          guard let data, let finished, let reference = g_object_ref(UnsafeMutableRawPointer(finished)) else {
            preconditionFailure("GIO called back without a result")
          }
          // The continuation resumes on this thread, which is the actor's.
          nonisolated(unsafe) let result = OpaquePointer(reference)
          Unmanaged<Completion>.fromOpaque(data).takeRetainedValue().continuation.resume(returning: result)
        }, Unmanaged.passRetained(Completion(continuation)).toOpaque())
    }
  }

  private final class Completion {
    let continuation: CheckedContinuation<OpaquePointer, Never>
    init(_ continuation: CheckedContinuation<OpaquePointer, Never>) { self.continuation = continuation }
  }
}

/// A `GCancellable`. It is cancelled only on the thread of its operations, and only while none of them has a result
/// that libsoup has not processed: libsoup 3.6 frees a request twice if it is cancelled between the arrival of the
/// header fields and the callback that reports them. So ``LoopThread/perform(_:)`` and timers cancel it, after such
/// callbacks.
private final class Cancellation: Sendable {
  // Reference counting is safe on any thread; all other uses are on `thread`.
  nonisolated(unsafe) let pointer: UnsafeMutablePointer<GCancellable>
  private let thread: LoopThread

  init(on thread: LoopThread) {
    pointer = g_cancellable_new()
    self.thread = thread
  }

  deinit { g_object_unref(pointer) }

  /// Cancels the operations, from any thread.
  func cancel() { thread.perform { self.cancelNow() } }

  /// Does the same, for timers of the thread.
  func cancelNow() { g_cancellable_cancel(pointer) }
}
