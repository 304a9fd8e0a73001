import EventLoops
import Glibc

/// Advice for an operator whose server cannot listen on its address.
enum ListeningAdvice {
    /// The reason, and the way out of it.
    static func text(for error: EventLoopError) -> String {
        switch error.errno {
        case EADDRINUSE:
            "another program listens there already, perhaps another Tilerace; `ss -ltnp` names it, --port takes another port"
        case EACCES:
            "ports below 1024 are not for every user; take another with --port, or let systemd open it (docs/operations.md)"
        case EADDRNOTAVAIL: "this machine has no such address; `ip address` lists those it has"
        default: "\(error)"
        }
    }
}
