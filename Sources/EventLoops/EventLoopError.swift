import Glibc

/// A call that the system refused.
package struct EventLoopError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name of the call, with its object where that helps.
    package let call: String
    /// The system's number for the reason.
    package let errno: Int32

    /// An error with the reason that `errno` holds now.
    package init(call: String) {
        self.init(call: call, errno: Glibc.errno)
    }

    /// An error with a given reason.
    init(call: String, errno: Int32) {
        self.call = call
        self.errno = errno
    }

    package var description: String { "\(call): \(String(cString: strerror(errno)))" }
}
