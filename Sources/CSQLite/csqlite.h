// The one header of SQLite, with what Swift cannot call: functions with variable arguments, and bytes that SQLite takes
// without a copy, because they are there until the call returns.
#pragma once
#include <sqlite3.h>
#include <stdbool.h>
#include <string.h>

// Executes a statement whose parameters are a number and a text, `length` bytes from `bytes` + `start`. The statement is
// reset and keeps nothing of the text. Returns what `sqlite3_step` did.
static inline int backscroll_execute(
    sqlite3_stmt *statement, sqlite3_int64 number, const void *bytes, int start, int length) {
  sqlite3_reset(statement);
  sqlite3_bind_int64(statement, 1, number);
  sqlite3_bind_text(statement, 2, (const char *)bytes + start, length, SQLITE_STATIC);
  int code = sqlite3_step(statement);
  sqlite3_reset(statement);
  sqlite3_bind_null(statement, 2);
  return code;
}

// Sets a parameter to a text, which SQLite copies. Returns false, and does nothing, if the text has a NUL.
static inline bool backscroll_bind_text(sqlite3_stmt *statement, int index, const char *text, int length) {
  if (memchr(text, 0, (size_t)length)) return false;
  sqlite3_bind_text(statement, index, text, length, SQLITE_TRANSIENT);
  return true;
}

// Spares SQLite a lock for each allocation, which keeps statistics that nobody reads. Does nothing once SQLite is in use.
static inline void backscroll_forgo_memory_statistics(void) {
  sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}
