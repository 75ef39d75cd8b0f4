import AppBase
import CResources
import Foundation
import Gtk

/// The app's own symbolic icons. GTK draws them in the text colour of their place.
///
/// GTK's icon theme reads files or a GResource, and a GResource would need `glib-compile-resources` in every build. So
/// the compiled-in SVGs are written to `$XDG_CACHE_HOME/backscroll/icons` when the first icon is made, and that folder
/// is added to the search path of the theme. An icon that cannot be written is shown as GTK's “missing image”.
package enum Symbol: String, CaseIterable {
  case send, chat, lab, feed, carousel, picker, emoji, open, person, link

  /// The icon's name in the theme.
  @MainActor
  package var iconName: String {
    _ = Self.areInstalled
    return name
  }

  private var name: String { "backscroll-\(rawValue)-symbolic" }

  @MainActor private static let areInstalled: Void = {
    let icons = UserFolder.cache.appendingPathComponent("backscroll/icons")
    // GTK recolors icons of a theme, but not those that lie directly in the search path.
    do {
      let folder = icons.appendingPathComponent("hicolor/symbolic/apps")
      for symbol in allCases { try write(symbol.resource, to: folder, name: symbol.name) }
      let scalable = icons.appendingPathComponent("hicolor/scalable/apps")
      try write(backscroll_icon_program, to: scalable, name: Program.applicationID)
    } catch {
      EventLog("icons").warning("unwritable", ["path": icons.path, "error": "\(error)"])
    }
    IconTheme.current?.add(searchPath: icons.path)
  }()

  private static func write(_ resource: backscroll_resource, to folder: URL, name: String) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appendingPathComponent("\(name).svg")
    let svg = Data(String(cString: resource.bytes).utf8)
    if (try? Data(contentsOf: file)) != svg { try svg.write(to: file, options: .atomic) }
  }

  /// The program's own icon, which has its own colors. An installed one has priority over the compiled-in one.
  @MainActor
  package static var program: String {
    _ = areInstalled
    return Program.applicationID
  }

  private var resource: backscroll_resource {
    switch self {
    case .send: backscroll_icon_send
    case .chat: backscroll_icon_chat
    case .lab: backscroll_icon_lab
    case .feed: backscroll_icon_feed
    case .carousel: backscroll_icon_carousel
    case .picker: backscroll_icon_picker
    case .emoji: backscroll_icon_emoji
    case .open: backscroll_icon_open
    case .person: backscroll_icon_person
    case .link: backscroll_icon_link
    }
  }
}

extension Image {
  /// Makes an image; `size` is in points.
  package convenience init(_ symbol: Symbol, size: Int = 16) {
    self.init(iconName: symbol.iconName, size: size)
  }
}
