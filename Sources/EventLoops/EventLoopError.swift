import CLinux
import Glibc

/// What the system refused, with its own words.
package enum EventLoopError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A call failed with this `errno`.
    case system(call: String, code: Int32)
    /// The text is no IPv4 or IPv6 address.
    case noAddress(String)

    /// The failed call with the present `errno`.
    static func last(_ call: String) -> EventLoopError { .system(call: call, code: errno) }

    package var description: String {
        switch self {
        case .system(let call, let code): "\(call): \(String(cString: strerror(code)))"
        case .noAddress(let text): "“\(text)” is no IP address"
        }
    }
}
