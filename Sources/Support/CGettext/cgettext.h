// The header of gettext, which is part of the C library.
#pragma once
#include <libintl.h>
#include <locale.h>
