import EventLoops
import Sessions

/// A WebSocket, seen from the hub.
final class MailedOutput: SessionOutput {
    private let id: ConnectionID
    private let box: Mailbox<ShardMail>

    init(_ id: ConnectionID, _ box: Mailbox<ShardMail>) {
        self.id = id
        self.box = box
    }

    func send(_ message: OutgoingMessage, isGreeted: Bool) {
        box.put(.message(id, message.frame, isGreeted: isGreeted))
    }

    func close(code: UInt16, reason: String) { box.put(.close(id, code: code, reason: reason)) }

    func attend(_ isAttended: Bool) { box.put(.attend(id, isAttended)) }
}
