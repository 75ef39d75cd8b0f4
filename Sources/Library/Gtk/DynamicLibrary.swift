import CGtk
import Foundation

/// A C library with widgets, loaded at run time, so that no program has to link it. For the benchmark.
@MainActor
package struct DynamicLibrary {
  private let handle: UnsafeMutableRawPointer

  /// Loads a library, such as "libexample-1.so.0"; nil if it is not installed.
  package init?(_ name: String) {
    guard let handle = dlopen(name, RTLD_NOW | RTLD_LOCAL) else { return nil }
    self.handle = handle
  }

  /// A function of the library, with a type that is not checked against the C declaration.
  private func function<Function>(_ name: String, as type: Function.Type) -> Function {
    guard let address = dlsym(handle, name) else {
      preconditionFailure("The library has no function \(name)")
    }
    return unsafeBitCast(address, to: type)
  }

  /// Calls `void name (void)`.
  package func call(_ name: String) { function(name, as: (@convention(c) () -> Void).self)() }

  /// Calls `GtkWidget *name (void)`, which returns a floating reference.
  package func makeWidget(_ name: String) -> Widget {
    Widget(borrowed: function(name, as: (@convention(c) () -> UnsafeMutableRawPointer).self)())
  }

  /// Calls `void name (GtkWidget *, GtkWidget *)`.
  package func call(_ name: String, _ first: Widget, _ second: Widget) {
    typealias Function = @convention(c) (UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> Void
    function(name, as: Function.self)(first.raw, second.raw)
  }

  /// Calls `void name (GtkWidget *, GtkWidget *, gboolean)`.
  package func call(_ name: String, _ first: Widget, _ second: Widget, _ flag: Bool) {
    typealias Function = @convention(c) (UnsafeMutableRawPointer, UnsafeMutableRawPointer, gboolean) -> Void
    function(name, as: Function.self)(first.raw, second.raw, flag ? 1 : 0)
  }
}
