#include "CCurl.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

struct curl_slist;

// The functions used, each with its prototype in curl.h.
static struct {
    void *library;
    int (*global_init)(long);
    void *(*easy_init)(void);
    int (*easy_setopt)(void *, int, ...);
    int (*easy_perform)(void *);
    int (*easy_getinfo)(void *, int, ...);
    void (*easy_cleanup)(void *);
    const char *(*easy_strerror)(int);
    struct curl_slist *(*slist_append)(struct curl_slist *, const char *);
    void (*slist_free_all)(struct curl_slist *);
} curl;

enum {
    OPTION_WRITEDATA = 10001,
    OPTION_URL = 10002,
    OPTION_PROXY = 10004,
    OPTION_ERRORBUFFER = 10010,
    OPTION_WRITEFUNCTION = 20011,
    OPTION_POSTFIELDS = 10015,
    OPTION_HTTPHEADER = 10023,
    OPTION_POST = 47,
    OPTION_NETRC = 51,
    OPTION_FOLLOWLOCATION = 52,
    OPTION_POSTFIELDSIZE = 60,
    OPTION_SSL_VERIFYPEER = 64,
    OPTION_CAINFO = 10065,
    OPTION_SSL_VERIFYHOST = 81,
    OPTION_HTTP_VERSION = 84,
    OPTION_NOSIGNAL = 99,
    OPTION_TIMEOUT_MS = 155,
    OPTION_CONNECTTIMEOUT_MS = 156,
    OPTION_PROTOCOLS = 181,
};
enum { INFO_RESPONSE_CODE = 0x200002, GLOBAL_ALL = 3, VERSION_1_1 = 2, PROTOCOL_HTTP = 1, PROTOCOL_HTTPS = 2, WRITE_ERROR = 23 };
// The size of the buffer of `CURLOPT_ERRORBUFFER`, as in curl.h.
enum { ERROR_SIZE = 256 };

static char reason_of_load[512];

const char *curl_load(const char *name) {
    if (curl.library) return NULL;
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        snprintf(reason_of_load, sizeof reason_of_load, "%s", dlerror());
        return reason_of_load;
    }
#define FIND(name)                                                                                                               \
    if (!(*(void **)&curl.name = dlsym(library, "curl_" #name))) {                                                               \
        snprintf(reason_of_load, sizeof reason_of_load, "it has no curl_" #name);                                                \
        dlclose(library);                                                                                                        \
        return reason_of_load;                                                                                                   \
    }
    FIND(global_init)
    FIND(easy_init)
    FIND(easy_setopt)
    FIND(easy_perform)
    FIND(easy_getinfo)
    FIND(easy_cleanup)
    FIND(easy_strerror)
    FIND(slist_append)
    FIND(slist_free_all)
    if (curl.global_init(GLOBAL_ALL) != 0) return "it could not begin";
    curl.library = library;
    return NULL;
}

// Bytes that may still be read, and whether there were more.
struct answer {
    size_t left;
    int is_long;
};

static size_t take(char *bytes, size_t size, size_t count, void *pointer) {
    (void)bytes;
    struct answer *answer = pointer;
    if (size * count > answer->left) {
        answer->is_long = 1;
        return 0;
    }
    answer->left -= size * count;
    return size * count;
}

int curl_post(const curl_post_request *request, char *reason, size_t capacity) {
    char error[ERROR_SIZE] = "";
    struct answer answer = {request->most, 0};
    struct curl_slist *fields = NULL;
    long status = 0;
    void *handle = curl.easy_init();
    int result = handle == NULL;
#define SET(option, value)                                                                                                       \
    if (result == 0) result = curl.easy_setopt(handle, OPTION_##option, value);
    SET(ERRORBUFFER, error)
    SET(URL, request->address)
    SET(PROTOCOLS, (long)(request->allows_plain ? PROTOCOL_HTTP | PROTOCOL_HTTPS : PROTOCOL_HTTPS))
    SET(FOLLOWLOCATION, 0L)
    SET(PROXY, "")
    SET(NETRC, 0L)
    SET(NOSIGNAL, 1L)
    SET(HTTP_VERSION, (long)VERSION_1_1)
    SET(SSL_VERIFYPEER, 1L)
    SET(SSL_VERIFYHOST, 2L)
    if (request->authorities) SET(CAINFO, request->authorities)
    SET(TIMEOUT_MS, request->patience)
    SET(CONNECTTIMEOUT_MS, request->patience)
    SET(POST, 1L)
    SET(POSTFIELDSIZE, (long)request->body_count)
    SET(POSTFIELDS, request->body)
    SET(WRITEFUNCTION, take)
    SET(WRITEDATA, &answer)
    for (int index = 0; result == 0 && index < request->field_count; index++) {
        struct curl_slist *longer = curl.slist_append(fields, request->fields[index]);
        if (longer == NULL) result = 1; else fields = longer;
    }
    SET(HTTPHEADER, fields)
    if (result == 0) result = curl.easy_perform(handle);
    // A long answer is cut off, and is an answer all the same: the receiver has taken the request.
    if (result == WRITE_ERROR && answer.is_long) result = 0;
    if (result == 0) curl.easy_getinfo(handle, INFO_RESPONSE_CODE, &status);
    if (result != 0) snprintf(reason, capacity, "%s", error[0] ? error : curl.easy_strerror(result));
    if (handle) curl.easy_cleanup(handle);
    curl.slist_free_all(fields);
    return result != 0 ? -result : (int)status;
}
