#pragma once

#include <stddef.h>

// libpq, PostgreSQL's client library, loaded when wanted.
//
// A server with its database in a file needs no libpq to be installed and pays nothing for it: nothing is linked, and
// no header of PostgreSQL is needed to build. The declarations here are those of libpq-fe.h, which its major version 5
// has kept since 2005; pipelines came with PostgreSQL 14, which is therefore the oldest that will do.

typedef struct pg_conn PGconn;
typedef struct pg_result PGresult;

/// One option of a connection string.
struct pq_option {
    char *keyword;
    char *envvar;
    char *compiled;
    char *val;
    char *label;
    char *dispchar;
    int dispsize;
};

enum pq_result_status {
    PQ_EMPTY_QUERY = 0,
    PQ_COMMAND_OK = 1,
    PQ_TUPLES_OK = 2,
    PQ_FATAL_ERROR = 7,
    PQ_PIPELINE_SYNC = 10,
    PQ_PIPELINE_ABORTED = 11,
};

/// Fields of an error: PG_DIAG_SQLSTATE and its neighbours.
enum pq_field { PQ_FIELD_SQLSTATE = 'C', PQ_FIELD_MESSAGE = 'M', PQ_FIELD_CONSTRAINT = 'n' };

/// Loads the library of this name. Answers NULL, or why it cannot be used, in memory that stays. Once it could be
/// loaded it is not loaded again, whatever the name; to be called before all other functions here, and by one thread at
/// a time.
const char *pq_load(const char *name);

/// Connects with these options, of which `dbname` may be a connection string whose own options count. Answers NULL only
/// without memory. What the server merely notes is dropped, and not written to standard error.
PGconn *pq_connect(const char *const *keywords, const char *const *values);
void pq_finish(PGconn *connection);
/// Whether the connection is up.
int pq_is_up(const PGconn *connection);
const char *pq_error_message(const PGconn *connection);
const char *pq_parameter(const PGconn *connection, const char *name);
int pq_socket(const PGconn *connection);
int pq_backend(const PGconn *connection);
int pq_server_version(const PGconn *connection);

/// Reads a connection string. Answers NULL and sets `error`, which the caller frees with `pq_free`, if it is none.
struct pq_option *pq_parse(const char *text, char **error);
void pq_free_options(struct pq_option *options);
void pq_free(void *memory);

/// Sends statements without parameters. Answers 0 if that fails. Their results are taken one by one.
int pq_send_script(PGconn *connection, const char *sql);

int pq_set_nonblocking(PGconn *connection, int is_nonblocking);
int pq_enter_pipeline(PGconn *connection);
int pq_send_prepare(
    PGconn *connection, const char *name, const char *sql, int count, const unsigned int *types);
/// All parameters and results are binary.
int pq_send_prepared(
    PGconn *connection, const char *name, int count, const char *const *values, const int *lengths);
int pq_pipeline_sync(PGconn *connection);
int pq_flush(PGconn *connection);
int pq_consume(PGconn *connection);
int pq_is_busy(PGconn *connection);
PGresult *pq_result(PGconn *connection);

int pq_status(const PGresult *result);
const char *pq_error_field(const PGresult *result, int field);
const char *pq_result_error(const PGresult *result);
int pq_rows(const PGresult *result);
int pq_is_null(const PGresult *result, int row, int column);
const char *pq_value(const PGresult *result, int row, int column);
int pq_length(const PGresult *result, int row, int column);
/// The server's word for what was done: `COMMIT`, `INSERT 0 5`.
const char *pq_tag(PGresult *result);
void pq_clear(PGresult *result);
