import COpenSSL
import TestKit
import Testing

@testable import EventLoops

@Suite("How much a client says before the handshake")
struct TLSHelloBoundTests {
    /// A record that holds these bytes.
    private func record(_ kind: UInt8, _ bytes: [UInt8]) -> [UInt8] {
        [kind, 3, 1, UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF)] + bytes
    }

    private func announcement(of count: Int) -> [UInt8] {
        [1, UInt8(count >> 16), UInt8(count >> 8 & 0xFF), UInt8(count & 0xFF)]
    }

    private func hello(_ count: Int) -> [UInt8] { announcement(of: count) + [UInt8](repeating: 7, count: count) }

    /// Feeds the bytes in pieces; whether all were admitted.
    private func admits(_ flights: [[UInt8]], version: Int32 = TLS1_3_VERSION, by size: Int = .max) -> Bool {
        var bound = TLSHelloBound()
        for flight in flights {
            var rest = flight[...]
            while !rest.isEmpty {
                let piece = Array(rest.prefix(size))
                rest = rest.dropFirst(size)
                guard bound.isDone || piece.withUnsafeBytes({ bound.admits($0, version: version) }) else {
                    return false
                }
            }
        }
        return true
    }

    @Test("A hello may have 16 KiB and not a byte more, however it is cut", arguments: [1, 2, 3, 4, 5, 7, 1_000, .max])
    func bound(size: Int) {
        let limit = TLSHelloBound.limit
        let most = hello(limit)
        let inTwo = record(22, Array(most[..<9_000])) + record(22, Array(most[9_000...]))
        #expect(admits([inTwo], by: size))
        #expect(!admits([record(22, announcement(of: limit + 1))], by: size))
        #expect(!admits([record(22, announcement(of: 131_392))], by: size))
    }

    @Test("The bound holds when the header comes in records of one byte or none")
    func cutHeader() {
        let header = announcement(of: 131_392).flatMap { record(22, [$0]) + record(22, []) }
        #expect(!admits([header]))
        #expect(!admits([header], by: 1))
    }

    @Test("The bound holds for the second hello of TLS 1.3")
    func second() {
        let first = record(22, hello(200))
        #expect(admits([first, record(20, [1]) + record(22, hello(300)) + record(23, hello(2_000))]))
        #expect(!admits([first, record(20, [1]) + record(22, announcement(of: 131_392))]))
        #expect(!admits([first, record(22, announcement(of: 131_392))]))
        // What OpenSSL passes over before it: a warning, and early data that was refused.
        #expect(!admits([first, record(21, [1, 90]) + record(22, announcement(of: 131_392))]))
        #expect(!admits([first, record(23, [7, 7, 7]), record(22, announcement(of: 131_392))]))
        // It cannot have been asked for yet.
        #expect(!admits([first + record(22, hello(200))]))
        #expect(!admits([record(22, hello(200) + hello(200))]))
    }

    @Test("Records after the hello of TLS 1.2 are not inspected")
    func encrypted() {
        #expect(admits([record(22, hello(200)), record(22, announcement(of: 131_392))], version: TLS1_2_VERSION))
    }

    @Test("An oversized hello is not passed to OpenSSL", arguments: [1, 9, .max])
    func stream(size: Int) throws {
        let pair = try TLSPair(try TestCertificate())
        var rest = record(22, announcement(of: 131_392))[...]
        var fault: TLSFault?
        while !rest.isEmpty && fault == nil {
            fault = pair.feed(Array(rest.prefix(size))).fault
            rest = rest.dropFirst(size)
        }
        #expect(fault == .helloTooLarge)
    }

    /// Our groups are X25519 and P-256: a client that guesses another one first is asked to say hello again.
    @Test("A client that is asked for a second hello is understood", arguments: [1, 5, 100, .max])
    func retried(size: Int) throws {
        let pair = try TLSPair(try TestCertificate(), version: TLS1_3_VERSION, groups: "P-384:X25519")
        try pair.shakeHands(by: size)
        #expect(pair.plain(pair.feed(try pair.clientRecord("hello"))) == Array("hello".utf8))
    }
}
