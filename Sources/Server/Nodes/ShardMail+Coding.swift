import Bus
import Bytes
import EventLoops
import Rooms
import Sessions
import WebSockets

/// Mail of the hub for a node's connections in binary, version 1, as that of ``HubMail``.
///
/// A message for many players stands in it once: behind the first of its receivers there are only the others.
struct ShardMailWriter {
    private var writer = FieldWriter()
    private var last: EncodedMessage?

    /// Bytes so far.
    var count: Int { writer.bytes.count }

    /// Takes the bytes away, which are a whole message.
    mutating func take() -> [UInt8] {
        last = nil
        return writer.take()
    }

    mutating func write(_ mail: ShardMail) {
        switch mail {
        case .message(let id, let message, let isGreeted):
            let isSame = last.map { $0.isSame(as: message) } ?? false
            writer.byte(isSame ? 2 : 1)
            writer.write(id)
            writer.flag(isGreeted)
            guard !isSame else { return }
            writer.flag(message.mayBeCompressed)
            message.withPayload { writer.run($0) }
            last = message
        case .close(let id, let code, let reason):
            writer.byte(3)
            writer.write(id)
            writer.fixed16(code)
            writer.text(reason)
        case .attend(let id, let isAttended):
            writer.byte(4)
            writer.write(id)
            writer.flag(isAttended)
        case .answer(let id, let response):
            writer.byte(5)
            writer.write(id)
            writer.write(response)
        case .hasRoom: writer.byte(6)
        case .sayWhatWasRead: writer.byte(7)
        case .feed(let mail): write(mail)
        case .hubLost: preconditionFailure("mail within a node")
        }
    }

    private mutating func write(_ mail: FeedMail) {
        switch mail {
        case .open(let room, let connection, let sequence):
            writer.byte(16)
            writer.write(room)
            writer.fixed64(connection)
            writer.number(sequence)
        case .close(let room, let connection):
            writer.byte(17)
            writer.write(room)
            writer.fixed64(connection)
        case .publish(let room, let content, let sequence):
            writer.byte(18)
            writer.write(room)
            writer.number(sequence)
            writer.run(content.json)
        case .publishPresence(let room, let content):
            writer.byte(19)
            writer.write(room)
            writer.run(content.json)
        case .publishReaction(let room, let content):
            writer.byte(20)
            writer.write(room)
            writer.run(content.json)
        case .publishSnapshot(let room, let content, let sequence):
            writer.byte(21)
            writer.write(room)
            writer.number(sequence)
            writer.run(content.json)
        case .end(let room, let content):
            writer.byte(22)
            writer.write(room)
            writer.run(content.json)
        }
    }
}

/// Reads the mail of a message that a ``ShardMailWriter`` has written.
struct ShardMailReader {
    private var reader: FieldReader
    private var last: EncodedMessage?

    init(_ message: [UInt8]) { reader = FieldReader(message) }

    /// Reads all mail of a message.
    static func all(in message: [UInt8]) throws(FieldFault) -> [ShardMail] {
        var reader = ShardMailReader(message)
        var mail: [ShardMail] = []
        while let next = try reader.next() { mail.append(next) }
        return mail
    }

    /// Reads the next mail; nil at the end.
    mutating func next() throws(FieldFault) -> ShardMail? {
        guard reader.remaining > 0 else { return nil }
        switch try reader.byte() {
        case 1:
            let id = try reader.connection()
            let isGreeted = try reader.flag()
            let mayBeCompressed = try reader.flag()
            let json = try text()
            let message = EncodedMessage(.text, json.span.bytes, mayBeCompressed: mayBeCompressed)
            last = message
            return .message(id, message, isGreeted: isGreeted)
        case 2:
            let id = try reader.connection()
            let isGreeted = try reader.flag()
            guard let last else { throw .value("message") }
            return .message(id, last, isGreeted: isGreeted)
        case 3:
            let id = try reader.connection()
            let code = try reader.fixed16()
            guard CloseCode.ofServer.contains(where: { $0.rawValue == code }) else { throw .value("close code") }
            return .close(id, code: code, reason: try reader.text(upTo: MailLimits.closeReason))
        case 4:
            let id = try reader.connection()
            return .attend(id, try reader.flag())
        case 5:
            let id = try reader.connection()
            return .answer(id, try reader.response())
        case 6: return .hasRoom
        case 7: return .sayWhatWasRead
        case let tag: return .feed(try feed(tag))
        }
    }

    private mutating func feed(_ tag: UInt8) throws(FieldFault) -> FeedMail {
        guard (16...22).contains(tag) else { throw .kind(tag) }
        let room = try reader.room()
        switch tag {
        case 16:
            let connection = try reader.fixed64()
            return .open(room, connection: connection, after: try sequence())
        case 17: return .close(room, connection: try reader.fixed64())
        case 18:
            let sequence = try sequence()
            return .publish(room, try content(), sequence: sequence)
        case 19: return .publishPresence(room, try content())
        case 20: return .publishReaction(room, try content())
        case 21:
            let sequence = try sequence()
            return .publishSnapshot(room, try content(), sequence: sequence)
        default: return .end(room, try content())
        }
    }

    /// The number of an event of a room: from 0, and small enough to be counted on.
    private mutating func sequence() throws(FieldFault) -> Int {
        let number = try reader.number()
        guard (0...(1 << 53)).contains(number) else { throw .value("sequence") }
        return number
    }

    private mutating func content() throws(FieldFault) -> FeedMail.Content {
        FeedMail.Content(OutgoingMessage(try text()))
    }

    /// The payload of a text message (RFC 6455 section 5.6).
    private mutating func text() throws(FieldFault) -> [UInt8] {
        let json = try reader.run(upTo: MailLimits.serverMessage)
        guard UTF8Validator.isValid(json.span.bytes) else { throw .value("text") }
        return json
    }
}
