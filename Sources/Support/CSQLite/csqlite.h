// The header of SQLite, with wrappers of what Swift cannot call: variadic functions, and functions that use bytes
// without copying them, because the bytes exist until the call returns.
#pragma once
#include <sqlite3.h>
#include <stdbool.h>
#include <string.h>

// Executes a statement whose parameters are a number and a text, which begins at `bytes` + `start` and ends with NUL.
// The statement is reset; set the text to NULL next. Returns the result of `sqlite3_step`.
static inline int backscroll_execute(
    sqlite3_stmt *statement, sqlite3_int64 number, const void *bytes, long start) {
  sqlite3_reset(statement);
  sqlite3_bind_int64(statement, 1, number);
  sqlite3_bind_text(statement, 2, (const char *)bytes + start, -1, SQLITE_STATIC);
  int code = sqlite3_step(statement);
  sqlite3_reset(statement);
  return code;
}

// A parameter of a statement: a number, or bytes among those of all parameters.
typedef struct {
  // The number, or the offset of the bytes.
  sqlite3_int64 value;
  int length;
  // `SQLITE_NULL`, `SQLITE_INTEGER`, `SQLITE_TEXT` or `SQLITE_BLOB`; 0 for an unknown parameter.
  int type;
} backscroll_parameter;

// Executes a statement with these parameters. `known` are the present ones: an equal number or NULL is not set again.
// In texts, NUL is replaced by a space, since SQLite would end them there. The statement is reset; call
// `backscroll_forget_bytes` next. Returns the result of `sqlite3_step`, and in `result` the first column of a row.
static inline int backscroll_execute_list(
    sqlite3_stmt *statement, const backscroll_parameter *list, backscroll_parameter *known, int count, void *bytes,
    sqlite3_int64 *result) {
  sqlite3_reset(statement);
  for (int index = 0; index < count; index++) {
    backscroll_parameter next = list[index];
    char *start = (char *)bytes + next.value;
    switch (next.type) {
      case SQLITE_TEXT:
        for (char *nul = start; (nul = (char *)memchr(nul, 0, (size_t)(start + next.length - nul)));) *nul = ' ';
        sqlite3_bind_text(statement, index + 1, start, next.length, SQLITE_STATIC);
        break;
      case SQLITE_BLOB:
        sqlite3_bind_blob(statement, index + 1, start, next.length, SQLITE_STATIC);
        break;
      case SQLITE_INTEGER:
        if (known[index].type != next.type || known[index].value != next.value)
          sqlite3_bind_int64(statement, index + 1, next.value);
        break;
      default:
        if (known[index].type != next.type) sqlite3_bind_null(statement, index + 1);
    }
    known[index] = next;
  }
  int code = sqlite3_step(statement);
  if (code == SQLITE_ROW) *result = sqlite3_column_int64(statement, 0);
  // Returns the code of an error again, and sets SQLite's message for it.
  sqlite3_reset(statement);
  return code;
}

// Sets the parameters that are bytes to NULL, because the bytes may move or end.
static inline void backscroll_forget_bytes(sqlite3_stmt *statement, backscroll_parameter *known, int count) {
  for (int index = 0; index < count; index++) {
    if (known[index].type != SQLITE_TEXT && known[index].type != SQLITE_BLOB) continue;
    sqlite3_bind_null(statement, index + 1);
    known[index].type = SQLITE_NULL;
  }
}

// Saves SQLite a lock for each allocation, which is for statistics that are not used. Does nothing once SQLite is in use.
static inline void backscroll_forgo_memory_statistics(void) {
  sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}
