// The header of the CSoup module.
#pragma once
#include <libsoup/soup.h>
