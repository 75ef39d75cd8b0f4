// The header of the CArchive module.
#pragma once
#include <archive.h>
#include <archive_entry.h>
