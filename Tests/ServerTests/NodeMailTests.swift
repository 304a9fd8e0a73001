import Bus
import Bytes
import EventLoops
import Rooms
import Sessions
import TestKit
import Testing
import WebSockets

@testable import Server

@Suite("Mail between nodes") struct NodeMailTests {
    private func written(_ mail: [ShardMail]) -> [UInt8] {
        var writer = ShardMailWriter()
        for one in mail { writer.write(one) }
        return writer.take()
    }

    @Test("Mail of every kind for the hub is read as it was written", arguments: 0..<SampleMail.hubKinds)
    func hubMail(kind: Int) throws {
        var sample = SampleMail(seed: kind)
        for shard in 0..<64 {
            let mail = try sample.hubMail(kind, node: false)
            var writer = FieldWriter()
            mail.write(to: &writer, from: shard)
            let read = try HubMail.all(in: writer.take())
            #expect(read.map(\.told) == [mail.onNode(from: shard).told])
        }
    }

    @Test("Mail of every kind of the hub is read as it was written", arguments: 0..<SampleMail.shardKinds)
    func shardMail(kind: Int) throws {
        var sample = SampleMail(seed: kind)
        for _ in 0..<64 {
            let mail = sample.shardMail(kind)
            #expect(try ShardMailReader.all(in: written([mail])).map(\.told) == [mail.told])
        }
    }

    @Test("A message for many players stands once in what is sent, and is one message when it is read")
    func sharedMessage() throws {
        let json = Array(#"{"type":"event","room":"KYTE7","seq":7,"text":"a long one, which everybody hears"}"#.utf8)
        let message = EncodedMessage(.text, json.span.bytes)
        let other = EncodedMessage(.text, json.span.bytes)
        func mail(_ slot: UInt32, _ message: EncodedMessage) -> ShardMail {
            .message(ConnectionID(slot: slot, generation: 0), message, isGreeted: true)
        }
        let sent = [mail(1, message), mail(2, message), .hasRoom, mail(3, message), mail(4, other)]
        let bytes = written(sent)
        #expect(bytes.count < 2 * json.count + 60)
        let read = try ShardMailReader.all(in: bytes)
        #expect(read.map(\.told) == sent.map(\.told))
        guard case .message(_, let first, _) = read[0], case .message(_, let second, _) = read[3],
            case .message(_, let third, _) = read[4]
        else {
            Issue.record("no messages")
            return
        }
        #expect(first.isSame(as: second) && !first.isSame(as: third))
    }

    @Test("Cut anywhere, mail is refused, and with any byte changed it is refused or other mail", arguments: 0..<20)
    func hostileBytes(seed: Int) throws {
        var sample = SampleMail(seed: 100 + seed)
        for kind in 0..<SampleMail.hubKinds {
            var writer = FieldWriter()
            try sample.hubMail(kind, node: false).write(to: &writer, from: seed)
            hold(writer.take(), seed) { bytes throws(FieldFault) in _ = try HubMail.all(in: bytes) }
        }
        for kind in 1..<SampleMail.shardKinds {
            hold(written([sample.shardMail(kind)]), seed) { bytes throws(FieldFault) in
                _ = try ShardMailReader.all(in: bytes)
            }
        }
    }

    private func hold(_ bytes: [UInt8], _ seed: Int, _ read: ([UInt8]) throws(FieldFault) -> Void) {
        for end in 1..<max(1, bytes.count) {
            #expect(throws: FieldFault.self, "cut at \(end)") { try read(Array(bytes[..<end])) }
        }
        for place in bytes.indices {
            var changed = bytes
            changed[place] ^= UInt8(1 << (seed % 8))
            do throws(FieldFault) {
                try read(changed)
            } catch {
                continue
            }
        }
    }

    @Test("Unknown kinds, and values that nothing has, are refused")
    func unknown() {
        for tag: UInt8 in [0, 8, 200] { #expect(throws: FieldFault.kind(tag)) { try HubMail.all(in: [tag]) } }
        for tag: UInt8 in [0, 8, 15, 23] {
            #expect(throws: FieldFault.kind(tag)) { try ShardMailReader.all(in: [tag]) }
        }
        var writer = FieldWriter()
        writer.byte(6)
        writer.text("kyte7")
        #expect(throws: FieldFault.value("room")) { try HubMail.all(in: writer.take()) }
        writer.byte(3)
        writer.fixed64(1)
        writer.fixed16(1006)
        #expect(throws: FieldFault.value("close code")) { try ShardMailReader.all(in: writer.take()) }
        writer.byte(2)
        writer.fixed64(1)
        writer.flag(true)
        #expect(throws: FieldFault.value("message")) { try ShardMailReader.all(in: writer.take()) }
        writer.byte(1)
        writer.fixed64(1)
        writer.flag(true)
        writer.flag(true)
        writer.run([0xFF])
        #expect(throws: FieldFault.value("text")) { try ShardMailReader.all(in: writer.take()) }
    }

    @Test("A reason for a Close is taken at its bound, and not beyond it")
    func closeReason() throws {
        let id = ConnectionID(slot: 1, generation: 1)
        let longest = String(repeating: "a", count: MailLimits.closeReason)
        #expect(throws: Never.self) {
            try ShardMailReader.all(in: written([.close(id, code: 4500, reason: longest)]))
        }
        #expect(throws: FieldFault.excess) {
            try ShardMailReader.all(in: written([.close(id, code: 4500, reason: longest + "a")]))
        }
    }

