import CLinux
import Glibc

/// The calls that move bytes through a socket. What they move may be records of TLS, which are made and read elsewhere
/// (``TLSStream``).
enum Transport {
    /// What a read gave.
    enum Read {
        case bytes(Int)
        /// Nothing now.
        case nothing
        /// The peer sends no more.
        case end
        case failure(errno: Int32)
    }

    static func receive(from descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Read {
        while true {
            let count = linux_receive(descriptor, buffer.baseAddress, buffer.count)
            if count > 0 { return .bytes(count) }
            if count == 0 { return .end }
            switch errno {
            case EINTR: continue
            case EAGAIN: return .nothing
            default: return .failure(errno: errno)
            }
        }
    }

    /// Leaves it to the system when to acknowledge what comes next. It forgets that with the first acknowledgment it has put off
    /// (tcp(7), TCP_QUICKACK). A refusal is nobody's harm.
    static func acknowledgeLate(on descriptor: Int32) {
        var no: Int32 = 0
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_QUICKACK, &no, socklen_t(MemoryLayout<Int32>.size))
    }

    /// Bytes taken, or -1 with errno set.
    static func send(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int {
        linux_send(descriptor, bytes.baseAddress, bytes.count)
    }

    /// Bytes taken of all pieces together, or -1 with errno set.
    static func send(_ vectors: inout [iovec], to descriptor: Int32) -> Int {
        vectors.withUnsafeMutableBufferPointer { vectors in
            var message = msghdr()
            message.msg_iov = vectors.baseAddress
            message.msg_iovlen = vectors.count
            return sendmsg(descriptor, &message, Int32(MSG_NOSIGNAL))
        }
    }
}
