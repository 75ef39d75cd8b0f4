import CGtk

/// Enters the main actor from a C callback that GTK runs on the main thread.
///
/// GTK calls back only on the thread that runs its loop, which is the process's main thread here;
/// `assumeIsolated` traps if that is ever not so. The values cross without `Sendable` because they
/// cross no thread: caller and body run on the same one, one inside the other.
func onMainActor<Value, Result>(_ value: Value, run body: @MainActor (Value) -> Result) -> Result {
  nonisolated(unsafe) let value = value
  nonisolated(unsafe) var result: Result?
  MainActor.assumeIsolated { result = body(value) }
  return result!
}

extension UnsafeMutableRawPointer {
  /// The same address as a typed GTK pointer.
  func typed<T>() -> UnsafeMutablePointer<T> { assumingMemoryBound(to: T.self) }

  /// The same address for the GTK types that C keeps opaque.
  var opaque: OpaquePointer { OpaquePointer(self) }
}
