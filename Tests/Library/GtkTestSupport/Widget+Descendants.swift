@_spi(Testing) import Gtk

extension Widget {
  /// The widgets of a type below this one, at any depth, in the order of the tree.
  public func all<Found: Widget>(_ type: Found.Type) -> [Found] {
    children.flatMap { child in ((child as? Found).map { [$0] } ?? []) + child.all(type) }
  }

  /// This widget, if it has the type, or else the first one below it that has.
  public func first<Found: Widget>(_ type: Found.Type) -> Found? {
    self as? Found ?? children.lazy.compactMap { $0.first(type) }.first
  }
}
