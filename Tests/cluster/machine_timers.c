// Timers by the time since the boot, as the machine has them. libfaketime moves whatever instant a timer is set to by
// as much as the wall's clock was set, also where the timer counts from the boot: an hour ahead it would fire at once
// and for ever, an hour behind an hour too late. Loaded before that library, this stands in place of its own.

#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <unistd.h>

int timerfd_settime(int timer, int flags, const struct itimerspec *next, struct itimerspec *last) {
    return (int)syscall(SYS_timerfd_settime, timer, flags, next, last);
}

int timerfd_gettime(int timer, struct itimerspec *current) {
    return (int)syscall(SYS_timerfd_gettime, timer, current);
}
