#pragma once
// The Linux calls that Swift's Glibc module does not import.
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <stddef.h>
#include <stdint.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/fsuid.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/timex.h>
#include <sys/xattr.h>
#include <unistd.h>

// Declared here: the headers hide it behind _GNU_SOURCE, with which they would not match what Swift's Glibc imported.
extern int accept4(int listener, struct sockaddr *address, socklen_t *size, int flags);

static inline int linux_accept(int listener) {
    return accept4(listener, 0, 0, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

// The C library's own recv and send ask, before and after, whether the thread is to be cancelled: two atomic operations
// each, a tenth of what this program itself does for an echo. Nobody cancels threads here.
extern long syscall(long number, ...);
static inline ssize_t linux_receive(int socket, void *buffer, size_t size) {
    return syscall(SYS_recvfrom, socket, buffer, size, 0, (void *)0, (void *)0);
}
static inline ssize_t linux_send(int socket, const void *bytes, size_t count) {
    return syscall(SYS_sendto, socket, bytes, count, MSG_NOSIGNAL, (void *)0, 0);
}

// epoll_data is a union, and epoll_event packed on x86-64: the token is set and read here.
static inline int linux_epoll_control(int epoll, int operation, int descriptor, uint32_t events, uint64_t token) {
    struct epoll_event event = {.events = events, .data = {.u64 = token}};
    return epoll_ctl(epoll, operation, descriptor, &event);
}
static inline uint64_t linux_epoll_token(const struct epoll_event *event) { return event->data.u64; }
static inline uint32_t linux_epoll_events(const struct epoll_event *event) { return event->events; }

// struct ucred is hidden behind _GNU_SOURCE. -1 if this is no local socket.
struct linux_peer { int32_t process; uint32_t user, group; };
static inline int linux_peer_of(int socket, struct linux_peer *peer) {
    socklen_t size = sizeof *peer;
    return getsockopt(socket, SOL_SOCKET, SO_PEERCRED, peer, &size) == 0 && size == sizeof *peer;
}
static inline int64_t linux_peer_user(int socket) {
    struct linux_peer peer;
    return linux_peer_of(socket, &peer) ? (int64_t)peer.user : -1;
}
// The process that listens where a connected socket leads; -1 if this is no local socket.
static inline int32_t linux_peer_process(int socket) {
    struct linux_peer peer;
    return linux_peer_of(socket, &peer) ? peer.process : -1;
}

// 1 if the machine's clock is set from outside, 0 if it is not, -1 if the system does not say. Changes nothing.
static inline int linux_clock_is_synchronised(void) {
    struct timex clock = {.modes = 0};
    if (adjtimex(&clock) < 0) return -1;
    return (clock.status & STA_UNSYNC) == 0;
}

// fcntl takes its argument by `...`, which Swift does not import.
static inline int linux_set_close_on_exec(int descriptor) { return fcntl(descriptor, F_SETFD, FD_CLOEXEC); }
static inline int linux_set_nonblocking(int descriptor) {
    int flags = fcntl(descriptor, F_GETFL);
    return flags < 0 ? flags : fcntl(descriptor, F_SETFL, flags | O_NONBLOCK);
}

// The beginning of the kernel's struct tcp_info (linux/tcp.h), which is longer than the C library's and cannot be
// included beside it. A kernel adds fields at its end only.
struct linux_tcp_figures {
    uint8_t state[8];
    uint32_t before[15];
    uint32_t smoothed_round_trip;
    uint32_t between[8];
    uint64_t bytes[4];
    uint32_t segments[3];
    uint32_t least_round_trip;
};
_Static_assert(offsetof(struct linux_tcp_figures, smoothed_round_trip) == offsetof(struct tcp_info, tcpi_rtt), "as in C");
_Static_assert(offsetof(struct linux_tcp_figures, least_round_trip) == 148, "as in the kernel");

// The lesser of the smoothed round trip and the least one of the last minutes, in microseconds, as the kernel measures
// them by the acknowledgments of its TCP peer. -1 if it has measured none, or this is no TCP socket.
static inline int64_t linux_round_trip(int socket) {
    struct linux_tcp_figures figures = {.least_round_trip = UINT32_MAX};
    socklen_t size = sizeof figures;
    if (getsockopt(socket, IPPROTO_TCP, TCP_INFO, &figures, &size) < 0) return -1;
    // 0 stands for no smoothed figure, all bits for no least one, which kernels before 4.6 leave out.
    if (size < offsetof(struct linux_tcp_figures, between) || figures.smoothed_round_trip == 0) return -1;
    int64_t smoothed = figures.smoothed_round_trip, least = figures.least_round_trip;
    return least < smoothed ? least : smoothed;
}

// Bounds the heaps that the C library divides the process's memory into. False if it does not do so.
static inline int linux_limit_arenas(int count) { return mallopt(M_ARENA_MAX, count); }

// Gives free pages in the midst of the heap back.
static inline void linux_trim_heap(void) { malloc_trim(0); }

// cpu_set_t and its macros are hidden behind _GNU_SOURCE, too.
extern int sched_getaffinity(int process, size_t size, void *mask);

// The processors that this process may run on; 0 if the system does not say.
static inline int linux_processor_count(void) {
    unsigned long mask[128] = {0};
    int count = 0;
    if (sched_getaffinity(0, sizeof mask, mask) < 0) return 0;
    for (int word = 0; word < 128; word++) count += __builtin_popcountl(mask[word]);
    return count;
}

// Asks the kernel whether a user of these groups may do `mode` (R_OK, W_OK, X_OK) with a file or folder itself,
// whatever stands on the way to it, and returns 0 or an errno. For root alone. Identities for files belong to a thread;
// the C library's setgroups would give its list to all of them, and its faccessat does not ask the kernel.
static inline int linux_access_as(uint32_t user, const uint32_t *groups, size_t count, const char *path, int mode) {
    enum { only_path = 010000000, empty_path = 0x1000, effective = 0x200, most = 256 };
    const uint32_t nobody = (uint32_t)-1;
    uint32_t before[most];
    long had = syscall(SYS_getgroups, most, before);
    if (had < 0 || count == 0) return EPERM;
    int file = open(path, only_path | O_CLOEXEC);
    if (file < 0) return EPERM;
    int reason = EPERM;
    if (syscall(SYS_setgroups, count, groups) == 0) {
        int group = setfsgid(groups[0]), who = setfsuid(user);
        // The two calls report no failure: to ask for an identity that cannot be is how to learn the one in force.
        if ((uint32_t)setfsuid(nobody) == user && (uint32_t)setfsgid(nobody) == groups[0]) {
            reason = syscall(SYS_faccessat2, file, "", mode, empty_path | effective) == 0 ? 0 : errno;
        }
        setfsuid((uint32_t)who);
        setfsgid((uint32_t)group);
        syscall(SYS_setgroups, had, before);
    }
    close(file);
    return reason;
}

// Whether a file or folder has an access list beside its mode (acl(5)).
static inline int linux_has_access_list(const char *path) { return getxattr(path, "system.posix_acl_access", 0, 0) > 0; }
