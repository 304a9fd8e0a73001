#pragma once
// The Linux calls that Swift's Glibc module does not import.
#include <sys/epoll.h>
#include <sys/socket.h>
#include <netinet/in.h>
#include <netinet/tcp.h>

extern int accept4(int, struct sockaddr *, socklen_t *, int);

/// accept4(2) without the peer's address, whose C type Swift cannot pass as null.
static inline int tilerace_accept(int listener) {
    return accept4(listener, 0, 0, SOCK_NONBLOCK | SOCK_CLOEXEC);
}
