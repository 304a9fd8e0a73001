import Bytes
import COpenSSL
import Glibc

/// TLS on one connection: between the socket's bytes and the handler's. It is a value machine over memory, without
/// input and output of its own. OpenSSL is given the bytes that the loop has read, and the bytes that it wants to send
/// are kept here for the loop.
///
/// So a turn of the loop is one `recv` and one `send` for any number of records, and OpenSSL never waits for the
/// socket. The rules for repeating an interrupted `SSL_write` do not apply, and OpenSSL holds no bytes that epoll does
/// not report.
final class TLSStream {
    /// The result of decrypting input.
    struct Input {
        /// Bytes for the handler, in ``TLSScratch/plain``.
        var count = 0
        /// The peer sends no more (close_notify).
        var isEnd = false
        /// The connection cannot go on.
        var fault: TLSFault?
    }

    /// Records that may wait for a peer that has us answer without reading (alerts, key updates), in bytes.
    private static let answerLimit = 65_536
    /// New keys cost some 10 µs and the peer 27 bytes. One is good for 2²⁴ records: ms between two, and how many may
    /// come at once.
    private static let keyUpdatePause: Int64 = 100
    private static let keyUpdateBurst: Int64 = 64

    /// Certificates and rules of the connection's own time: a handshake under way is not disturbed by new ones.
    let context: TLSContext
    private let credentials: TLSCredentials
    private let loop: EventLoop
    private let ssl: OpaquePointer
    /// Bytes from the socket that OpenSSL has not taken. Set only during ``receive(_:)``.
    private var input = UnsafeRawBufferPointer(start: nil, count: 0)
    /// Records to be sent, behind ``sentCount`` bytes that have been.
    private var records = ByteBuffer()
    private var sentCount = 0
    /// Bytes of records made while receiving, since everything was sent the last time.
    private var answerCount = 0
    private var helloBound = TLSHelloBound()
    /// When all the new keys that the peer has wanted would have come at the pace that is allowed, in ms of the loop's
    /// clock.
    private var keyUpdatesDue: Int64 = 0
    /// The peer's breach of our own rules in the input of this ``receive(_:)``. OpenSSL gets no more of that input.
    private var offence: TLSFault?
    /// Both sides have finished the handshake: bytes can be sent.
    private(set) var isEstablished = false
    /// Why the connection is being closed, if TLS is the reason.
    var fault: TLSFault?

    /// Nil if there is no memory for it.
    init?(_ credentials: TLSCredentials, loop: EventLoop) {
        ERR_clear_error()
        let context = credentials.context
        guard let ssl = context.makeConnection() else { return nil }
        guard let end = BIO_new(TLSStream.ends) else {
            SSL_free(ssl)
            return nil
        }
        self.credentials = credentials
        self.context = context
        self.loop = loop
        self.ssl = ssl
        SSL_set_bio(ssl, end, end)
        SSL_set_accept_state(ssl)
        // Not retained: OpenSSL calls back only during calls of ours.
        let this = Unmanaged.passUnretained(self).toOpaque()
        BIO_set_data(end, this)
        SSL_set_ex_data(ssl, 0, this)
    }

    deinit {
        dropRecords()
        SSL_free(ssl)
    }

    /// The stream that owns an `SSL`.
    static func of(_ ssl: OpaquePointer?) -> TLSStream { of(SSL_get_ex_data(ssl, 0)) }

    private static func of(_ pointer: UnsafeMutableRawPointer?) -> TLSStream {
        guard let pointer else { preconditionFailure("OpenSSL calls back for a connection that is not ours") }
        return Unmanaged.fromOpaque(pointer).takeUnretainedValue()
    }

    /// The loop's clock, in ms.
    var now: Int64 { loop.now }

    /// Bytes of records to be sent.
    var unsentCount: Int { records.count - sentCount }

    // MARK: Decryption

    /// Takes all bytes that the socket gave, and decrypts the whole records.
    func receive(_ bytes: UnsafeRawBufferPointer) -> Input {
        if !isEstablished && !helloBound.isDone && !helloBound.admits(bytes, version: SSL_version(ssl)) {
            return Input(fault: .helloTooLarge)
        }
        input = bytes
        defer { input = UnsafeRawBufferPointer(start: nil, count: 0) }
        let plain = loop.tlsScratch.plain
        var result = Input()
        let queued = records.count
        reading: while true {
            precondition(result.count < plain.count, "one read gives no more than fits")
            ERR_clear_error()
            let room = UnsafeMutableRawBufferPointer(rebasing: plain[result.count...])
            let count = SSL_read(ssl, room.baseAddress, Int32(room.count))
            if count > 0 {
                result.count += Int(count)
                continue
            }
            switch SSL_get_error(ssl, count) {
            case SSL_ERROR_WANT_READ: break reading
            case SSL_ERROR_ZERO_RETURN: result.isEnd = true
            default: result.fault = TLSStream.lastFault()
            }
            break reading
        }
        isEstablished = SSL_is_init_finished(ssl) == 1
        answerCount += records.count - queued
        if answerCount > TLSStream.answerLimit { result.fault = .answersNotRead }
        if let offence { result.fault = offence }
        return result
    }

