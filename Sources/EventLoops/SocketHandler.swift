import Bytes

/// What happens to a socket, told to whoever speaks its protocol. All calls come on the socket's shard, never from inside
/// a call to the socket.
package protocol SocketHandler: AnyObject {
    /// Bytes have come. What is not consumed is kept and offered again with the next bytes, or after `resumeReading`.
    func received(_ bytes: inout ReceivedBytes, from socket: Socket)
    /// The peer sends no more (it may still read). Usually one answers what is pending and calls `closeAfterFlush`.
    func inputEnded(_ socket: Socket)
    /// All that was written has gone to the kernel, after it had to wait.
    func drained(_ socket: Socket)
    /// More than the socket's `outputLimit` waits for a peer that does not read. Nothing is dropped; usually one closes.
    func outputLimitReached(_ socket: Socket)
    /// The instant set by `setDeadline` has come.
    func deadlinePassed(_ socket: Socket)
    /// The socket is gone; the last call.
    func closed(_ socket: Socket)
}
