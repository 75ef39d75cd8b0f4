import CGtk

/// Takes files that are dragged onto a widget from a file manager, by copy.
///
/// A drag that brings no file is let pass, to an entry for instance, which takes text. With the phase `capture` the
/// target goes before those of the widgets inside its own.
@MainActor
public final class FileDropTarget: EventController {
  public init() {
    super.init(owned: gtk_drop_target_new(0, GDK_ACTION_COPY))
    // GDK makes either of the text/uri-list that most file managers offer.
    var types = [gdk_file_list_get_type(), g_file_get_type()]
    gtk_drop_target_set_gtypes(raw.opaque, &types, gsize(types.count))
    // So that one can tell what hovers before it is dropped.
    gtk_drop_target_set_preload(raw.opaque, 1)
  }

  /// Files hover over the widget.
  public var isHovered: Bool { gtk_drop_target_get_current_drop(raw.opaque) != nil }

  /// Paths of the files that hover; empty until the other program has told them.
  public var hovering: [String] { DroppedFiles(gtk_drop_target_get_value(raw.opaque)).paths }

  /// ``isHovered`` has changed.
  public var hoverChanged: Signal<> { notify("current-drop") }
  /// ``hovering`` has changed.
  public var hoveringChanged: Signal<> { notify("value") }
  /// The files were let go, at a place in the widget; answer whether they are taken.
  public var dropped: ReplySignal<Bool, DroppedFiles, Double, Double> { ReplySignal(self, "drop") }
}

/// Files that were dragged here, by their paths; those that have no path on this machine are left out.
public struct DroppedFiles: SignalArgument {
  public let paths: [String]

  public init(gvalue: UnsafePointer<GValue>) {
    // The signal's argument is a value in a value.
    self.init(g_value_get_boxed(gvalue)?.assumingMemoryBound(to: GValue.self))
  }

  init(_ value: UnsafePointer<GValue>?) {
    guard let value else {
      paths = []
      return
    }
    if value.pointee.g_type == gdk_file_list_get_type(), let list = g_value_get_boxed(value) {
      var paths: [String] = []
      let files = gdk_file_list_get_files(list.opaque)
      var node = files
      while let item = node?.pointee {
        if let path = Self.path(item.data.opaque) { paths.append(path) }
        node = item.next
      }
      g_slist_free(files)
      self.paths = paths
    } else if g_type_check_value_holds(value, g_file_get_type()) != 0, let file = g_value_get_object(value) {
      paths = Self.path(file.opaque).map { [$0] } ?? []
    } else {
      paths = []
    }
  }

  private static func path(_ file: OpaquePointer) -> String? {
    guard let path = g_file_get_path(file) else { return nil }
    defer { g_free(path) }
    return String(cString: path)
  }
}

/// For tests: what a file manager would do.
@_spi(Testing) extension FileDropTarget {
  /// Lets go of files over the widget; answers whether they were taken. GTK's signal is emitted as it is by a drag.
  public func drop(_ paths: [String]) -> Bool {
    var files: GValue = GValue()
    g_value_init(&files, gdk_file_list_get_type())
    var list: UnsafeMutablePointer<GSList>?
    for path in paths.reversed() {
      list = g_slist_prepend(list, UnsafeMutableRawPointer(g_file_new_for_path(path)))
    }
    let boxed = gdk_file_list_new_from_list(list)
    g_slist_free_full(list, { g_object_unref($0) })
    g_value_take_boxed(&files, UnsafeMutableRawPointer(boxed))
    var arguments = [GValue](repeating: GValue(), count: 4)
    g_value_init(&arguments[0], gtk_drop_target_get_type())
    g_value_set_object(&arguments[0], raw)
    g_value_init(&arguments[1], g_value_get_type())
    g_value_set_boxed(&arguments[1], &files)
    for index in 2...3 { g_value_init(&arguments[index], GType(15 << 2)) }
    var reply = GValue()
    g_value_init(&reply, GType(5 << 2))
    g_signal_emitv(arguments, g_signal_lookup("drop", gtk_drop_target_get_type()), 0, &reply)
    for index in arguments.indices { g_value_unset(&arguments[index]) }
    g_value_unset(&files)
    return g_value_get_boolean(&reply) != 0
  }
}
