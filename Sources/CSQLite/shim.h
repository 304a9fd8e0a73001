#pragma once
#include <sqlite3.h>

/// SQLITE_TRANSIENT is a cast of -1 to a function pointer, which Swift cannot import: SQLite copies the bytes.
static inline sqlite3_destructor_type tilerace_sqlite_transient(void) { return SQLITE_TRANSIENT; }
/// SQLITE_STATIC: the bytes outlive the statement's step.
static inline sqlite3_destructor_type tilerace_sqlite_static(void) { return SQLITE_STATIC; }
