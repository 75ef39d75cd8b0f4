import CGtk

/// Files that the desktop hands to the program. Valid only while the signal is handled.
public struct OpenedFiles: SignalArgument {
  private let raw: UnsafePointer<OpaquePointer?>?

  public init(gvalue: UnsafePointer<GValue>) {
    raw = g_value_get_pointer(gvalue).map { UnsafePointer($0.assumingMemoryBound(to: OpaquePointer?.self)) }
  }

  /// Absolute paths of the first `count` files; those that have no path on this machine are left out.
  public func paths(count: Int) -> [String] {
    (0..<count).compactMap { index in
      guard let file = raw?[index], let path = g_file_get_path(file) else { return nil }
      defer { g_free(path) }
      return String(cString: path)
    }
  }
}
