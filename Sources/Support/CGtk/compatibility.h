// The functions that GTK has deprecated after 4.8, the oldest version that Backscroll builds with. Deprecated functions
// are called only here. Each entry names the version that deprecated it, and its replacement. None of these functions
// has a replacement in 4.8; GTK 4 keeps them all, and GTK 5 removes them.
#pragma once

// The first two use the replacement if GTK has it.

// gtk_style_context_get_color, gtk_widget_get_style_context: 4.10. gtk_widget_get_color: 4.10.
static inline void bs_widget_get_color(GtkWidget *widget, GdkRGBA *color) {
#if GTK_CHECK_VERSION(4, 10, 0)
  gtk_widget_get_color(widget, color);
#else
  gtk_style_context_get_color(gtk_widget_get_style_context(widget), color);
#endif
}

// gtk_css_provider_load_from_data: 4.12. gtk_css_provider_load_from_string: 4.12.
static inline void bs_css_provider_load_from_string(GtkCssProvider *provider, const char *css) {
#if GTK_CHECK_VERSION(4, 12, 0)
  gtk_css_provider_load_from_string(provider, css);
#else
  gtk_css_provider_load_from_data(provider, css, -1);
#endif
}

G_GNUC_BEGIN_IGNORE_DEPRECATIONS

// gtk_style_context_lookup_color: 4.10. No replacement: GTK has no other function that returns a named color.
static inline gboolean bs_widget_lookup_color(GtkWidget *widget, const char *name, GdkRGBA *color) {
  return gtk_style_context_lookup_color(gtk_widget_get_style_context(widget), name, color);
}

// gtk_show_uri: 4.10. With GtkUriLauncher (4.10) the caller has to report that a URI cannot be opened.
static inline void bs_show_uri(GtkWindow *parent, const char *uri) { gtk_show_uri(parent, uri, GDK_CURRENT_TIME); }

// gtk_show_uri_full: 4.10. GtkFileLauncher (4.10) reports failures, too, and does not exist in 4.8.
static inline void bs_show_uri_full(GtkWindow *parent, const char *uri, GAsyncReadyCallback done, gpointer data) {
  gtk_show_uri_full(parent, uri, GDK_CURRENT_TIME, NULL, done, data);
}

static inline gboolean bs_show_uri_full_finish(GtkWindow *parent, GAsyncResult *result) {
  return gtk_show_uri_full_finish(parent, result, NULL);
}

// GtkFileChooserNative and GtkFileChooser: 4.10. GtkFileDialog (4.10) shows the same dialog, and does not exist in 4.8.
static inline GtkNativeDialog *bs_open_dialog_new(
    const char *title, GtkWindow *parent, const char *accept, gboolean takes_several) {
  GtkFileChooserNative *dialog =
      gtk_file_chooser_native_new(title, parent, GTK_FILE_CHOOSER_ACTION_OPEN, accept, NULL);
  gtk_file_chooser_set_select_multiple(GTK_FILE_CHOOSER(dialog), takes_several);
  return GTK_NATIVE_DIALOG(dialog);
}

static inline void bs_open_dialog_set_folder(GtkNativeDialog *dialog, const char *path) {
  GFile *folder = g_file_new_for_path(path);
  gtk_file_chooser_set_current_folder(GTK_FILE_CHOOSER(dialog), folder, NULL);
  g_object_unref(folder);
}

static inline char *bs_open_dialog_get_folder(GtkNativeDialog *dialog) {
  GFile *folder = gtk_file_chooser_get_current_folder(GTK_FILE_CHOOSER(dialog));
  char *path = folder ? g_file_get_path(folder) : NULL;
  g_clear_object(&folder);
  return path;
}

static inline void bs_open_dialog_add_filter(GtkNativeDialog *dialog, GtkFileFilter *filter) {
  gtk_file_chooser_add_filter(GTK_FILE_CHOOSER(dialog), filter);
}

static inline GListModel *bs_open_dialog_get_files(GtkNativeDialog *dialog) {
  return gtk_file_chooser_get_files(GTK_FILE_CHOOSER(dialog));
}

static inline GtkNativeDialog *bs_folder_dialog_new(const char *title, GtkWindow *parent, const char *accept) {
  return GTK_NATIVE_DIALOG(
      gtk_file_chooser_native_new(title, parent, GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, accept, NULL));
}

static inline GtkNativeDialog *bs_save_dialog_new(
    const char *title, GtkWindow *parent, const char *accept, const char *name) {
  GtkFileChooserNative *dialog =
      gtk_file_chooser_native_new(title, parent, GTK_FILE_CHOOSER_ACTION_SAVE, accept, NULL);
  gtk_file_chooser_set_current_name(GTK_FILE_CHOOSER(dialog), name);
  return GTK_NATIVE_DIALOG(dialog);
}

static inline GFile *bs_save_dialog_get_file(GtkNativeDialog *dialog) {
  return gtk_file_chooser_get_file(GTK_FILE_CHOOSER(dialog));
}

