/// The prints of a node's secrets: whoever hears them can tell whether its own are the same, and learns nothing else.
package struct ClusterPrint: Hashable, Sendable {
    /// Bytes of a print.
    package static let length = 16
    /// Keys at most. A folder has no more.
    package static let mostKeys = 100

    /// The print of the seed that draws the words.
    package let seed: [UInt8]
    /// The prints of the keys that sign session tokens, the newest first.
    package let keys: [[UInt8]]

    /// Precondition: prints have their length, and there are keys, not too many.
    package init(seed: [UInt8], keys: [[UInt8]]) {
        precondition(([seed] + keys).allSatisfy { $0.count == ClusterPrint.length }, "prints have one length")
        precondition((1...ClusterPrint.mostKeys).contains(keys.count), "there are keys, and not too many")
        self.seed = seed
        self.keys = keys
    }

    /// The difference between two nodes' secrets.
    package enum Difference: Hashable, Sendable, CustomStringConvertible {
        /// Their words would not be the same. They cannot serve together.
        case seed
        /// Players of one are strangers to the other. They cannot serve together.
        case sessionKeys
        /// One signs with a key that the other has not read yet: new guests are strangers until it has.
        case newestKey
        /// One server still takes a key that the other has forgotten, so a token of that key opens it.
        case forgottenKey

        /// Whether they cannot serve together.
        package var isGrave: Bool {
            switch self {
            case .seed, .sessionKeys: true
            case .newestKey, .forgottenKey: false
            }
        }

        package var description: String {
            switch self {
            case .seed: "its seed is another one than ours: copy the file seed from one data folder to the others"
            case .sessionKeys:
                "its session keys are others than ours: copy the file session-key from one data folder to the others"
            case .newestKey:
                "one of us has a newer session key: copy the file session-key to the others, and have them read it "
                    + "(SIGHUP)"
            case .forgottenKey:
                "one of us takes a session key that the other has forgotten: copy the file session-key to the others, and "
                    + "have them read it (SIGHUP)"
            }
        }
    }

    /// The gravest difference from another node; nil for none.
    package func difference(from other: ClusterPrint) -> Difference? {
        guard seed == other.seed else { return .seed }
        guard !Set(keys).isDisjoint(with: other.keys) else { return .sessionKeys }
        guard keys[0] == other.keys[0] else { return .newestKey }
        return Set(keys) == Set(other.keys) ? nil : .forgottenKey
    }

    func write(to writer: inout FieldWriter) {
        writer.raw(seed)
        writer.count(keys.count)
        for key in keys { writer.raw(key) }
    }

    init(from reader: inout FieldReader) throws(FieldFault) {
        seed = try reader.bytes(ClusterPrint.length)
        let count = try reader.count(upTo: ClusterPrint.mostKeys)
        guard count > 0 else { throw .value("keys") }
        var keys: [[UInt8]] = []
        for _ in 0..<count { keys.append(try reader.bytes(ClusterPrint.length)) }
        self.keys = keys
    }
}
