// What the C library says of its heap, for tests that bound it.
#include <malloc.h>
#include <stddef.h>

/// Bytes allocated and not freed, of all arenas; those of the allocator's own bookkeeping included.
static inline size_t malloc_bytes_in_use(void) {
    struct mallinfo2 heap = mallinfo2();
    return heap.uordblks + heap.hblkhd;
}
