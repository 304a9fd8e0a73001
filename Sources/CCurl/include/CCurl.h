#pragma once

#include <stddef.h>

// libcurl, loaded when wanted: a server without webhooks needs none to be installed. The declarations and numbers here
// are those of curl.h, which its makers keep for all of libcurl.so.4.

/// A POST over HTTP. What stands nowhere here is not done: no redirect is followed, no proxy and no file of passwords
/// asked.
typedef struct {
    const char *address;
    /// Header fields, `Name: value`.
    const char *const *fields;
    int field_count;
    const void *body;
    size_t body_count;
    /// ms for all of it.
    long patience;
    /// Bytes of the answer that are read at most: none is kept.
    size_t most;
    /// Whether http:// may be spoken, and not https:// alone.
    int allows_plain;
    /// A PEM file with the authorities that are trusted; NULL for the system's.
    const char *authorities;
} curl_post_request;

/// Loads the library of this name. Answers NULL, or why it cannot be used, in memory that stays. To be called before
/// `curl_post`, and by one thread at a time.
const char *curl_load(const char *name);

/// Sends, and blocks until the end. Answers the status of HTTP. If there was no answer it is libcurl's number of the
/// error (CURLcode) below zero, or 0, and `reason`, which has place for `capacity` bytes, says why.
int curl_post(const curl_post_request *request, char *reason, size_t capacity);
