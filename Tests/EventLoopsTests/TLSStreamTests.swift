import Bytes
import COpenSSL
import Glibc
import TestKit
import Testing

@testable import EventLoops

/// A server's ``TLSStream`` and a client in memory: what one makes is handed to the other as the test likes.
final class TLSPair {
    let server: TLSStream
    let client: OpaquePointer
    private let credentials: TLSCredentials
    private let context: OpaquePointer
    private let loop: EventLoop
    private var ends: [Int32] = [0, 0]

    /// `other` lends its server's credentials, so that its tickets are good here too.
    init(
        _ certificate: TestCertificate, version: Int32? = nil, groups: String? = nil, like other: TLSPair? = nil
    ) throws {
        loop = try EventLoop(load: ShardLoad())
        credentials =
            try other?.credentials ?? TLSCredentials(reading: [certificate.files], protocols: ["http/1.1"])
        server = try #require(TLSStream(credentials, loop: loop))
        context = SSL_CTX_new(TLS_client_method())
        if let version { #expect(openssl_set_versions(context, version, version) == 1) }
        if let groups { #expect(openssl_set_groups(context, groups) == 1) }
        client = SSL_new(context)
        SSL_set_bio(client, BIO_new(BIO_s_mem()), BIO_new(BIO_s_mem()))
        SSL_set_connect_state(client)
        #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0, &ends) == 0)
    }

    deinit {
        SSL_free(client)
        SSL_CTX_free(context)
        for end in ends { close(end) }
    }

    /// Has ms pass.
    func wait(_ milliseconds: Int64) { loop.now += milliseconds }

    /// Gives the server bytes, and says what they gave.
    func feed(_ bytes: [UInt8]) -> TLSStream.Input { bytes.withUnsafeBytes { server.receive($0) } }

    /// The bytes that the server decrypted last.
    func plain(_ input: TLSStream.Input) -> [UInt8] { Array(loop.tlsScratch.plain[..<input.count]) }

    /// Takes the bytes that the client has to send.
    func takeFromClient() -> [UInt8] {
        var room = [UInt8](repeating: 0, count: 100_000)
        let count = BIO_read(SSL_get_wbio(client), &room, Int32(room.count))
        return Array(room.prefix(Int(max(0, count))))
    }

    /// Gives the client what the server has to send, so many bytes at a time.
    func giveToClient(by size: Int = .max) {
        while server.unsentCount > 0 {
            guard server.sendRecords(to: ends[0]) > 0 else { return }
            var room = [UInt8](repeating: 0, count: 100_000)
            var count = read(ends[1], &room, min(room.count, size))
            while count > 0 {
                BIO_write(SSL_get_rbio(client), room, Int32(count))
                _ = SSL_do_handshake(client)
                count = read(ends[1], &room, min(room.count, size))
            }
        }
    }

    /// `size` bytes at a time in both directions.
    func shakeHands(by size: Int = .max) throws {
        _ = SSL_do_handshake(client)
        for _ in 0..<4 {
            var bytes = takeFromClient()[...]
            while !bytes.isEmpty {
                let input = feed(Array(bytes.prefix(size)))
                try #require(input.fault == nil)
                bytes = bytes.dropFirst(size)
            }
            giveToClient(by: size)
        }
        try #require(server.isEstablished && SSL_is_init_finished(client) == 1)
    }

    func clientRecord(_ text: String) throws -> [UInt8] {
        try #require(SSL_write(client, Array(text.utf8), Int32(text.utf8.count)) > 0)
        return takeFromClient()
    }

    func readByClient(_ count: Int) -> [UInt8] {
        var room = [UInt8](repeating: 0, count: count)
        var got = 0
        while got < count {
            let more = room[got...].withUnsafeMutableBytes { SSL_read(client, $0.baseAddress, Int32($0.count)) }
            guard more > 0 else { break }
            got += Int(more)
        }
        return Array(room.prefix(got))
    }
}

@Suite struct TLSStreamTests {
    private let certificate: TestCertificate

    init() throws { certificate = try TestCertificate() }

    @Test("Any cut of the bytes gives the same plain text", arguments: [1, 2, 3, 7, 64, 500, 5_000])
    func bytesCutInAnyWayGiveTheSame(size: Int) throws {
        let pair = try TLSPair(certificate)
        try pair.shakeHands(by: size)
        let text = String(repeating: "0123456789", count: 200)
        let records = try pair.clientRecord(text) + pair.clientRecord("ab") + pair.clientRecord(text)
        var got: [UInt8] = []
        for start in stride(from: 0, to: records.count, by: size) {
            got += pair.plain(pair.feed(Array(records[start..<min(start + size, records.count)])))
        }
        #expect(got == Array((text + "ab" + text).utf8))
        let answer = [UInt8](repeating: 7, count: 100_000)
        #expect(answer.withUnsafeBytes { pair.server.seal($0) })
        pair.giveToClient(by: size)
        #expect(pair.readByClient(answer.count) == answer)
    }

    @Test("The peer's end is reported after its bytes")
    func theEndOfThePeerComesBehindItsBytes() throws {
        let pair = try TLSPair(certificate)
        try pair.shakeHands()
        var records = try pair.clientRecord("last")
        SSL_shutdown(pair.client)
        records += pair.takeFromClient()
        let input = pair.feed(records)
        #expect(pair.plain(input) == Array("last".utf8) && input.isEnd && input.fault == nil)
        pair.server.sealEnd()
        let count = pair.server.unsentCount
        pair.server.sealEnd()
        #expect(count > 0 && pair.server.unsentCount == count)
    }

    @Test("A peer that requests answers without reading them is cut off")
    func whoWantsAnswersAndDoesNotReadThemIsCutOff() throws {
        let pair = try TLSPair(certificate)
        try pair.shakeHands()
        var updates = 0
        var fault: TLSFault?
        while fault == nil, updates < 10_000 {
            pair.wait(100)
            SSL_key_update(pair.client, SSL_KEY_UPDATE_REQUESTED)
            _ = SSL_do_handshake(pair.client)
            fault = pair.feed(pair.takeFromClient()).fault
            updates += 1
        }
        #expect(fault == .answersNotRead && updates > 500)
    }

    @Test("A peer that reads its answers may go on requesting them")
    func whoReadsTheAnswersIsServedForLong() throws {
        let pair = try TLSPair(certificate)
        try pair.shakeHands()
        for _ in 0..<4_000 {
            pair.wait(100)
            SSL_key_update(pair.client, SSL_KEY_UPDATE_REQUESTED)
            _ = SSL_do_handshake(pair.client)
            try #require(pair.feed(pair.takeFromClient()).fault == nil)
            pair.giveToClient()
            _ = pair.readByClient(1)
        }
    }

    /// Neither answers, nor anything else that would be counted: only work.
    @Test("A flood of key updates is cut off")
    func whoWantsNewKeysAgainAndAgainIsCutOff() throws {
        let pair = try TLSPair(certificate)
        try pair.shakeHands()
        var flood: [UInt8] = []
        func update() {
            SSL_key_update(pair.client, SSL_KEY_UPDATE_NOT_REQUESTED)
            _ = SSL_do_handshake(pair.client)
            flood += pair.takeFromClient()
        }
        for _ in 0..<64 { update() }
        #expect(pair.feed(flood).fault == nil)
        flood = []
        pair.wait(100)
        for _ in 0..<2 { update() }
        flood += try pair.clientRecord("behind it")
        let input = pair.feed(flood)
        #expect(input.fault == .tooManyKeyUpdates && input.count == 0)
    }

    /// OpenSSL refuses only when it has room for a hello of 131 KB.
    @Test("A renegotiation is cut off")
    func whoWantsToShakeHandsAgainIsCutOff() throws {
        let pair = try TLSPair(certificate, version: TLS1_2_VERSION)
        try pair.shakeHands()
        #expect(pair.plain(pair.feed(try pair.clientRecord("before"))) == Array("before".utf8))
        #expect(SSL_renegotiate(pair.client) == 1)
        _ = SSL_do_handshake(pair.client)
        #expect(pair.feed(pair.takeFromClient()).fault == .renegotiation)
    }

    /// In a resumed session the client's end of the handshake is the last word: what follows may come in the same read.
    @Test("A renegotiation right after a resumed handshake is cut off")
    func whoWantsToDoSoAtOnceIsCutOff() throws {
        let before = try TLSPair(certificate, version: TLS1_2_VERSION)
        try before.shakeHands()
        let session = try #require(SSL_get1_session(before.client))
        defer { SSL_SESSION_free(session) }
        let pair = try TLSPair(certificate, version: TLS1_2_VERSION, like: before)
        #expect(SSL_set_session(pair.client, session) == 1)
        _ = SSL_do_handshake(pair.client)
        #expect(pair.feed(pair.takeFromClient()).fault == nil)
        pair.giveToClient()
        try #require(SSL_session_reused(pair.client) == 1)
        #expect(SSL_renegotiate(pair.client) == 1)
        _ = SSL_do_handshake(pair.client)
        // The client's change of ciphers, its end of the handshake, and the beginning of a hello behind it.
        #expect(pair.feed(pair.takeFromClient()).fault == .renegotiation)
    }
}
