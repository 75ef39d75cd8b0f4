import CGLib
import Foundation

@testable import AppTestSupport

/// A connection to a message bus. The compositor ends a client's session with the client's connection, so a process for
/// each call would not work.
///
/// Used by one thread. Arguments are in GVariant's text format.
final class BusConnection {
  private let connection: OpaquePointer
  /// The context for signals, which arrive only during a wait for them.
  private let context: OpaquePointer

  init(address: String) throws {
    let context = g_main_context_new()!
    g_main_context_push_thread_default(context)
    defer { g_main_context_pop_thread_default(context) }
    let flags = GDBusConnectionFlags(
      G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
        | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue)
    var error: UnsafeMutablePointer<GError>?
    guard let connection = g_dbus_connection_new_for_address_sync(address, flags, nil, nil, &error) else {
      g_main_context_unref(context)
      throw TestFault(taking: error)
    }
    (self.connection, self.context) = (connection, context)
  }

  deinit {
    g_dbus_connection_close_sync(connection, nil, nil)
    g_object_unref(UnsafeMutableRawPointer(connection))
    g_main_context_unref(context)
  }

  /// An object on the bus whose methods are called.
  struct Target {
    /// The bus name, which is also the name of its main interface.
    let name: String
    let path: String
    let interface: String
  }

  /// Calls a method, and waits for its result.
  @discardableResult
  func call(_ target: Target, _ method: String, _ arguments: String = "()") throws -> Answer {
    var error: UnsafeMutablePointer<GError>?
    guard let parameters = g_variant_parse(nil, arguments, nil, nil, &error) else {
      throw TestFault(taking: error)
    }
    guard
      let answer = g_dbus_connection_call_sync(
        connection, target.name, target.path, target.interface, method, parameters, nil,
        G_DBUS_CALL_FLAGS_NONE, Self.patience, nil, &error)
    else { throw TestFault(taking: error) }
    defer { g_variant_unref(answer) }
    return Answer(answer)
  }

  /// Runs `body`, and waits until `isOver` holds. It is checked at each signal of the object, and periodically without
  /// one, since programs that have ended send no signals.
  @discardableResult
  func wait(
    for member: String, of target: Target, after body: () throws -> Void = {},
    until isOver: (Answer?) throws -> Bool = { $0 != nil }
  ) throws -> Answer? {
    let inbox = Inbox()
    g_main_context_push_thread_default(context)
    defer { g_main_context_pop_thread_default(context) }
    let subscription = g_dbus_connection_signal_subscribe(
      connection, nil, target.interface, member, target.path, nil, G_DBUS_SIGNAL_FLAGS_NONE,
      { _, _, _, _, _, parameters, inbox in
        guard let parameters, let inbox else { return }
        Unmanaged<Inbox>.fromOpaque(inbox).takeUnretainedValue().answers.append(Answer(parameters))
      }, Unmanaged.passUnretained(inbox).toOpaque(), nil)
    defer { g_dbus_connection_signal_unsubscribe(connection, subscription) }
    // Wakes the loop periodically.
    let alarm = g_timeout_source_new(100)
    g_source_set_callback(alarm, { _ in 1 }, nil, nil)
    g_source_attach(alarm, context)
    defer {
      g_source_destroy(alarm)
      g_source_unref(alarm)
    }
    try body()
    let deadline = Date(timeIntervalSinceNow: ProgramUnderTest.patience)
    while true {
      while !inbox.answers.isEmpty {
        let answer = inbox.answers.removeFirst()
        if try isOver(answer) { return answer }
      }
      if try isOver(nil) { return nil }
      guard deadline > Date() else { throw TestFault("The signal \(member) never came") }
      g_main_context_iteration(context, 1)
    }
  }

  /// Sends a signal to all programs on the bus. `object` need not exist.
  func emit(_ signal: String, of object: Target, _ arguments: String) throws {
    var error: UnsafeMutablePointer<GError>?
    guard let parameters = g_variant_parse(nil, arguments, nil, nil, &error),
      g_dbus_connection_emit_signal(
        connection, nil, object.path, object.interface, signal, parameters, &error) != 0,
      g_dbus_connection_flush_sync(connection, nil, &error) != 0
    else { throw TestFault(taking: error) }
  }

  private final class Inbox {
    var answers: [Answer] = []
  }

  /// Milliseconds after which a missing answer is a failure.
  private static let patience: gint = 20_000

  /// A text in the form of an argument.
  static func literal(_ text: String) -> String {
    let variant = g_variant_ref_sink(g_variant_new_string(text))
    defer { g_variant_unref(variant) }
    return Answer(variant!).text
  }

  /// The result of a method, or the content of a signal.
  struct Answer {
    /// The answer in GVariant's text format.
    let text: String
    /// The texts and object paths in the answer, in order.
    let strings: [String]

    init(_ variant: OpaquePointer) {
      let text = g_variant_print(variant, 0)
      defer { g_free(text) }
      self.text = text.map { String(cString: $0) } ?? ""
      strings = Self.strings(in: variant)
    }

    var number: Int? { Int(text.filter(\.isNumber)) }

    func firstString() throws -> String {
      guard let first = strings.first else { throw TestFault("No text in \(text)") }
      return first
    }

    private static func strings(in variant: OpaquePointer) -> [String] {
      switch String(cString: g_variant_get_type_string(variant)) {
      case "s", "o", "g": return [String(cString: g_variant_get_string(variant, nil))]
      default:
        guard g_variant_is_container(variant) != 0 else { return [] }
        return (0..<g_variant_n_children(variant)).flatMap { index -> [String] in
          guard let child = g_variant_get_child_value(variant, index) else { return [] }
          defer { g_variant_unref(child) }
          return strings(in: child)
        }
      }
    }
  }
}

extension TestFault {
  /// Frees the error.
  fileprivate init(taking error: UnsafeMutablePointer<GError>?) {
    self.init(error.map { String(cString: $0.pointee.message) } ?? "an error without words")
    g_error_free(error)
  }
}
