import Foundation
import Synchronization
import TestKit

/// A socket in the server's folder that passes bytes on to the server, and can break connections in their middle.
final class SocketProxy: Sendable {
    /// When to break the next connection that sends something.
    enum Cut: Sendable {
        /// After so many bytes from the client: the server gets these and no more.
        case after(Int)
        /// At once, for the client; the server gets what was sent so many ms later.
        case late(milliseconds: UInt32)
        /// Once the client has sent this text: the server gets it, and the client no answer.
        case unanswered(String)
    }

    static let port = 5499

    private let server: PostgreSQLServer
    private let listener: Int32
    private let cut = Mutex<Cut?>(nil)

    init(before server: PostgreSQLServer) throws {
        self.server = server
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        try SocketProxy.withAddress(server, SocketProxy.port) { address, length in
            guard bind(listener, address, length) == 0, listen(listener, 16) == 0 else {
                throw PostgreSQLServer.Fault(description: "no proxy: \(String(cString: strerror(errno)))")
            }
        }
        Thread.detachNewThread { [self] in
            while true {
                let client = accept(listener, nil, nil)
                if client < 0 { return }
                Thread.detachNewThread { [self] in pass(client) }
            }
        }
    }

    /// Breaks the next connection that sends something.
    func arm(_ cut: Cut) { self.cut.withLock { $0 = cut } }

    /// Whether it has not broken one yet.
    var isArmed: Bool { cut.withLock { $0 != nil } }

    private func pass(_ client: Int32) {
        defer { close(client) }
        let upstream = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(upstream) }
        let isUp = SocketProxy.withAddress(server, 5432) { connect(upstream, $0, $1) == 0 }
        guard isUp else { return }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        while true {
            var sockets = [client, upstream].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            guard poll(&sockets, 2, -1) > 0 else { return }
            if sockets[0].revents != 0 {
                let count = read(client, &bytes, bytes.count)
                guard count > 0 else { return }
                let due = cut.withLock { cut -> Cut? in
                    guard let due = cut else { return nil }
                    if case .unanswered(let text) = due, !SocketProxy.contains(bytes[..<count], text) { return nil }
                    if case .after(let left) = due, left >= count {
                        cut = .after(left - count)
                        return nil
                    }
                    cut = nil
                    return due
                }
                switch due {
                case nil: SocketProxy.write(bytes[..<count], to: upstream)
                case .after(let left): return SocketProxy.write(bytes[..<left], to: upstream)
                case .unanswered:
                    SocketProxy.write(bytes[..<count], to: upstream)
                    // Until the server has answered.
                    _ = read(upstream, &bytes, bytes.count)
                    return
                case .late(let milliseconds):
                    shutdown(client, Int32(SHUT_RDWR))
                    usleep(1_000 * milliseconds)
                    SocketProxy.write(bytes[..<count], to: upstream)
                    usleep(50_000)
                    return
                }
            }
            if sockets[1].revents != 0 {
                let count = read(upstream, &bytes, bytes.count)
                guard count > 0 else { return }
                SocketProxy.write(bytes[..<count], to: client)
            }
        }
    }

    private static func contains(_ bytes: ArraySlice<UInt8>, _ text: String) -> Bool {
        String(decoding: bytes, as: UTF8.self).contains(text)
    }

    private static func write(_ bytes: ArraySlice<UInt8>, to file: Int32) {
        var rest = bytes
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(file, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            if count <= 0 { return }
            rest = rest.dropFirst(count)
        }
    }

    private static func withAddress<T>(
        _ server: PostgreSQLServer, _ port: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) throws -> T
    ) rethrows -> T {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let path = "\(server.folder)/.s.PGSQL.\(port)"
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        return try withUnsafePointer(to: &address) { address in
            try address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                try body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
