import Bytes
import COpenSSL
import Glibc
import TestKit
import Testing

@testable import EventLoops

@Suite(.blocking) struct TLSTests {
    private let certificate: TestCertificate

    init() throws { certificate = try TestCertificate() }

    /// The error of a client that is refused, as text; nil if it connects.
    private func refusal(_ host: TLSHost, _ change: (inout TLSClient.Options) -> Void) -> String? {
        do {
            _ = try host.client(change)
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test(
        "Bytes are echoed over every version and kind of key", arguments: [TLS1_2_VERSION, TLS1_3_VERSION],
        [TestCertificate.Kind.elliptic, .rsa])
    func echoes(version: Int32, kind: TestCertificate.Kind) async throws {
        let certificate = try TestCertificate(kind: kind)
        let host = try TLSHost([certificate])
        let client = try host.client { $0.version = version }
        #expect(client.version == (version == TLS1_3_VERSION ? "TLSv1.3" : "TLSv1.2"))
        #expect(client.cipher.contains("AES128-GCM") || client.cipher.contains("AES_128_GCM"))
        try client.send("hello")
        #expect(try client.read(5) == Array("hello".utf8))
        try client.send("!")
        #expect(try client.readToEnd() == Array("!".utf8))
        client.finishSending()
        client.cutOff()
        #expect(await host.nextEnd() == "closed")
        await host.stop()
    }

    @Test("Old versions and weak ciphers are refused")
    func oldVersionsAndWeakCiphersAreRefused() async throws {
        let host = try TLSHost([certificate])
        #expect(refusal(host) { $0.version = TLS1_1_VERSION } == "tlsv1 alert protocol version")
        for ciphers in ["AES128-GCM-SHA256", "ECDHE-ECDSA-AES128-SHA", "ECDHE-ECDSA-AES256-SHA384"] {
            let words = refusal(host) {
                $0.version = TLS1_2_VERSION
                $0.ciphers = ciphers
            }
            #expect(words == "sslv3 alert handshake failure", "\(ciphers)")
        }
        await host.stop()
    }

    @Test("A protocol is chosen by ALPN, or the handshake refused")
    func protocolsAreChosenOrRefused() async throws {
        let host = try TLSHost([certificate])
        #expect(try host.client().chosenProtocol == nil)
        #expect(try host.client { $0.protocols = ["h2", "http/1.1"] }.chosenProtocol == "http/1.1")
        #expect(refusal(host) { $0.protocols = ["h2"] } == "tlsv1 alert no application protocol")
        await host.stop()
    }

    @Test("The requested server name picks the certificate")
    func theNameThatIsAskedForPicksTheCertificate() async throws {
        let host = try TLSHost([
            certificate, try TestCertificate(names: ["DNS:play.test.example"]),
            try TestCertificate(names: ["DNS:*.test.example", "DNS:test.example"], kind: .rsa),
        ])
        let names = [
            "play.test.example": "play.test.example", "PLAY.test.example": "play.test.example",
            "b.test.example": "c.test.example", "test.example": "test.example", "a.b.test.example": "localhost",
            "elsewhere": "localhost",
        ]
        for (asked, shown) in names {
            #expect(try host.client { $0.serverName = asked }.serverIs(shown), "\(asked)")
        }
        #expect(try host.client().serverIs("localhost"))
        #expect(host.credentials.covers("x.test.example") && host.credentials.covers("127.0.0.1"))
        #expect(!host.credentials.covers("elsewhere") && !host.credentials.covers("127.0.0.2"))
        await host.stop()
    }

    @Test("Large transfers in both directions survive a slow reader", arguments: [TLS1_2_VERSION, TLS1_3_VERSION])
    func muchGoesBothWaysToSomebodySlow(version: Int32) async throws {
        let host = try TLSHost([certificate])
        let client = try host.client {
            $0.version = version
            $0.receiveBuffer = 4_096
        }
        // All of it is sent before any is read: the host's socket fills up, and the rest waits there in the clear and
        // sealed.
        var random = SplitMix(seed: 3)
        let bytes = (0..<6_000_000).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        for start in stride(from: 0, to: bytes.count, by: 100_001) {
            try client.send(Array(bytes[start..<min(start + 100_001, bytes.count)]))
        }
        #expect(try client.read(bytes.count) == bytes)
        await host.stop()
    }

    @Test("A peer's end is recognised with and without close_notify")
    func endsAreUnderstoodWithAndWithoutAWord() async throws {
        let host = try TLSHost([certificate])
        let polite = try host.client()
        try polite.send("xy")
        polite.finishSending()
        #expect(try polite.readToEnd() == Array("xyend".utf8))
        #expect(await host.nextEnd() == "closed")
        let cut = try host.client()
        try cut.send("xy")
        cut.cutOff()
        #expect(try cut.readToEnd() == Array("xyend".utf8))
        #expect(await host.nextEnd() == "closed")
        await host.stop()
    }

    @Test("A ticket resumes a session, also after a reload", arguments: [TLS1_2_VERSION, TLS1_3_VERSION])
    func ticketsSpareAHandshakeAlsoAfterAReload(version: Int32) async throws {
        let host = try TLSHost([certificate])
        let first = try host.client { $0.version = version }
        try first.send("x")
        #expect(try first.read(1) == Array("x".utf8))
        #expect(!first.isResumed && first.ticketLifetime == 12 * 3_600)
        let session = first.takeSession()
        defer { SSL_SESSION_free(session) }
        for isReloaded in [false, true] {
            if isReloaded { try host.credentials.reload(reading: [certificate.files]) }
            let second = try host.client {
                $0.version = version
                $0.session = session
            }
            try second.send("y")
            #expect(try second.read(1) == Array("y".utf8))
            #expect(second.isResumed)
        }
        await host.stop()
    }

    @Test("New certificates apply to new connections only")
    func newCertificatesAreForNewConnections() async throws {
        let host = try TLSHost([certificate])
        let old = try host.client()
        let renewed = try TestCertificate(names: ["DNS:renewed"])
        try host.credentials.reload(reading: [renewed.files])
        #expect(try host.client().serverIs("renewed"))
        try old.send("still here")
        #expect(try old.read(10) == Array("still here".utf8))
        #expect(throws: TLSError.self) {
            try host.credentials.reload(
                reading: [TLSKeyPairFiles(certificate: certificate.certificate, key: renewed.key)])
        }
        #expect(try host.client().serverIs("renewed"))
        await host.stop()
    }

    @Test("Renegotiation is refused and keys are updated")
    func renegotiationIsRefusedAndKeysAreUpdated() async throws {
        let host = try TLSHost([certificate])
        let old = try host.client { $0.version = TLS1_2_VERSION }
        #expect(throws: TLSClient.Refusal.self) { try old.renegotiate() }
        let new = try host.client { $0.version = TLS1_3_VERSION }
        try new.send("a")
        try new.updateKeys()
        try new.send("b")
        #expect(try new.read(2) == Array("ab".utf8))
        await host.stop()
    }
}

@Suite(.blocking) struct TLSPeerFaultTests {
    private let certificate: TestCertificate

