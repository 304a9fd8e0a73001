/// The versions of mail that a node speaks.
package struct MailVersions: Hashable, Sendable {
    package let oldest: UInt8
    package let newest: UInt8

    /// Precondition: the oldest is not newer than the newest, and versions count from 1.
    package init(oldest: UInt8, newest: UInt8) {
        precondition(oldest >= 1 && oldest <= newest, "versions count upwards")
        self.oldest = oldest
        self.newest = newest
    }

    /// The versions of this build. A build that brings a version speaks the one before it, too. So old and new servers
    /// understand each other while they are replaced one by one.
    package static let spoken = MailVersions(oldest: 1, newest: 1)

    /// The newest version that both speak; nil if there is none.
    package func agreed(with other: MailVersions) -> UInt8? {
        let version = min(newest, other.newest)
        return version >= max(oldest, other.oldest) ? version : nil
    }

    func write(to writer: inout FieldWriter) {
        writer.byte(oldest)
        writer.byte(newest)
    }

    init(from reader: inout FieldReader) throws(FieldFault) {
        let (oldest, newest) = (try reader.byte(), try reader.byte())
        guard oldest >= 1, oldest <= newest else { throw .value("versions") }
        self.init(oldest: oldest, newest: newest)
    }
}

/// The hub says that it is there. Sent now and then: a node that hears nothing looks for another hub.
package struct Announcement: Hashable, Sendable {
    /// The generation of the hub's lease. A hub with a higher one has replaced it.
    package let generation: UInt64
    /// The name of the hub's node.
    package let node: String
    /// Nil from a release that tells none.
    package let print: ClusterPrint?
    package let versions: MailVersions

    package init(generation: UInt64, node: String, print: ClusterPrint?, versions: MailVersions = .spoken) {
        self.generation = generation
        self.node = node
        self.print = print
        self.versions = versions
    }

    /// The payload of an envelope.
    package var encoded: [UInt8] {
        var writer = FieldWriter()
        writer.fixed64(generation)
        writer.text(node)
        versions.write(to: &writer)
        print?.write(to: &writer)
        return writer.take()
    }

    /// Reads a payload. What a later version adds behind it is left unread.
    package init(_ payload: [UInt8]) throws(FieldFault) {
        var reader = FieldReader(payload)
        generation = try reader.fixed64()
        node = try reader.word()
        versions = try MailVersions(from: &reader)
        print = reader.remaining > 0 ? try ClusterPrint(from: &reader) : nil
    }
}

/// A node asks the hub for a link.
package struct Introduction: Hashable, Sendable {
    /// The node's name: where it hears.
    package let node: String
    /// Nil from a release that tells none.
    package let print: ClusterPrint?
    package let versions: MailVersions

    package init(node: String, print: ClusterPrint?, versions: MailVersions = .spoken) {
        self.node = node
        self.print = print
        self.versions = versions
    }

    /// The payload of an envelope.
    package var encoded: [UInt8] {
        var writer = FieldWriter()
        writer.text(node)
        versions.write(to: &writer)
        print?.write(to: &writer)
        return writer.take()
    }

    /// Reads a payload. What a later version adds behind it is left unread.
    package init(_ payload: [UInt8]) throws(FieldFault) {
        var reader = FieldReader(payload)
        node = try reader.word()
        versions = try MailVersions(from: &reader)
        print = reader.remaining > 0 ? try ClusterPrint(from: &reader) : nil
    }
}

/// The hub grants a link.
package struct LinkGrant: Hashable, Sendable {
    /// The version of all mail on it.
    package let version: UInt8

    package init(version: UInt8) { self.version = version }

    /// The payload of an envelope.
    package var encoded: [UInt8] { [version] }

    /// Reads a payload. What a later version adds behind it is left unread.
    package init(_ payload: [UInt8]) throws(FieldFault) {
        var reader = FieldReader(payload)
        version = try reader.byte()
    }
}

extension FieldReader {
    /// A word of a subject.
    fileprivate mutating func word() throws(FieldFault) -> String {
        let text = try text(upTo: Subject.longestWord)
        guard Subject.isWord(text) else { throw .value("word") }
        return text
    }
}
