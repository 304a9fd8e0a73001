import CLinux
import Glibc

/// The calls that move bytes through a socket. What they move may be records of TLS, which are made and read elsewhere
/// (``TLSStream``).
enum Transport {
    /// The result of a read.
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

    /// The round trip in µs that the kernel has measured (`TCP_INFO`): the least of the last minutes, or the smoothed
    /// one if that is less. Nil if it has measured none, as on a socket that is not TCP's or not connected.
    static func roundTrip(of descriptor: Int32) -> Int? {
        let roundTrip = linux_round_trip(descriptor)
        return roundTrip < 0 ? nil : Int(roundTrip)
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
