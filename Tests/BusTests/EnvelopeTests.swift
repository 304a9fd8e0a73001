import TestKit
import Testing

@testable import Bus

@Suite struct EnvelopeTests {
    static func random(_ random: inout SplitMix, payload: Int = 60) -> Envelope {
        let kinds = Envelope.Kind.allCases
        return Envelope(
            kinds[Int(random.next() % UInt64(kinds.count))], version: UInt8.random(in: 0...255, using: &random),
            goesOn: Bool.random(using: &random), link: random.next(), sequence: random.next(),
            acknowledged: random.next(), sentAt: Int(truncatingIfNeeded: random.next()),
            echo: Int(truncatingIfNeeded: random.next()),
            payload: (0..<Int.random(in: 0...payload, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            })
    }

    @Test("An envelope is read as it was written", arguments: 0..<100)
    func roundTrip(seed: Int) throws {
        var random = SplitMix(seed: UInt64(seed))
        let envelope = Self.random(&random)
        #expect(try Envelope(envelope.encoded) == envelope)
    }

    @Test("Cut anywhere, or with any bit changed, an envelope is refused", arguments: 0..<5)
    func hostileBytes(seed: Int) {
        var random = SplitMix(seed: UInt64(seed))
        let bytes = Self.random(&random).encoded
        for end in bytes.indices { #expect(throws: FieldFault.self) { try Envelope(Array(bytes[..<end])) } }
        for place in bytes.indices {
            for bit in 0..<8 {
                var changed = bytes
                changed[place] ^= 1 << bit
                #expect(throws: FieldFault.checksum) { try Envelope(changed) }
            }
        }
        #expect(throws: FieldFault.self) { try Envelope(bytes + [0]) }
    }

    @Test("The largest payload is carried, and a larger one refused")
    func largestPayload() throws {
        let largest = Envelope(.mail, payload: Array(repeating: 7, count: Envelope.largestPayload))
        #expect(try Envelope(largest.encoded) == largest)
        #expect(throws: FieldFault.excess) { try Envelope(largest.encoded + [0]) }
    }

    @Test("The bytes of an envelope stay as they are: other builds read them")
    func bytes() {
        let envelope = Envelope(
            .mail, version: 1, goesOn: true, link: 2, sequence: 3, acknowledged: 4, sentAt: 5, echo: -1, payload: [9])
        let head: [UInt8] = [0x54, 1, 5, 1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 4]
        let rest: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 5, 255, 255, 255, 255, 255, 255, 255, 255, 9]
        #expect(Array(envelope.encoded.dropLast(4)) == head + rest)
        #expect(envelope.encoded.count == head.count + rest.count + 4)
    }

    @Test("Introductions are read as they were written, and what a later version adds is left")
    func introductions() throws {
        let versions = MailVersions(oldest: 2, newest: 7)
        let prints = ClusterPrint(seed: Self.bytes(1), keys: [Self.bytes(2), Self.bytes(3)])
        let announcement = Announcement(generation: 1 << 60, node: "n-1", print: prints, versions: versions)
        #expect(try Announcement(announcement.encoded + [1, 2]) == announcement)
        let introduction = Introduction(node: "node_2", print: prints, versions: versions)
        #expect(try Introduction(introduction.encoded + [1, 2]) == introduction)
        #expect(try LinkGrant(LinkGrant(version: 3).encoded + [1]) == LinkGrant(version: 3))
        // A release that tells no prints.
        let bare = Announcement(generation: 7, node: "n", print: nil, versions: versions)
        #expect(try Announcement(bare.encoded) == bare)
        let asking = Introduction(node: "n", print: nil, versions: versions)
        #expect(try Introduction(asking.encoded) == asking)
        #expect(throws: FieldFault.cut) { try Announcement(bare.encoded + [1]) }
        for bytes in [announcement.encoded, introduction.encoded] {
            for end in bytes.indices {
                #expect(throws: FieldFault.cut) { try Announcement(Array(bytes[..<min(end, 8)])) }
            }
        }
        #expect(throws: FieldFault.value("word")) { try Introduction([1, UInt8(ascii: "*"), 1, 1]) }
        #expect(throws: FieldFault.value("versions")) { try Introduction([1, 65, 2, 1]) }
        #expect(throws: FieldFault.value("versions")) { try Introduction([1, 65, 0, 1]) }
    }

    private static func bytes(_ number: UInt8) -> [UInt8] { Array(repeating: number, count: ClusterPrint.length) }

    @Test("Prints tell another seed, other session keys, a newer and a forgotten key, and are refused without a key")
    func prints() throws {
        let own = ClusterPrint(seed: Self.bytes(1), keys: [Self.bytes(3), Self.bytes(2)])
        #expect(own.difference(from: own) == nil)
        let stranger = ClusterPrint(seed: Self.bytes(9), keys: own.keys)
        #expect(own.difference(from: stranger) == .seed && ClusterPrint.Difference.seed.isGrave)
        let others = ClusterPrint(seed: own.seed, keys: [Self.bytes(8)])
        #expect(own.difference(from: others) == .sessionKeys && ClusterPrint.Difference.sessionKeys.isGrave)
        let later = ClusterPrint(seed: own.seed, keys: [Self.bytes(4), Self.bytes(3)])
        #expect(own.difference(from: later) == .newestKey && !ClusterPrint.Difference.newestKey.isGrave)
        let cleared = ClusterPrint(seed: own.seed, keys: [Self.bytes(3)])
        for (one, other) in [(own, cleared), (cleared, own)] { #expect(one.difference(from: other) == .forgottenKey) }
        #expect(!ClusterPrint.Difference.forgottenKey.isGrave)
        let few = ClusterPrint(seed: own.seed, keys: (0..<ClusterPrint.mostKeys).map { Self.bytes(UInt8($0)) })
        let announcement = Announcement(generation: 1, node: "n", print: few)
        #expect(try Announcement(announcement.encoded) == announcement)
        let head: [UInt8] = [1, 65, 1, 1] + Self.bytes(7)
        #expect(throws: FieldFault.value("keys")) { try Introduction(head + [0]) }
        #expect(throws: FieldFault.excess) { try Introduction(head + [101]) }
        #expect(throws: FieldFault.cut) { try Introduction(head + [1, 2]) }
    }

    @Test("Two neighbouring versions agree on the older one, and others on nothing")
    func agreement() {
        let (old, new) = (MailVersions(oldest: 1, newest: 2), MailVersions(oldest: 2, newest: 3))
        #expect(old.agreed(with: new) == 2 && new.agreed(with: old) == 2)
        #expect(old.agreed(with: old) == 2)
        #expect(old.agreed(with: MailVersions(oldest: 3, newest: 4)) == nil)
        #expect(MailVersions.spoken.agreed(with: .spoken) == MailVersions.spoken.newest)
        #expect(MailVersions.spoken.newest - MailVersions.spoken.oldest <= 1)
    }
}
