import Bus
import Server

/// Mail between the nodes of a cluster: its envelopes, and what is in them. The first byte chooses.
///
/// What can be read is written again and read once more, and both forms must be one. Links take envelopes with numbers
/// and lengths as the bytes say.
enum NodeMail {
    static func check(_ bytes: [UInt8]) throws(Finding) {
        guard let first = bytes.first else { return }
        let rest = Array(bytes.dropFirst())
        switch first % 4 {
        case 0: try hold(rest) { bytes throws(FieldFault) in try MailExamination.hubMail(bytes) }
        case 1: try hold(rest) { bytes throws(FieldFault) in try MailExamination.shardMail(bytes) }
        case 2: try envelope(rest)
        default: try link(rest)
        }
    }

    private static func hold(
        _ bytes: [UInt8], _ examine: ([UInt8]) throws(FieldFault) -> [UInt8]
    ) throws(Finding) {
        guard let written = outcome(bytes, examine) else { return }
        guard let again = outcome(written, examine) else {
            throw Finding(description: "written, it cannot be read: \(written)")
        }
        try Finding.unless(again == written, "it has two forms: \(written)")
    }

    private static func outcome(
        _ bytes: [UInt8], _ examine: ([UInt8]) throws(FieldFault) -> [UInt8]
    ) -> [UInt8]? {
        do throws(FieldFault) {
            return try examine(bytes)
        } catch {
            return nil
        }
    }

    private static func envelope(_ bytes: [UInt8]) throws(Finding) {
        guard let envelope = read(bytes) else { return }
        try Finding.unless(envelope.encoded == bytes, "it has two forms: \(bytes)")
    }

    private static func read(_ bytes: [UInt8]) -> Envelope? {
        do throws(FieldFault) {
            return try Envelope(bytes)
        } catch {
            return nil
        }
    }

    private static func link(_ bytes: [UInt8]) throws(Finding) {
        var bounds = LinkEnd.Bounds()
        (bounds.payload, bounds.window, bounds.message) = (16, 64, 200)
        var end = LinkEnd(link: 1, version: 1, bounds: bounds, now: 0)
        var rest = bytes[...]
        var now = 0
        while rest.count >= 5 {
            let head = Array(rest.prefix(5))
            rest = rest.dropFirst(5)
            let payload = Array(rest.prefix(Int(head[4]) % 64))
            rest = rest.dropFirst(payload.count)
            now += Int(head[0])
            if head[0] % 7 == 0 { _ = end.send(Array(repeating: head[0], count: Int(head[0]) % 200)) }
            let envelope = Envelope(
                head[0] % 3 == 0 ? .beat : .mail, goesOn: head[0] % 5 == 0, link: 1, sequence: UInt64(head[1]),
                acknowledged: UInt64(head[2]), sentAt: Int(head[3]) << (Int(head[3]) % 60), echo: .max - Int(head[3]),
                payload: payload)
            let receipt: LinkEnd.Receipt
            do throws(LinkFault) {
                receipt = try end.receive(envelope, now: now)
            } catch {
                return
            }
            if case .message(let message, let number) = receipt {
                try Finding.unless(message.count <= bounds.message, "a message of \(message.count) bytes")
                end.handled(upTo: number)
            }
            for envelope in end.takeEnvelopes(now: now) {
                try Finding.unless(envelope.payload.count <= bounds.payload, "a payload beyond its bound")
            }
        }
    }
}
