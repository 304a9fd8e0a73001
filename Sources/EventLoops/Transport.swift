import CLinux
import Glibc

/// When what comes through a socket is acknowledged to its sender.
package enum Acknowledgments: Sendable {
    /// As the system does it.
    case bySystem
    /// Some time after it came: every other one, where it comes seldom.
    case late
    /// When it is read, each one: that costs the reader a packet for each reading, and the sender nothing.
    case onReading
}

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

    /// Says when to acknowledge what was just read and what comes next. A refusal is nobody's harm.
    ///
    /// TCP_QUICKACK (tcp(7)) is no lasting setting. 0 puts off the next acknowledgment; when the system's timer has
    /// made that one, it makes the one after it at once. Any other number acknowledges now what is still to be
    /// acknowledged, and forgets that 0.
    static func acknowledge(_ time: Acknowledgments, on descriptor: Int32) {
        switch time {
        case .bySystem: return
        case .late: acknowledge(0, on: descriptor)
        case .onReading:
            acknowledge(2, on: descriptor)
            acknowledge(0, on: descriptor)
        }
    }

    private static func acknowledge(_ value: Int32, on descriptor: Int32) {
        var value = value
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_QUICKACK, &value, socklen_t(MemoryLayout<Int32>.size))
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