    init() throws { certificate = try TestCertificate() }

    @Test("A plain HTTP request on the TLS port gets the plain answer")
    func whoSpeaksPlainHTTPIsToldSo() async throws {
        let host = try TLSHost([certificate])
        let client = try SocketClient(port: host.port)
        try client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(try client.readToEnd() == Array("no TLS".utf8))
        #expect(await host.nextEnd() == "tls(EventLoops.TLSFault.plainHTTP)")
        await host.stop()
    }

    @Test("Garbage and broken handshakes do not disturb other connections")
    func garbageAndBrokenHandshakesDoNoHarm() async throws {
        let host = try TLSHost([certificate])
        let witness = try host.client()
        var random = SplitMix(seed: 11)
        for count in [1, 5, 6, 100, 20_000] {
            // A record of a handshake at first, so that more than its header is looked at.
            let bytes = [0x16, 3, 1, 0x3f, 0xff] + (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            let client = try SocketClient(port: host.port)
            try client.send(bytes)
            client.finishSending()
            _ = try? client.readToEnd()
            #expect(await host.nextEnd()?.hasPrefix("tls(") == true)
        }
        let silent = try SocketClient(port: host.port)
        silent.finishSending()
        #expect(try silent.readToEnd() == [])
        #expect(await host.nextEnd() == "tls(EventLoops.TLSFault.endedInHandshake)")
        try witness.send("x")
        #expect(try witness.read(1) == Array("x".utf8))
        await host.stop()
    }

    @Test("A slow handshake times out")
    func aSlowHandshakeIsCutOff() async throws {
        let host = try TLSHost([certificate], patience: 100)
        let client = try SocketClient(port: host.port)
        try client.send([0x16, 3, 1, 1, 0])
        #expect(try client.readToEnd() == [])
        #expect(await host.nextEnd() == "aborted")
        await host.stop()
    }

    @Test("A broken record ends the connection with an alert")
    func aBrokenRecordEndsTheConnectionWithAnAlert() async throws {
        let loopSide = try TLSPair(certificate)
        try loopSide.shakeHands()
        var record = try loopSide.clientRecord("hello")
        record[record.count - 1] ^= 1
        let input = loopSide.feed(record)
        #expect(input.fault == .violation(reason: "decryption failed or bad record mac"))
        #expect(loopSide.server.unsentCount > 0)
    }
}
