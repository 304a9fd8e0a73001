import CLinux
import Glibc

/// Accepts connections from a listening socket, on the loop that watches it.
final class Listener {
    /// Connections accepted in a row before others get their turn.
    private static let acceptsPerEvent = 256
    /// ms to wait when there are too many, or the system has no descriptors or memory left; an ended connection
    /// shortens it.
    private static let pauseTime = 100

    let socket: any AcceptingSocket
    private let index: Int
    /// Hands an accepted socket to the shard that takes it.
    private let place: (_ socket: Int32, _ loop: EventLoop) -> Void
    /// Accepts a connection: its descriptor, or -1 with errno set.
    private let accept: (Int32) -> Int32
    /// Whether one more may be accepted.
    private let admits: () -> Bool
    private(set) var isPaused = false
    /// The timer that ends a pause.
    private var timer = TimerWheel<LoopTimer>.Token.none

    private var token: UInt64 { EventLoop.listenerTokens + UInt64(index) }

    init(
        _ socket: any AcceptingSocket, index: Int, accept: @escaping (Int32) -> Int32 = linux_accept,
        admits: @escaping () -> Bool,
        place: @escaping (_ socket: Int32, _ loop: EventLoop) -> Void
    ) {
        self.socket = socket
        self.index = index
        self.accept = accept
        self.admits = admits
        self.place = place
    }

    func start(for loop: EventLoop) {
        loop.watch(socket.descriptor, EPOLLIN.rawValue, token: token, operation: EPOLL_CTL_ADD)
    }

    /// Accepts who waits, and answers whether there may be more.
    @discardableResult func acceptSome(for loop: EventLoop) -> Bool {
        for _ in 0..<Listener.acceptsPerEvent {
            guard admits() else {
                pause(for: loop)
                return false
            }
            let accepted = accept(socket.descriptor)
            if accepted >= 0 {
                place(accepted, loop)
                continue
            }
            switch errno {
            case EMFILE, ENFILE, ENOBUFS, ENOMEM:
                pause(for: loop)
                return false
            case EAGAIN: return false
            // The fate of that one connection: ECONNABORTED, EPROTO, and what accept(2) passes on from the network.
            default: continue
            }
        }
        return true
    }

    /// Stops accepting for a while. Peers wait in the kernel's queue, which would otherwise wake the loop without end.
    private func pause(for loop: EventLoop) {
        guard !isPaused else { return }
        isPaused = true
        loop.watch(socket.descriptor, 0, token: token, operation: EPOLL_CTL_MOD)
        timer = loop.timers.schedule(.listener(index), at: loop.now + Int64(Listener.pauseTime))
    }

    func resume(for loop: EventLoop) {
        guard isPaused else { return }
        isPaused = false
        loop.timers.cancel(timer)
        loop.watch(socket.descriptor, EPOLLIN.rawValue, token: token, operation: EPOLL_CTL_MOD)
    }

    /// Accepts no more. Clients that wait in an inherited socket stay there for our successor. Those that wait in our
    /// own would be reset, and are let in.
    func stop(for loop: EventLoop) {
        if !socket.isInherited {
            // As many as can wait, and not whoever comes meanwhile: they could keep us here for ever.
            for _ in 0...Int(ListeningSocket.backlog) / Listener.acceptsPerEvent {
                guard acceptSome(for: loop) else { break }
            }
        }
        // To close is not enough to be rid of its events, while another process holds the same socket.
        loop.watch(socket.descriptor, 0, token: token, operation: EPOLL_CTL_DEL)
        close(socket.descriptor)
    }
}

extension EventLoop {
    /// Accepts from a socket until the loop stops.
    func listen(
        on socket: any AcceptingSocket, admits: @escaping () -> Bool,
        place: @escaping (_ socket: Int32, _ loop: EventLoop) -> Void
    ) {
        let listener = Listener(socket, index: listeners.count, admits: admits, place: place)
        listeners.append(listener)
        listener.start(for: self)
    }

    /// A descriptor has become free: listeners that wait for one try again.
    func resumeListeners() {
        for listener in listeners where listener?.isPaused == true { listener?.resume(for: self) }
    }

    /// Accepts nothing more.
    func stopListening() {
        for index in listeners.indices {
            listeners[index]?.stop(for: self)
            listeners[index] = nil
        }
    }

    /// Calls `body` with each connection that is open.
    package func forEachConnection(_ body: (Connection) -> Void) {
        for connection in slots.all where connection.isOpen { body(connection) }
    }

    /// Asks every handler to say good-bye and close.
    func stopConnections() {
        isStopping = true
        forEachConnection { $0.handler?.stopping($0) }
    }

    /// Aborts whoever is left.
    func abortConnections() {
        for connection in slots.all { connection.abort() }
    }
}
