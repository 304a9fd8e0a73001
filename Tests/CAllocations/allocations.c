// A program's own malloc takes the place of the library's for all of its libraries too (glibc manual, "Replacing
// malloc"): these count and pass on to the real ones. Linked into the test program only.
#include "allocations.h"
#include <errno.h>
#include <features.h>
#include <stddef.h>
#include <stdlib.h>

bool allocations_are_wanted(void) { return allocations_are_counted() || getenv("TILERACE_ALLOCATIONS") != NULL; }

#ifndef __has_feature
#define __has_feature(feature) 0
#endif

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) \
    && !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static _Thread_local int64_t count;

bool allocations_are_counted(void) { return true; }
int64_t allocations_of_this_thread(void) { return count; }

void *malloc(size_t size) {
    count++;
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    count++;
    return __libc_calloc(number, size);
}

void *realloc(void *memory, size_t size) {
    count++;
    return __libc_realloc(memory, size);
}

void *memalign(size_t alignment, size_t size) {
    count++;
    return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    count++;
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
    count++;
    void *memory = __libc_memalign(alignment, size);
    if (!memory) return ENOMEM;
    *result = memory;
    return 0;
}

#else

bool allocations_are_counted(void) { return false; }
int64_t allocations_of_this_thread(void) { return 0; }

#endif
