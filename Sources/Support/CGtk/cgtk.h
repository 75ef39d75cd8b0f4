// The header of the GTK module: declarations, and wrappers of variadic functions, which Swift cannot call.
#pragma once
// CGLib's module first, so that GLib's types are declared once.
#include "../CGLib/cglib.h"
#include <cairo-pdf.h>
#include <gtk/gtk.h>

#include "compatibility.h"

// For tests: NULL if the property has this text, otherwise its actual text, to be freed.
static inline char *bs_test_text(GtkAccessible *accessible, GtkAccessibleProperty property, const char *text) {
  return gtk_test_accessible_check_property(accessible, property, text, NULL);
}

// For tests: NULL if the state, the orientation or the relation has this value, otherwise its actual value, to be freed.
static inline char *bs_test_state(GtkAccessible *accessible, GtkAccessibleState state, int value) {
  return gtk_test_accessible_check_state(accessible, state, value, -1);
}

static inline char *bs_test_orientation(GtkAccessible *accessible, GtkOrientation value) {
  return gtk_test_accessible_check_property(accessible, GTK_ACCESSIBLE_PROPERTY_ORIENTATION, value, NULL);
}

static inline char *bs_test_number(GtkAccessible *accessible, GtkAccessibleRelation relation, int value) {
  return gtk_test_accessible_check_relation(accessible, relation, value, -1);
}
