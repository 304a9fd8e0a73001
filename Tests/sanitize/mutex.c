// Tells ThreadSanitizer of the waits for a Swift `Mutex`.
//
// A `Mutex` that nobody else wants is taken and given back by atomic operations in our own code, which ThreadSanitizer
// sees. One that is contended goes through these three functions of the Swift library, which is built without it:
// whoever waits for a `Mutex` would seem to race with whoever held it before. Linked into the tests, these stand before
// the library's own and say what those do: the wait ends after the other's release.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

extern void __tsan_acquire(void *address);
extern void __tsan_release(void *address);

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))

typedef void SWIFT Lock(uint32_t thread, SELF void *mutex);
typedef bool SWIFT TryLock(SELF void *mutex);
typedef void SWIFT Unlock(SELF void *mutex);

// _MutexHandle._lockSlow(_:), ._tryLockSlow() and ._unlockSlow() of Synchronization.
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

Lock lock_slow __asm__(LOCK);
TryLock try_lock_slow __asm__(TRY_LOCK);
Unlock unlock_slow __asm__(UNLOCK);

static void *original(const char *name) {
    void *found = dlsym(RTLD_NEXT, name);
    // The Swift library is another one than these lines were written for.
    if (!found) abort();
    return found;
}

SWIFT void lock_slow(uint32_t thread, SELF void *mutex) {
    ((Lock *)original(LOCK))(thread, mutex);
    __tsan_acquire(mutex);
}

SWIFT bool try_lock_slow(SELF void *mutex) {
    bool taken = ((TryLock *)original(TRY_LOCK))(mutex);
    if (taken) __tsan_acquire(mutex);
    return taken;
}

SWIFT void unlock_slow(SELF void *mutex) {
    __tsan_release(mutex);
    ((Unlock *)original(UNLOCK))(mutex);
}
