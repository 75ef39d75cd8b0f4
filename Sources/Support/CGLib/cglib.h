// The header of the CGLib module: GLib, GObject and GIO, which need no display.
#pragma once
#include <gio/gio.h>
#include <glib-unix.h>
// Not in gio.h.
#define G_SETTINGS_ENABLE_BACKEND
#include <gio/gsettingsbackend.h>
