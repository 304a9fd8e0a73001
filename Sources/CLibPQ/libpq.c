#include "CLibPQ.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

typedef void (*notice_processor)(void *, const char *);

// The functions used, each with its prototype in libpq-fe.h.
static struct {
    void *library;
    PGconn *(*PQconnectdbParams)(const char *const *, const char *const *, int);
    void (*PQfinish)(PGconn *);
    int (*PQstatus)(const PGconn *);
    char *(*PQerrorMessage)(const PGconn *);
    const char *(*PQparameterStatus)(const PGconn *, const char *);
    int (*PQsocket)(const PGconn *);
    int (*PQbackendPID)(const PGconn *);
    int (*PQserverVersion)(const PGconn *);
    struct pq_option *(*PQconninfoParse)(const char *, char **);
    void (*PQconninfoFree)(struct pq_option *);
    void (*PQfreemem)(void *);
    int (*PQsendQuery)(PGconn *, const char *);
    int (*PQsetnonblocking)(PGconn *, int);
    int (*PQsendPrepare)(PGconn *, const char *, const char *, int, const unsigned int *);
    int (*PQsendQueryPrepared)(PGconn *, const char *, int, const char *const *, const int *, const int *, int);
    int (*PQflush)(PGconn *);
    int (*PQconsumeInput)(PGconn *);
    int (*PQisBusy)(PGconn *);
    PGresult *(*PQgetResult)(PGconn *);
    int (*PQresultStatus)(const PGresult *);
    char *(*PQresultErrorField)(const PGresult *, int);
    char *(*PQresultErrorMessage)(const PGresult *);
    int (*PQntuples)(const PGresult *);
    int (*PQgetisnull)(const PGresult *, int, int);
    char *(*PQgetvalue)(const PGresult *, int, int);
    int (*PQgetlength)(const PGresult *, int, int);
    char *(*PQcmdStatus)(PGresult *);
    void (*PQclear)(PGresult *);
    notice_processor (*PQsetNoticeProcessor)(PGconn *, notice_processor, void *);
    int (*PQenterPipelineMode)(PGconn *);
    int (*PQpipelineSync)(PGconn *);
} pq;

#define FIND(name)                                                                                                               \
    if (!(*(void **)&pq.name = dlsym(library, #name))) return missing(library, #name);

static char reason[512];

static const char *missing(void *library, const char *function) {
    snprintf(reason, sizeof reason, "it has no %s, so it is older than that of PostgreSQL 14", function);
    dlclose(library);
    return reason;
}

const char *pq_load(const char *name) {
    if (pq.library) return NULL;
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        snprintf(reason, sizeof reason, "%s", dlerror());
        return reason;
    }
    FIND(PQconnectdbParams)
    FIND(PQfinish)
    FIND(PQstatus)
    FIND(PQerrorMessage)
    FIND(PQparameterStatus)
    FIND(PQsocket)
    FIND(PQbackendPID)
    FIND(PQserverVersion)
    FIND(PQconninfoParse)
    FIND(PQconninfoFree)
    FIND(PQfreemem)
    FIND(PQsendQuery)
    FIND(PQsetnonblocking)
    FIND(PQsendPrepare)
    FIND(PQsendQueryPrepared)
    FIND(PQflush)
    FIND(PQconsumeInput)
    FIND(PQisBusy)
    FIND(PQgetResult)
    FIND(PQresultStatus)
    FIND(PQresultErrorField)
    FIND(PQresultErrorMessage)
    FIND(PQntuples)
    FIND(PQgetisnull)
    FIND(PQgetvalue)
    FIND(PQgetlength)
    FIND(PQcmdStatus)
    FIND(PQclear)
    FIND(PQsetNoticeProcessor)
    FIND(PQenterPipelineMode)
    FIND(PQpipelineSync)
    pq.library = library;
    return NULL;
}

static void drop_notice(void *context, const char *text) {
    (void)context;
    (void)text;
}

PGconn *pq_connect(const char *const *keywords, const char *const *values) {
    PGconn *connection = pq.PQconnectdbParams(keywords, values, 1);
    if (connection) pq.PQsetNoticeProcessor(connection, drop_notice, NULL);
    return connection;
}
void pq_finish(PGconn *connection) { pq.PQfinish(connection); }
int pq_is_up(const PGconn *connection) { return pq.PQstatus(connection) == 0; }
const char *pq_error_message(const PGconn *connection) { return pq.PQerrorMessage(connection); }
const char *pq_parameter(const PGconn *connection, const char *name) { return pq.PQparameterStatus(connection, name); }
int pq_socket(const PGconn *connection) { return pq.PQsocket(connection); }
int pq_backend(const PGconn *connection) { return pq.PQbackendPID(connection); }
int pq_server_version(const PGconn *connection) { return pq.PQserverVersion(connection); }

struct pq_option *pq_parse(const char *text, char **error) { return pq.PQconninfoParse(text, error); }
void pq_free_options(struct pq_option *options) { pq.PQconninfoFree(options); }
void pq_free(void *memory) { pq.PQfreemem(memory); }

int pq_send_script(PGconn *connection, const char *sql) { return pq.PQsendQuery(connection, sql); }

int pq_set_nonblocking(PGconn *connection, int is_nonblocking) { return pq.PQsetnonblocking(connection, is_nonblocking); }
int pq_enter_pipeline(PGconn *connection) { return pq.PQenterPipelineMode(connection); }
int pq_send_prepare(PGconn *connection, const char *name, const char *sql, int count, const unsigned int *types) {
    return pq.PQsendPrepare(connection, name, sql, count, types);
}
int pq_send_prepared(PGconn *connection, const char *name, int count, const char *const *values, const int *lengths) {
    static const int binary[64] = {
        1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
        1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
    };
    if (count > 64) return 0;
    return pq.PQsendQueryPrepared(connection, name, count, values, lengths, binary, 1);
}
int pq_pipeline_sync(PGconn *connection) { return pq.PQpipelineSync(connection); }
int pq_flush(PGconn *connection) { return pq.PQflush(connection); }
int pq_consume(PGconn *connection) { return pq.PQconsumeInput(connection); }
int pq_is_busy(PGconn *connection) { return pq.PQisBusy(connection); }
PGresult *pq_result(PGconn *connection) { return pq.PQgetResult(connection); }

int pq_status(const PGresult *result) { return pq.PQresultStatus(result); }
const char *pq_error_field(const PGresult *result, int field) { return pq.PQresultErrorField(result, field); }
const char *pq_result_error(const PGresult *result) { return pq.PQresultErrorMessage(result); }
int pq_rows(const PGresult *result) { return pq.PQntuples(result); }
int pq_is_null(const PGresult *result, int row, int column) { return pq.PQgetisnull(result, row, column); }
const char *pq_value(const PGresult *result, int row, int column) { return pq.PQgetvalue(result, row, column); }
int pq_length(const PGresult *result, int row, int column) { return pq.PQgetlength(result, row, column); }
const char *pq_tag(PGresult *result) { return pq.PQcmdStatus(result); }
void pq_clear(PGresult *result) { pq.PQclear(result); }
