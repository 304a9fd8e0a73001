import CLinux

/// A program's own part in the turns of a loop, such as that of one which measures a server.
package protocol LoopCompanion: AnyObject {
    /// ms for which the shard sleeps after each turn, so that what comes meanwhile is read at once. Everything on the
    /// shard waits that long. With 0 a turn waits for more events instead, where they come often.
    var rest: UInt32 { get }
    /// Bytes have been read from this socket. Its handler gets them next.
    func hasRead(from socket: Int32)
}

extension EventLoop {
    /// Calls `handler` whenever `descriptor` is readable, until the loop is gone. One descriptor for each loop.
    package func watch(readable descriptor: Int32, _ handler: @escaping () -> Void) {
        precondition(watched == nil, "a loop watches one descriptor for others")
        watched = handler
        watch(descriptor, EPOLLIN.rawValue, token: EventLoop.watchedToken, operation: EPOLL_CTL_ADD)
    }
}
