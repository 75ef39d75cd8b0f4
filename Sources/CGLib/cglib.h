// The one header of the CGLib module: GLib, GObject and GIO, nothing that needs a display.
#pragma once
#include <gio/gio.h>
#include <glib-unix.h>
