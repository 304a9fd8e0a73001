import Glibc

/// ms that this thread has had a processor, for tests of what something costs: other programs and tests may want the
/// processor meanwhile.
package func processorTime() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
}

/// Whether the program runs under a sanitizer, which makes everything several times slower.
package let isSanitized = dlsym(nil, "__tsan_init") != nil || dlsym(nil, "__asan_init") != nil
