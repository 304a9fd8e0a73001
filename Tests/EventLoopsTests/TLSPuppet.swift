import Bytes
import TestKit

@testable import EventLoops

/// Sends back what comes, and after the peer's end says `end`. A first byte `!` has it close, `?` wait for its timer.
final class TLSPuppet: ConnectionHandler {
    private let ends: AsyncStream<String>.Continuation

    init(_ connection: Connection, _ ends: AsyncStream<String>.Continuation, patience: Int?) {
        self.ends = ends
        if let patience { connection.setTimeout(milliseconds: patience) }
    }

    func received(_ bytes: inout ReceivedBytes, on connection: Connection) {
        let first = bytes[0]
        bytes.withRemaining { connection.write($0) }
        bytes.consumeAll()
        if first == UInt8(ascii: "!") { connection.close() }
    }

    func inputEnded(on connection: Connection) {
        connection.write(Array("end".utf8).span.bytes)
        connection.close()
    }

    func drained(_ connection: Connection) {}
    func overflowed(_ connection: Connection) { connection.abort() }
    func timedOut(_ connection: Connection) { connection.abort() }
    func stopping(_ connection: Connection) { connection.close() }
    func closed(_ connection: Connection, because reason: ConnectionEnd) { ends.yield("\(reason)") }
}

/// A shard that serves ``TLSPuppet``s over TLS.
final class TLSHost {
    let credentials: TLSCredentials
    /// Their files go with them.
    private let certificates: [TestCertificate]
    let port: UInt16
    private let shards: ShardGroup
    private var ends: AsyncStream<String>.Iterator

    /// `patience` is for a whole connection, in ms.
    init(_ certificates: [TestCertificate], patience: Int? = nil) throws {
        self.certificates = certificates
        credentials = try TLSCredentials(
            reading: certificates.map(\.files), protocols: ["http/1.1"], plainAnswer: Array("no TLS".utf8))
        shards = try ShardGroup(count: 1)
        let socket = try ListeningSocket(binding: .loopback(port: 0))
        port = socket.address.port
        let (stream, continuation) = AsyncStream<String>.makeStream()
        ends = stream.makeAsyncIterator()
        shards.serve(socket, tls: credentials, outputLimit: 64 << 20) {
            TLSPuppet($0, continuation, patience: patience)
        }
    }

    func client(_ change: (inout TLSClient.Options) -> Void = { _ in }) throws -> TLSClient {
        var options = TLSClient.Options()
        change(&options)
        return try TLSClient(port: port, options)
    }

    /// Why the next connection ended.
    func nextEnd() async -> String? { await ends.next(isolation: nil) }

    func stop() async {
        await withCheckedContinuation { done in shards.stop(graceMilliseconds: 1_000) { done.resume() } }
    }
}

extension TestCertificate {
    var files: TLSKeyPairFiles { TLSKeyPairFiles(certificate: certificate, key: key) }
}
