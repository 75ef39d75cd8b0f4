// The one header of the GTK module: declarations only, no logic.
#pragma once
#include <gtk/gtk.h>
#include <glib-unix.h>
