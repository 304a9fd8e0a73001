import CLinux

/// The arenas of the C library's heap: by default up to eight per processor, so that threads seldom wait for each
/// other.
package enum HeapArenas {
    /// Limits the number of arenas, so that threads reuse the memory that others free. A shard's queue is served by
    /// changing threads, and each would leave memory in an arena of its own. Must be called before threads start. Does
    /// nothing if the C library has no arenas.
    package static func limit(to count: Int) { _ = linux_limit_arenas(Int32(clamping: count)) }

    /// Returns free pages inside the heap to the system. Takes some 4 ms for 100 MiB, during which threads that
    /// allocate from the same arena wait.
    package static func trim() { linux_trim_heap() }
}