    @Test("An instant that no clock shows is refused", arguments: [-1, Int.min, Int.max, 1 << 54])
    func instants(instant: Int) throws {
        var writer = FieldWriter()
        let id = ConnectionID(slot: 1, generation: 1)
        HubMail.received(id, json: [], lag: 0, at: instant).write(to: &writer, from: 0)
        let bytes = writer.take()
        #expect(throws: FieldFault.value("instant")) { try HubMail.all(in: bytes) }
    }

    @Test("The bytes of version 1 stay as they are: other builds read them")
    func bytes() throws {
        let id = ConnectionID(slot: 5, generation: 9)
        var writer = FieldWriter()
        HubMail.received(id, json: Array("{}".utf8), lag: 3, at: 4).write(to: &writer, from: 1)
        HubMail.disconnected(id).write(to: &writer, from: 0)
        HubMail.silent(id, true).write(to: &writer, from: 0)
        HubMail.needsSnapshot(try #require(RoomCode("KYTE7"))).write(to: &writer, from: 0)
        HubMail.saidWhatWasRead.write(to: &writer, from: 0)
        let name: [UInt8] = [0, 0, 0, 9, 0, 0, 0, 5]
        #expect(
            writer.take() == [2, 0, 0, 0, 9, 4, 0, 0, 5, 2, 0x7B, 0x7D, 0, 3, 0, 0, 0, 0, 0, 0, 0, 4] + [3] + name + [4]
                + name + [1, 6, 5] + Array("KYTE7".utf8) + [7])
        let message = EncodedMessage(.text, Array("{}".utf8).span.bytes)
        let mail: [ShardMail] = [
            .message(id, message, isGreeted: true), .message(id, message, isGreeted: false),
            .close(id, code: 4500, reason: "a"), .attend(id, true), .hasRoom, .sayWhatWasRead,
            .feed(.close(try #require(RoomCode("KYTE7")), connection: 1)),
        ]
        #expect(
            written(mail) == [1] + name + [1, 0, 2, 0x7B, 0x7D] + [2] + name + [0] + [3] + name + [0x11, 0x94, 1, 0x61]
                + [4] + name + [1, 6, 7, 17, 5] + Array("KYTE7".utf8) + [0, 0, 0, 0, 0, 0, 0, 1])
    }
}

extension HubMail {
    /// The mail as the hub reads it.
    fileprivate func onNode(from shard: Int) -> HubMail {
        switch self {
        case .connected(let id, let identity, let network):
            .connected(id.onNode(from: shard), identity: identity, network)
        case .received(let id, let json, let lag, let instant):
            .received(id.onNode(from: shard), json: json, lag: lag, at: instant)
        case .disconnected(let id): .disconnected(id.onNode(from: shard))
        case .silent(let id, let isSilent): .silent(id.onNode(from: shard), isSilent)
        case .asked(let id, let resource, let request, let context):
            .asked(id.onNode(from: shard), resource, request, context)
        case .needsSnapshot, .saidWhatWasRead: self
        }
    }
}