    /// OpenSSL has met the header of a record, or a whole message, of the peer.
    func heard(kind: Int32, first: Int32) {
        switch kind {
        case SSL3_RT_HEADER where first == SSL3_RT_HANDSHAKE:
            // In TLS 1.3 all is application data on the outside by then. Not `isEstablished`: it may come in one read
            // with the end.
            if SSL_is_init_finished(ssl) == 1 { offence = .renegotiation }
        case SSL3_RT_HANDSHAKE where first == SSL3_MT_KEY_UPDATE:
            keyUpdatesDue = max(keyUpdatesDue, now) + TLSStream.keyUpdatePause
            if keyUpdatesDue - now > TLSStream.keyUpdateBurst * TLSStream.keyUpdatePause {
                offence = .tooManyKeyUpdates
            }
        default: break
        }
    }

    private static func lastFault() -> TLSFault {
        let code = ERR_peek_error()
        if ERR_GET_LIB(code) == ERR_LIB_SSL,
            [SSL_R_HTTP_REQUEST, SSL_R_HTTPS_PROXY_REQUEST].contains(ERR_GET_REASON(code))
        {
            ERR_clear_error()
            return .plainHTTP
        }
        return .violation(reason: TLSError.lastReason())
    }

    // MARK: OpenSSL's side

    /// Gives OpenSSL of the input what it asks for. Nil if there is none.
    private func take(_ room: UnsafeMutableRawBufferPointer) -> Int? {
        guard input.count > 0, offence == nil else { return nil }
        let count = min(room.count, input.count)
        room.copyMemory(from: UnsafeRawBufferPointer(rebasing: input[..<count]))
        input = UnsafeRawBufferPointer(rebasing: input[count...])
        return count
    }

    /// Keeps what OpenSSL wants to send.
    private func keep(_ bytes: UnsafeRawBufferPointer) {
        if records.capacity == 0 { records = loop.tlsScratch.lend() }
        loop.ledger.waiting += bytes.count
        records.append(bytes)
    }

    /// The method by which OpenSSL reads and writes a connection: from and to memory of the stream.
    ///
    /// Unsafe but sound: the table is made once and never changed.
    private nonisolated(unsafe) static let ends: OpaquePointer = {
        guard let method = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "tilerace") else {
            preconditionFailure("OpenSSL has no memory for a table")
        }
        BIO_meth_set_read_ex(method) { end, room, size, count in
            openssl_clear_retry(end)
            let room = UnsafeMutableRawBufferPointer(start: room, count: size)
            guard let taken = TLSStream.of(BIO_get_data(end)).take(room) else {
                openssl_set_retry_read(end)
                return 0
            }
            count?.pointee = taken
            return 1
        }
        BIO_meth_set_write_ex(method) { end, bytes, size, count in
            openssl_clear_retry(end)
            TLSStream.of(BIO_get_data(end)).keep(UnsafeRawBufferPointer(start: bytes, count: size))
            count?.pointee = size
            return 1
        }
        // Asked to flush it says yes, to all else it has nothing to say.
        BIO_meth_set_ctrl(method) { _, command, _, _ in command == BIO_CTRL_FLUSH ? 1 : 0 }
        BIO_meth_set_create(method) { end in
            BIO_set_init(end, 1)
            return 1
        }
        return method
    }()

    // MARK: Encryption

    /// Encrypts bytes into records to be sent. Answers whether OpenSSL did.
    func seal(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count > 0 else { return true }
        precondition(isEstablished)
        ERR_clear_error()
        var written = 0
        // All of it or none, as nothing here makes OpenSSL wait.
        return SSL_write_ex(ssl, bytes.baseAddress, bytes.count, &written) == 1 && written == bytes.count
    }

    /// Says that nothing more will be sent (close_notify), once.
    func sealEnd() {
        guard isEstablished, fault == nil, SSL_get_shutdown(ssl) & SSL_SENT_SHUTDOWN == 0 else { return }
        ERR_clear_error()
        // 0: the peer has not said so yet. It need not.
        _ = SSL_shutdown(ssl)
    }

    /// Tells a peer that speaks no TLS, in the clear.
    func answerPlainly() {
        loop.ledger.waiting += credentials.plainAnswer.count
        records.append(credentials.plainAnswer)
    }

    /// The connection is gone: nothing more is sent.
    func dropRecords() {
        loop.ledger.waiting -= unsentCount
        records.removeAll()
        sentCount = 0
    }

    /// Gives the socket what it takes. As `send`: the count, or -1 with errno set.
    func sendRecords(to descriptor: Int32) -> Int {
        let sent = records.withUnsafeBytes {
            Transport.send(UnsafeRawBufferPointer(rebasing: $0[sentCount...]), to: descriptor)
        }
        guard sent > 0 else { return sent }
        loop.ledger.waiting -= sent
        sentCount += sent
        if unsentCount == 0 {
            sentCount = 0
            answerCount = 0
            loop.tlsScratch.giveBack(records.take())
        } else {
            keepRest()
        }
        return sent
    }

    /// Moves unsent records into a buffer of about their size. A slow connection then does not hold the loop's large
    /// buffer.
    private func keepRest() {
        guard records.capacity > 2 * unsentCount + 4_096 else { return }
        var rest = ByteBuffer()
        rest.reserve(unsentCount)
        records.withUnsafeBytes { rest.append(UnsafeRawBufferPointer(rebasing: $0[sentCount...])) }
        sentCount = 0
        swap(&rest, &records)
        loop.tlsScratch.giveBack(rest)
    }
}
