import Glibc

/// A listening socket that the starting program has opened, and keeps open when the server is gone. Clients wait in it
/// while one server ends and the next one begins.
package struct InheritedSocket: Sendable {
    /// The supervisor's name for the socket; `unknown` if it gave none.
    package let name: String
    /// Ready to be served.
    package let socket: ListeningSocket
}

/// Socket activation as systemd does it (sd_listen_fds(3)), and as any other supervisor can: descriptors from 3 on,
/// described in `LISTEN_PID`, `LISTEN_FDS` and `LISTEN_FDNAMES`.
package enum InheritedSockets {
    private static let firstDescriptor: Int32 = 3
    /// More than any server has listeners: a number beyond is a mistake.
    private static let limit: Int32 = 64

    /// Takes over the sockets that are meant for this process: none if it was started without. The variables are
    /// removed, and the descriptors closed on `exec`, so that no child takes itself for their owner. To be called once,
    /// before other threads are begun. Throws if what was promised is not there or is no listening TCP socket.
    package static func take() throws(EventLoopError) -> [InheritedSocket] {
        var variables: [String: String] = [:]
        for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] {
            variables[name] = getenv(name).map { String(cString: $0) }
            unsetenv(name)
        }
        var sockets: [InheritedSocket] = []
        for promise in try promised(by: variables, to: getpid()) {
            let socket = try ListeningSocket(inheriting: promise.descriptor, name: promise.name)
            sockets.append(InheritedSocket(name: promise.name, socket: socket))
        }
        return sockets
    }

    /// Returns the sockets that the variables promise to the process with that id.
    static func promised(
        by variables: [String: String], to process: pid_t
    ) throws(EventLoopError) -> [(descriptor: Int32, name: String)] {
        guard let owner = variables["LISTEN_PID"], let text = variables["LISTEN_FDS"] else { return [] }
        guard let owner = decimal(owner) else { throw fault("LISTEN_PID=\(owner) is no process id") }
        // Left over from a parent for which they were meant.
        guard owner == process else { return [] }
        guard let count = decimal(text), count <= limit else {
            throw fault("LISTEN_FDS=\(text) is no number of sockets")
        }
        var names = [String](repeating: "unknown", count: Int(count))
        if let list = variables["LISTEN_FDNAMES"], count > 0 {
            names = list.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
            guard names.count == count else { throw fault("LISTEN_FDNAMES=\(list) does not name \(count) sockets") }
        }
        return names.enumerated().map { (firstDescriptor + Int32($0.offset), $0.element) }
    }

    /// Digits alone: no sign, no blank.
    private static func decimal(_ text: String) -> Int32? {
        text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int32(text) : nil
    }

    private static func fault(_ text: String) -> EventLoopError { EventLoopError(call: text, errno: EINVAL) }
}
