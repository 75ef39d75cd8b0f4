import CGtk

/// One start of the program, as its first process hears of it. Valid only while the signal is handled.
public struct Invocation: SignalArgument {
  private let raw: UnsafeMutablePointer<GApplicationCommandLine>

  public init(gvalue: UnsafePointer<GValue>) { raw = g_value_get_object(gvalue)!.typed() }

  /// The words of the command line, the program's name first.
  public var arguments: [String] {
    var count: gint = 0
    guard let words = g_application_command_line_get_arguments(raw, &count) else { return [] }
    defer { g_strfreev(words) }
    return (0..<Int(count)).compactMap { words[$0].map { String(cString: $0) } }
  }

  /// Whether it was another process that was started.
  public var isRemote: Bool { g_application_command_line_get_is_remote(raw) != 0 }

  /// Writes a line to the standard error of the process that was started.
  public func printError(_ line: String) {
    // GLib's own function for it takes a format and what goes into it, which Swift cannot call.
    let instance = UnsafeMutableRawPointer(raw).assumingMemoryBound(to: GTypeInstance.self)
    let type = UnsafeMutableRawPointer(instance.pointee.g_class).assumingMemoryBound(
      to: GApplicationCommandLineClass.self)
    type.pointee.printerr_literal(raw, line + "\n")
  }
}

/// What a process tells the one that started it: 0 for success.
public struct ExitStatus: SignalReply, Sendable {
  public let code: Int32

  public init(_ code: Int32) { self.code = code }

  public static var absent: ExitStatus { ExitStatus(0) }
  public func write(to value: UnsafeMutablePointer<GValue>) { g_value_set_int(value, code) }
}
