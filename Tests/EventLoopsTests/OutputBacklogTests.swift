import Bytes
import Glibc
import TestKit
import Testing

@testable import EventLoops

@Suite("Bytes that a socket did not take")
struct OutputBacklogTests {
    /// Two connected sockets; the first takes few bytes at a time.
    private static func narrowPair() throws -> (writer: Int32, reader: Int32) {
        var pair: [Int32] = [0, 0]
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        try #require(socketpair(AF_UNIX, kind, 0, &pair) == 0)
        var size: Int32 = 4_096
        let result = setsockopt(pair[0], SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        try #require(result == 0)
        return (pair[0], pair[1])
    }

    /// Returns the bytes that have arrived, up to a number.
    private static func read(_ reader: Int32, atMost count: Int) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: count)
        let read = Glibc.read(reader, &buffer, count)
        return Array(buffer.prefix(max(read, 0)))
    }

    private static func header(_ count: Int) -> InlineBytes {
        var header = InlineBytes()
        for byte in 0..<count { header.append(UInt8(0xF0 + byte % 16)) }
        return header
    }

    @Test(
        "Output of any size leaves whole and in order through partial writes",
        arguments: 0..<8)
    func partialWrites(seed: Int) throws {
        let (writer, reader) = try Self.narrowPair()
        defer {
            close(writer)
            close(reader)
        }
        var random = SplitMix(seed: UInt64(seed))
        let backlog = OutputBacklog(ledger: OutputLedger())
        var expected: [UInt8] = []
        var arrived: [UInt8] = []
        // Below and above what is shared, what is copied in pieces, and more pieces than one call takes.
        let sizes = [0, 1, 7, 511, 512, 513, 3_000, 65_535, 65_536, 70_000]
        for step in 0..<200 {
            let size = sizes[Int.random(in: 0..<(step % 20 == 0 ? sizes.count : 7), using: &random)]
            let body = (0..<size).map { UInt8(truncatingIfNeeded: $0 &+ step) }
            let header = Self.header(step % 15)
            switch step % 3 {
            case 0: backlog.append(header, body.span.bytes)
            case 1: backlog.append(header, SharedBytes(copying: body.span.bytes))
            default:
                backlog.append(header, [UInt8]().span.bytes)
                body.withUnsafeBytes { backlog.append($0) }
            }
            expected += header.withBytes { $0.array } + body
            if step % 5 == 0 {
                #expect(backlog.drain(to: writer) == nil)
                arrived += Self.read(reader, atMost: Int.random(in: 1...9_000, using: &random))
            }
            if step % 7 == 0 {
                // As for TLS, which takes bytes away to encrypt them: what the socket has comes before them.
                var piece = Self.read(reader, atMost: 1 << 20)
                while !piece.isEmpty {
                    arrived += piece
                    piece = Self.read(reader, atMost: 1 << 20)
                }
                var moved = ByteBuffer()
                backlog.move(upTo: 1_000, to: &moved)
                arrived += moved.array
            }
        }
        while backlog.count > 0 {
            let before = backlog.count
            #expect(backlog.drain(to: writer) == nil)
            let piece = Self.read(reader, atMost: 5_000)
            try #require(!piece.isEmpty || backlog.count < before)
            arrived += piece
        }
        while case let piece = Self.read(reader, atMost: 1 << 20), !piece.isEmpty { arrived += piece }
        #expect(arrived.count == expected.count && arrived == expected)
    }

    @Test("The backlog counts remaining bytes and reports a peer that is gone")
    func counts() throws {
        let (writer, reader) = try Self.narrowPair()
        defer { close(writer) }
        let backlog = OutputBacklog(ledger: OutputLedger())
        let body = [UInt8](repeating: 1, count: 300_000)
        backlog.append(Self.header(2), SharedBytes(copying: body.span.bytes))
        backlog.append(Self.header(3), [UInt8(9)].span.bytes)
        #expect(backlog.count == 300_006)
        #expect(backlog.drain(to: writer) == nil)
        let left = backlog.count
        #expect(left > 0 && left < 300_006)
        // A full socket takes nothing more, and nothing is lost of that.
        #expect(backlog.drain(to: writer) == nil && backlog.count == left)
        close(reader)
        #expect(backlog.drain(to: writer) == EPIPE)
    }

    @Test("The backlog counts its own memory: spare room and the sent parts of pieces")
    func memory() throws {
        let (writer, reader) = try Self.narrowPair()
        defer {
            close(writer)
            close(reader)
        }
        let ledger = OutputLedger()
        var backlog: OutputBacklog? = OutputBacklog(ledger: ledger)
        let file = SharedBytes(copying: [UInt8](repeating: 1, count: 300_000).span.bytes, isPermanent: true)
        for _ in 0..<10 { backlog?.append(Self.header(4), file) }
        #expect(backlog?.count == 3_000_040)
        #expect(ledger.waiting > 0 && ledger.waiting < 4_096, "ten readers of a file that is there once")
        backlog?.append(InlineBytes(), SharedBytes(1..<200_001, of: file))
        #expect(ledger.waiting < 4_096, "a part of it")
        backlog?.append(InlineBytes(), SharedBytes(copying: [UInt8](repeating: 1, count: 5_000).span.bytes))
        #expect(ledger.waiting > 5_000)
        for _ in 0..<3 { backlog?.append(InlineBytes(), [UInt8](repeating: 1, count: 40_000).span.bytes) }
        #expect(ledger.waiting >= 125_000 && ledger.waiting < 125_000 + 65_536 + 4_096)
        #expect(backlog?.memory == ledger.waiting)
        backlog = nil
        #expect(ledger.waiting == 0)
    }

    @Test("A piece's memory is released once it is sent, not before")
    func memoryOfSentPieces() throws {
        let (writer, reader) = try Self.narrowPair()
        defer {
            close(writer)
            close(reader)
        }
        let ledger = OutputLedger()
        let backlog = OutputBacklog(ledger: ledger)
        for _ in 0..<3 { backlog.append(InlineBytes(), [UInt8](repeating: 1, count: 65_536).span.bytes) }
        let full = ledger.waiting
        #expect(backlog.drain(to: writer) == nil)
        #expect(backlog.count < 3 * 65_536 && ledger.waiting == full, "a part of the first is sent")
        while backlog.count > 65_536 {
            _ = Self.read(reader, atMost: 65_536)
            #expect(backlog.drain(to: writer) == nil)
        }
        #expect(ledger.waiting < full - 2 * 65_536 + 4_096)
    }
}
