import CLinux
import EventLoops
import Glibc

/// The time at which what comes through a socket is acknowledged to its sender. On one machine an acknowledgment that
/// is made on arrival is made in the server's `send`, and would be measured as the server's work.
enum Acknowledgments {
    /// The pace of the system.
    case bySystem
    /// Some time after it came: every other one, where it comes seldom.
    case late
    /// When it is read, each one: that costs the reader a packet for each reading, and the sender nothing.
    case onReading

    /// Says when to acknowledge what was just read and what comes next. A refusal is nobody's harm.
    ///
    /// TCP_QUICKACK (tcp(7)) is no lasting setting. 0 puts off the next acknowledgment; when the system's timer has
    /// made that one, it makes the one after it at once. Any other number acknowledges now what is still to be
    /// acknowledged, and forgets that 0.
    func apply(to socket: Int32) {
        switch self {
        case .bySystem: return
        case .late: Acknowledgments.set(0, on: socket)
        case .onReading:
            Acknowledgments.set(2, on: socket)
            Acknowledgments.set(0, on: socket)
        }
    }

    private static func set(_ value: Int32, on socket: Int32) {
        var value = value
        setsockopt(socket, Int32(IPPROTO_TCP), TCP_QUICKACK, &value, socklen_t(MemoryLayout<Int32>.size))
    }
}

/// The way in which a loop of the load reads, so that the server is measured and not this program.
final class LoadPace: LoopCompanion {
    var acknowledgments: Acknowledgments
    var rest: UInt32

    init(_ acknowledgments: Acknowledgments = .bySystem, rest: UInt32 = 0) {
        self.acknowledgments = acknowledgments
        self.rest = rest
    }

    func hasRead(from socket: Int32) { acknowledgments.apply(to: socket) }
}
