import Bus

/// Reads mail between nodes and writes it again, to check that both forms are one.
package enum MailExamination {
    /// Reads a message for the hub, and writes what was read.
    package static func hubMail(_ message: [UInt8]) throws(FieldFault) -> [UInt8] {
        var writer = FieldWriter()
        for mail in try HubMail.all(in: message) { mail.onShard.write(to: &writer, from: mail.shard) }
        return writer.take()
    }

    /// Reads a message of the hub, and writes what was read.
    package static func shardMail(_ message: [UInt8]) throws(FieldFault) -> [UInt8] {
        var writer = ShardMailWriter()
        for mail in try ShardMailReader.all(in: message) { writer.write(mail) }
        return writer.take()
    }
}

extension HubMail {
    /// The index of the shard of its connection.
    fileprivate var shard: Int {
        switch self {
        case .connected(let id, _, _), .received(let id, _, _, _), .disconnected(let id), .silent(let id, _),
            .asked(let id, _, _, _):
            id.shardOnNode
        case .needsSnapshot, .saidWhatWasRead: 0
        }
    }

    /// The mail as its shard has written it.
    fileprivate var onShard: HubMail {
        switch self {
        case .connected(let id, let identity, let network): .connected(id.onShard, identity: identity, network)
        case .received(let id, let json, let lag, let instant):
            .received(id.onShard, json: json, lag: lag, at: instant)
        case .disconnected(let id): .disconnected(id.onShard)
        case .silent(let id, let isSilent): .silent(id.onShard, isSilent)
        case .asked(let id, let resource, let request, let context): .asked(id.onShard, resource, request, context)
        case .needsSnapshot, .saidWhatWasRead: self
        }
    }
}
