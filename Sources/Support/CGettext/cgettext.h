// The one header of gettext, which is part of the C library: declarations only, no logic.
#pragma once
#include <libintl.h>
#include <locale.h>
