#pragma once
#include <stdbool.h>
#include <stdint.h>

/// Whether allocations are counted in this program: not on other systems than Linux with glibc, and not under a
/// sanitizer, which brings an allocator of its own.
bool allocations_are_counted(void);

/// Whether the tests of them are to run: where they are counted, and wherever TILERACE_ALLOCATIONS is set, as `./test
/// allocations` does. There a counter that is lost is a failure, and not a reason to skip what it would have shown.
bool allocations_are_wanted(void);

/// Calls of malloc, calloc, realloc and their kin by this thread so far, whoever made them.
int64_t allocations_of_this_thread(void);
