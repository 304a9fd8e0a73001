import COpenSSL
import Foundation
import Glibc

/// A TLS client as others write them: OpenSSL on a blocking socket, with a bound on every wait.
package final class TLSClient {
    /// The client's part of the handshake.
    package struct Options {
        /// Names of ALPN, the dearest first.
        package var protocols: [String] = []
        /// For SNI.
        package var serverName: String?
        /// The only version it speaks: `TLS1_2_VERSION` and so on.
        package var version: Int32?
        /// Ciphers of TLS 1.2 and before.
        package var ciphers: String?
        /// A session of a connection before.
        package var session: OpaquePointer?
        /// Bytes that the system keeps for it, for a client that is slow.
        package var receiveBuffer: Int32?

        package init() {}
    }

    /// The server, or OpenSSL, says no: OpenSSL's words.
    package struct Refusal: Error, Equatable, CustomStringConvertible {
        package let description: String
    }

    private let socket: Int32
    private let context: OpaquePointer
    private let ssl: OpaquePointer
    private var pending: [UInt8] = []

    /// Connects to this machine and shakes hands.
    package init(port: UInt16, _ options: Options = Options()) throws {
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        context = SSL_CTX_new(TLS_client_method())
        ssl = try TLSClient.prepare(context, options)
        // A server that hangs up must not end the tests by SIGPIPE, which OpenSSL's write raises.
        signal(SIGPIPE, SIG_IGN)
        var bound = timeval(tv_sec: 10, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &bound, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &bound, socklen_t(MemoryLayout<timeval>.size))
        if var size = options.receiveBuffer { setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &size, 4) }
        try connect(port)
        SSL_set_fd(ssl, socket)
        try check(SSL_connect(ssl))
    }

    deinit {
        // Else OpenSSL forgets the session: its peer might have been cut off.
        SSL_set_shutdown(ssl, SSL_SENT_SHUTDOWN | SSL_RECEIVED_SHUTDOWN)
        SSL_free(ssl)
        SSL_CTX_free(context)
        Glibc.close(socket)
    }

    private static func prepare(_ context: OpaquePointer, _ options: Options) throws -> OpaquePointer {
        // Servers of tests are self-signed; who they are is asked with `serverCertificateName`.
        SSL_CTX_set_verify(context, SSL_VERIFY_NONE, nil)
        if let version = options.version {
            // Versions that this machine's policy forbids are wanted, too: the server is to refuse them.
            SSL_CTX_set_security_level(context, 0)
            try check(openssl_set_versions(context, version, version))
        }
        if let ciphers = options.ciphers { try check(SSL_CTX_set_cipher_list(context, ciphers)) }
        if !options.protocols.isEmpty {
            let list = options.protocols.flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) }
            SSL_CTX_set_alpn_protos(context, list, UInt32(list.count))
        }
        guard let ssl = SSL_new(context) else { throw Refusal(description: "SSL_new") }
        if let name = options.serverName { try check(openssl_set_server_name(ssl, name)) }
        if let session = options.session { try check(SSL_set_session(ssl, session)) }
        return ssl
    }

    private func connect(_ port: UInt16) throws {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        inet_pton(AF_INET, "127.0.0.1", &address.sin_addr)
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw SocketClientError.system(call: "connect", errno: errno) }
    }

    @discardableResult
    private static func check(_ result: Int32) throws -> Int32 {
        guard result <= 0 else { return result }
        let code = ERR_peek_error()
        ERR_clear_error()
        throw Refusal(
            description: ERR_reason_error_string(code).map { String(cString: $0) } ?? "the end, without a word")
    }

    @discardableResult
    private func check(_ result: Int32) throws -> Int32 { try TLSClient.check(result) }

    // MARK: Outcome of the handshake

    /// `TLSv1.3`.
    package var version: String { String(cString: SSL_get_version(ssl)) }
    /// `TLS_AES_128_GCM_SHA256`.
    package var cipher: String { String(cString: SSL_CIPHER_get_name(SSL_get_current_cipher(ssl))) }
    /// Whether the server knew the session again.
    package var isResumed: Bool { SSL_session_reused(ssl) == 1 }

    /// The protocol that ALPN chose.
    package var chosenProtocol: String? {
        var name: UnsafePointer<UInt8>?
        var count: UInt32 = 0
        SSL_get0_alpn_selected(ssl, &name, &count)
        guard let name, count > 0 else { return nil }
        return String(decoding: UnsafeBufferPointer(start: name, count: Int(count)), as: UTF8.self)
    }

    /// Whether the server's certificate is for that host.
    package func serverIs(_ host: String) -> Bool {
        let certificate = SSL_get1_peer_certificate(ssl)
        defer { X509_free(certificate) }
        return X509_check_host(certificate, host, host.utf8.count, 0, nil) == 1
    }

    /// The session, for another connection, which frees it. In TLS 1.3 it comes behind the handshake, with the first
    /// bytes.
    package func takeSession() -> OpaquePointer? { SSL_get1_session(ssl) }

    /// The seconds for which the server's ticket is good; 0 without one.
    package var ticketLifetime: Int { Int(SSL_SESSION_get_ticket_lifetime_hint(SSL_get_session(ssl))) }

    // MARK: Bytes

    package func send(_ bytes: [UInt8]) throws {
        guard !bytes.isEmpty else { return }
        var written = 0
        ERR_clear_error()
        try check(SSL_write_ex(ssl, bytes, bytes.count, &written))
    }

    package func send(_ text: String) throws { try send(Array(text.utf8)) }

    /// Exactly so many bytes.
    package func read(_ count: Int) throws -> [UInt8] {
        while pending.count < count { try receive() }
        defer { pending.removeFirst(count) }
        return Array(pending[..<count])
    }

    /// Returns the bytes up to the server's end, which must be said (close_notify).
    package func readToEnd() throws -> [UInt8] {
        while SSL_get_shutdown(ssl) & SSL_RECEIVED_SHUTDOWN == 0 {
            do {
                try receive()
            } catch  where SSL_get_shutdown(ssl) & SSL_RECEIVED_SHUTDOWN != 0 {
                break
            }
        }
        defer { pending = [] }
        return pending
    }

    private func receive() throws {
        var room = [UInt8](repeating: 0, count: 65_536)
        ERR_clear_error()
        let count = try check(SSL_read(ssl, &room, Int32(room.count)))
        pending += room[..<Int(count)]
    }

    /// Says that nothing more comes (close_notify); the server can still answer.
    package func finishSending() { SSL_shutdown(ssl) }

    /// Ends the TCP connection's sending side without having said so in TLS.
    package func cutOff() { shutdown(socket, Int32(SHUT_WR)) }

    /// Asks for the handshake to be done again, which TLS 1.2 can and no server should do.
    package func renegotiate() throws {
        try check(SSL_renegotiate(ssl))
        try check(SSL_do_handshake(ssl))
    }

    /// Changes its own key and wants the server to change his (TLS 1.3).
    package func updateKeys() throws {
        try check(SSL_key_update(ssl, SSL_KEY_UPDATE_REQUESTED))
        try check(SSL_do_handshake(ssl))
    }
}