// gtk_dialog_get_widget_for_response: 4.10, with all of GtkDialog.
//
// Keeps the focus in the field of a typed path when its button is clicked. Otherwise the click does nothing: GTK 4.8
// checks whether the field had the focus, which was in the text inside it. With a portal the dialog is not in this process.
static inline void bs_file_dialog_keep_focus(GtkNativeDialog *native) {
  GtkWindow *parent = gtk_native_dialog_get_transient_for(native);
  GListModel *windows = gtk_window_get_toplevels();
  for (guint i = 0; i < g_list_model_get_n_items(windows); i++) {
    GtkWindow *window = g_list_model_get_item(windows, i);
    if (GTK_IS_FILE_CHOOSER_DIALOG(window) && gtk_window_get_transient_for(window) == parent) {
      GtkWidget *accept = gtk_dialog_get_widget_for_response(GTK_DIALOG(window), GTK_RESPONSE_ACCEPT);
      if (accept) gtk_widget_set_focus_on_click(accept, FALSE);
    }
    g_object_unref(window);
  }
}

// GdkPixbufAnimation and GTimeVal are deprecated in gdk-pixbuf 2.44 and GLib 2.62. No replacement: no other function
// decodes the frames of an animated picture.
static inline int bs_animation_is_static(GdkPixbufAnimation *animation) {
  return gdk_pixbuf_animation_is_static_image(animation);
}

static inline GdkPixbufAnimationIter *bs_animation_begin(GdkPixbufAnimation *animation) {
  GTimeVal start = {0, 0};
  return gdk_pixbuf_animation_get_iter(animation, &start);
}

static inline void bs_animation_advance(GdkPixbufAnimationIter *iter, gint64 microseconds) {
  GTimeVal time = {microseconds / G_USEC_PER_SEC, microseconds % G_USEC_PER_SEC};
  gdk_pixbuf_animation_iter_advance(iter, &time);
}

static inline int bs_animation_delay(GdkPixbufAnimationIter *iter) {
  return gdk_pixbuf_animation_iter_get_delay_time(iter);
}

static inline GdkPixbuf *bs_animation_copy_frame(GdkPixbufAnimationIter *iter) {
  GdkPixbuf *frame = gdk_pixbuf_animation_iter_get_pixbuf(iter);
  return frame ? gdk_pixbuf_copy(frame) : NULL;
}

// GtkAppChooserDialog: 4.10. GtkFileLauncher (4.10) shows the portal's dialog, and does not exist in 4.8.
static inline void bs_open_with_response(GtkDialog *dialog, int response, GFile *file) {
  if (response == GTK_RESPONSE_OK) {
    GAppInfo *app = gtk_app_chooser_get_app_info(GTK_APP_CHOOSER(dialog));
    if (app) {
      GList files = {.data = file};
      g_app_info_launch(app, &files, NULL, NULL);
      g_object_unref(app);
    }
  }
  gtk_window_destroy(GTK_WINDOW(dialog));
}

static inline void bs_open_with(GtkWindow *parent, GFile *file, const char *heading) {
  GtkWidget *dialog = gtk_app_chooser_dialog_new(parent, GTK_DIALOG_MODAL, file);
  gtk_app_chooser_dialog_set_heading(GTK_APP_CHOOSER_DIALOG(dialog), heading);
  g_signal_connect_data(
      dialog, "response", G_CALLBACK(bs_open_with_response), g_object_ref(file), (GClosureNotify)(void *)g_object_unref, 0);
  gtk_window_present(GTK_WINDOW(dialog));
}

// For tests: presses "Print" or "Cancel" in the dialog of a print operation. FALSE if there is none, or the button cannot
// be pressed yet.
static inline gboolean bs_print_dialog_respond(gboolean prints) {
  int response = prints ? GTK_RESPONSE_OK : GTK_RESPONSE_CANCEL;
  gboolean responds = FALSE;
  GListModel *windows = gtk_window_get_toplevels();
  for (guint i = 0; i < g_list_model_get_n_items(windows) && !responds; i++) {
    GtkWindow *window = g_list_model_get_item(windows, i);
    if (g_strcmp0(G_OBJECT_TYPE_NAME(window), "GtkPrintUnixDialog") == 0 &&
        gtk_widget_is_sensitive(gtk_dialog_get_widget_for_response(GTK_DIALOG(window), response))) {
      gtk_dialog_response(GTK_DIALOG(window), response);
      responds = TRUE;
    }
    g_object_unref(window);
  }
  return responds;
}

G_GNUC_END_IGNORE_DEPRECATIONS

// Part of gsk.h since 4.18.
#if !GTK_CHECK_VERSION(4, 18, 0)
#include <gsk/gl/gskglrenderer.h>
#endif

// For tests: NULL before GTK could draw windows with Vulkan.
static inline GskRenderer *bs_vulkan_renderer_new(void) {
#if GTK_CHECK_VERSION(4, 18, 0)
  return gsk_vulkan_renderer_new();
#else
  return NULL;
#endif
}
