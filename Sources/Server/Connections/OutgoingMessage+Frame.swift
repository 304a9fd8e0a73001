import Sessions
import WebSockets

extension OutgoingMessage {
    /// The message as a WebSocket frame: made for the first receiver and shared by all.
    var frame: EncodedMessage {
        if let made = transportForm as? SharedFrame { return made.message }
        let json = json
        let made = SharedFrame(EncodedMessage(.text, json.span.bytes, mayBeCompressed: mayBeCompressed))
        transportForm = made
        return made.message
    }

    /// A message that was encoded on another shard.
    convenience init(_ json: [UInt8], frame: EncodedMessage) {
        self.init(json)
        transportForm = SharedFrame(frame)
    }
}

extension OutgoingBatch {
    /// The messages as WebSocket frames in one piece: made for the first receiver and shared by all.
    var frames: EncodedMessage {
        if let made = transportForm as? SharedFrame { return made.message }
        let joined =
            messages.count == 1 ? messages[0].frame : EncodedMessage(joining: messages.map(\.frame))
        transportForm = SharedFrame(joined)
        return joined
    }
}

/// A frame in an object, for `transportForm`, which holds one.
private final class SharedFrame {
    let message: EncodedMessage
    init(_ message: EncodedMessage) { self.message = message }
}
