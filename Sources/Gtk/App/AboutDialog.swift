import CGtk

/// Tells what the program is.
@MainActor
public enum AboutDialog {
  public struct Contents: Sendable {
    public var name: String
    public var version: String
    public var comments: String
    public var iconName: String
    public var website: String?

    public init(name: String, version: String, comments: String, iconName: String, website: String? = nil) {
      self.name = name
      self.version = version
      self.comments = comments
      self.iconName = iconName
      self.website = website
    }
  }

  public static func show(_ contents: Contents, over window: Window) {
    let dialog = Window(borrowed: gtk_about_dialog_new())
    let about = dialog.raw.opaque
    gtk_about_dialog_set_program_name(about, contents.name)
    gtk_about_dialog_set_version(about, contents.version)
    gtk_about_dialog_set_comments(about, contents.comments)
    // A program that runs from its build folder has no icon in the theme; better none than a broken one.
    let theme = gtk_icon_theme_get_for_display(gtk_widget_get_display(window.widget))
    if gtk_icon_theme_has_icon(theme, contents.iconName) != 0 {
      gtk_about_dialog_set_logo_icon_name(about, contents.iconName)
    }
    gtk_about_dialog_set_license_type(about, GTK_LICENSE_MIT_X11)
    if let website = contents.website { gtk_about_dialog_set_website(about, website) }
    gtk_window_set_transient_for(dialog.raw.typed(), window.raw.typed())
    gtk_window_set_modal(dialog.raw.typed(), 1)
    dialog.present()
  }
}
