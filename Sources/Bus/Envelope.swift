import Bytes
import CZlib

/// A message from one node to another: its place in their exchange, and what it carries.
///
/// The form is the same in every version, so that nodes of different versions understand it. The meaning of `payload`
/// depends on `kind`, and for `mail` on the version that both ends have agreed on.
package struct Envelope: Hashable, Sendable {
    /// The content of an envelope.
    package enum Kind: UInt8, CaseIterable, Sendable {
        /// The hub says that it is there: ``Announcement``.
        case announcement = 1
        /// A node asks the hub for a link: ``Introduction``.
        case introduction = 2
        /// The hub grants it: ``LinkGrant``.
        case welcome = 3
        /// An end of a link gives it up, or never knew it. Nothing is carried.
        case broken = 4
        /// Numbered mail.
        case mail = 5
        /// No mail: it says how far the sender is, and what it has handled.
        case beat = 6
        /// A hub has gone, and given its lease back: another node may take it at once. Nothing is carried.
        case vacancy = 7
    }

    /// The kind of what is carried.
    package var kind: Kind
    /// The version in which it is written.
    package var version: UInt8
    /// The message goes on in the next envelope.
    package var goesOn: Bool
    /// The name of the link, which its node has chosen; 0 for announcements.
    package var link: UInt64
    /// The number of this mail, from 1; of a beat, that of the last mail before it.
    package var sequence: UInt64
    /// The number of the last mail that the sender has handled.
    package var acknowledged: UInt64
    /// The sender's clock, in ms.
    package var sentAt: Int
    /// The receiver's clock in the last envelope that the sender has had of it, and the ms since; 0 for none.
    package var echo: Int
    package var payload: [UInt8]

    package init(
        _ kind: Kind, version: UInt8 = 1, goesOn: Bool = false, link: UInt64 = 0, sequence: UInt64 = 0,
        acknowledged: UInt64 = 0, sentAt: Int = 0, echo: Int = 0, payload: [UInt8] = []
    ) {
        self.kind = kind
        self.version = version
        self.goesOn = goesOn
        self.link = link
        self.sequence = sequence
        self.acknowledged = acknowledged
        self.sentAt = sentAt
        self.echo = echo
        self.payload = payload
    }

    /// Bytes of a payload at most. A NATS server takes messages of 1 MiB, if it is not told otherwise.
    package static let largestPayload = 512 << 10
    /// Bytes around a payload.
    static let overhead = 48
    private static let mark: UInt8 = 0x54

    /// The bytes that go over a bus.
    package var encoded: [UInt8] {
        precondition(payload.count <= Envelope.largestPayload, "a payload of one envelope")
        var writer = FieldWriter()
        writer.reserve(payload.count + Envelope.overhead)
        writer.byte(Envelope.mark)
        writer.byte(version)
        writer.byte(kind.rawValue)
        writer.flag(goesOn)
        writer.fixed64(link)
        writer.fixed64(sequence)
        writer.fixed64(acknowledged)
        writer.number(sentAt)
        writer.number(echo)
        writer.raw(payload)
        writer.fixed32(Envelope.checksum(writer.bytes[...]))
        return writer.take()
    }

    /// Reads an envelope. Any byte that was changed on the way is noticed.
    package init(_ bytes: [UInt8]) throws(FieldFault) {
        guard bytes.count >= Envelope.overhead else { throw .cut }
        guard bytes.count <= Envelope.overhead + Envelope.largestPayload else { throw .excess }
        let told = bytes.suffix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        guard told == Envelope.checksum(bytes.dropLast(4)) else { throw .checksum }
        var reader = FieldReader(bytes)
        guard try reader.byte() == Envelope.mark else { throw .value("mark") }
        version = try reader.byte()
        let number = try reader.byte()
        guard let kind = Kind(rawValue: number) else { throw .kind(number) }
        self.kind = kind
        goesOn = try reader.flag()
        link = try reader.fixed64()
        sequence = try reader.fixed64()
        acknowledged = try reader.fixed64()
        sentAt = try reader.number()
        echo = try reader.number()
        payload = Array(bytes[(Envelope.overhead - 4)..<(bytes.count - 4)])
    }

    /// CRC-32, which finds every change of up to four bytes in a row. It guards against faults, not against people.
    private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.withUnsafeBufferPointer { UInt32(truncatingIfNeeded: crc32(0, $0.baseAddress, UInt32($0.count))) }
    }
}
