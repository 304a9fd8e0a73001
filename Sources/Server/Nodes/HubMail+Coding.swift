import Bus
import EventLoops
import Sessions

/// Mail for the hub in binary, version 1. What is written here is read by other builds: a change is a new version
/// (``MailVersions``), and a test holds the bytes of each.
extension HubMail {
    /// Writes mail of the shard with that index.
    func write(to writer: inout FieldWriter, from shard: Int) {
        switch self {
        case .connected(let id, let identity, let network):
            writer.byte(1)
            writer.write(id.onNode(from: shard))
            writer.write(identity)
            writer.write(network)
        case .received(let id, let json, let lag, let instant):
            writer.byte(2)
            writer.write(id.onNode(from: shard))
            writer.run(json)
            writer.fixed16(lag)
            writer.number(instant)
        case .disconnected(let id):
            writer.byte(3)
            writer.write(id.onNode(from: shard))
        case .silent(let id, let isSilent):
            writer.byte(4)
            writer.write(id.onNode(from: shard))
            writer.flag(isSilent)
        case .asked(let id, let resource, let request, let context):
            writer.byte(5)
            writer.write(id.onNode(from: shard))
            writer.write(resource)
            writer.write(request)
            writer.write(context)
        case .needsSnapshot(let room):
            writer.byte(6)
            writer.write(room)
        case .saidWhatWasRead: writer.byte(7)
        }
    }

    /// Reads mail, of which the connections have the IDs that the hub knows them by.
    init(from reader: inout FieldReader) throws(FieldFault) {
        switch try reader.byte() {
        case 1:
            let id = try reader.connection()
            let identity = try reader.claim()
            self = .connected(id, identity: identity, try reader.network())
        case 2:
            let id = try reader.connection()
            let json = try reader.run(upTo: MailLimits.clientMessage)
            let lag = try reader.fixed16()
            self = .received(id, json: json, lag: lag, at: try reader.instant())
        case 3: self = .disconnected(try reader.connection())
        case 4:
            let id = try reader.connection()
            self = .silent(id, try reader.flag())
        case 5:
            let id = try reader.connection()
            let resource = try reader.resource()
            let request = try reader.request()
            self = .asked(id, resource, request, try reader.requestContext())
        case 6: self = .needsSnapshot(try reader.room())
        case 7: self = .saidWhatWasRead
        case let other: throw .kind(other)
        }
    }

    /// Reads all mail of a message.
    static func all(in message: [UInt8]) throws(FieldFault) -> [HubMail] {
        var reader = FieldReader(message)
        var mail: [HubMail] = []
        while reader.remaining > 0 { mail.append(try HubMail(from: &reader)) }
        return mail
    }
}
