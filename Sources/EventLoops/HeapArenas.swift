import CLinux

/// The C library's heap, of which it gives up to eight parts to each processor, so that threads seldom wait for each
/// other.
package enum HeapArenas {
    /// Has it use so many parts. What one thread frees, another can then use again: a shard is a queue, which now this
    /// thread serves and now that one, and each left the memory of its time in a part of its own. To be called before
    /// there are threads. Does nothing with a C library that knows no such parts.
    package static func limit(to count: Int) { _ = linux_limit_arenas(Int32(clamping: count)) }

    /// Gives whole pages in which there is nothing back to the system, wherever they lie. It takes some 4 ms for 100
    /// MiB, in which threads that want memory of the same part wait.
    static func trim() { linux_trim_heap() }
}
