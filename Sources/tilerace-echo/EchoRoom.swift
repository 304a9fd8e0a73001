import Bytes
import EventLoops
import WebSockets

/// The open WebSockets of one shard. Used on that shard only; it hangs on the shard's loop.
final class EchoRoom {
    private var members: [EchoSocket] = []
    /// Shared by all of them. Nil if nothing is compressed.
    let deflate: DeflatePool?

    private init(_ deflate: DeflateSettings?) {
        self.deflate = deflate.map { DeflatePool($0) }
    }

    /// The room of a loop, made when first asked for.
    static func of(_ loop: EventLoop, _ service: EchoService) -> EchoRoom {
        if let room = loop.attachment as? EchoRoom { return room }
        let room = EchoRoom(service.deflate)
        loop.attachment = room
        return room
    }

    func add(_ socket: EchoSocket) {
        socket.place = members.count
        members.append(socket)
    }

    func remove(_ socket: EchoSocket) {
        let last = members.removeLast()
        guard last !== socket else { return }
        members[socket.place] = last
        last.place = socket.place
    }

    func broadcast(_ message: EncodedMessage) {
        for member in members { member.send(message) }
    }
}
