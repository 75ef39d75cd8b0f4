// What GTK has replaced or deprecated since 4.8, the oldest version that Backscroll builds with.
#pragma once

static inline void bs_widget_get_color(GtkWidget *widget, GdkRGBA *color) {
#if GTK_CHECK_VERSION(4, 10, 0)
  gtk_widget_get_color(widget, color);
#else
  gtk_style_context_get_color(gtk_widget_get_style_context(widget), color);
#endif
}

// GTK has no other way to a named color.
static inline gboolean bs_widget_lookup_color(GtkWidget *widget, const char *name, GdkRGBA *color) {
  G_GNUC_BEGIN_IGNORE_DEPRECATIONS
  gboolean is_known = gtk_style_context_lookup_color(gtk_widget_get_style_context(widget), name, color);
  G_GNUC_END_IGNORE_DEPRECATIONS
  return is_known;
}

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
