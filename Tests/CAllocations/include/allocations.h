#pragma once
#include <stdbool.h>
#include <stdint.h>

/// Whether allocations are counted in this program: not on other systems than Linux with glibc, and not under a sanitizer, which
/// brings an allocator of its own.
bool allocations_are_counted(void);

/// Calls of malloc, calloc, realloc and their kin by this thread so far, whoever made them.
int64_t allocations_of_this_thread(void);
