import Foundation
import GameRules
import Sessions

/// Somebody who talks to a ``FuzzedHub``, and minds what it says.
final class FuzzedClient: SessionOutput, FeedReceiver {
    let player: PlayerID
    let number: UInt64
    /// The server's end; nil while there is no connection.
    var session: Session?
    /// Answers to requests so far.
    private(set) var answers = 0
    /// The first thing that no server may say.
    private(set) var finding: String?
    /// Hears of every room by its code.
    private let heardOf: (_ room: [UInt8]) -> Void
    /// The snapshot of the last `joined` or `watching`.
    private(set) var picture: [String: Any]?
    /// The number of the last event of a room, by the room's epoch.
    private var sequences: [String: Int] = [:]

    init(_ player: PlayerID, number: UInt64, heardOf: @escaping (_ room: [UInt8]) -> Void) {
        self.player = player
        self.number = number
        self.heardOf = heardOf
    }

    /// Forgets all that was shown.
    func forget() { picture = nil }

    var queuedBytes: Int { 0 }

    func send(_ batch: OutgoingBatch) {
        for message in batch.messages { read(message) }
    }

    func send(_ message: OutgoingMessage, isGreeted: Bool) { read(message) }

    private func read(_ message: OutgoingMessage) {
        let data = Data(message.json)
        guard let said = try? JSONSerialization.jsonObject(with: data) as? [String: Any],
            let type = said["type"] as? String
        else { return found("no message", message) }
        if said["re"] != nil || type == "error" { answers += 1 }
        if type == "error", said["code"] as? String == nil { found("an error without a code", message) }
        hear(type, said, message)
    }

    func attend(_ isAttended: Bool) {}

    func close(code: UInt16, reason: String) {
        if code != 4500 { finding = finding ?? "closed with \(code) \(reason)" }
        // The hub forgets it, too.
        session = nil
    }

    private func hear(_ type: String, _ said: [String: Any], _ message: OutgoingMessage) {
        guard let epoch = said["epoch"] as? String, let sequence = said["seq"] as? Int else { return }
        if let code = said["room"] as? String { heardOf(Array(code.utf8)) }
        switch type {
        case "joined", "watching":
            picture = said["snapshot"] as? [String: Any]
            sequences[epoch] = sequence
        case "snapshot":
            if let known = sequences[epoch], sequence < known { found("a picture of the past", message) }
            sequences[epoch] = sequence
        case "event":
            if let code = (said["event"] as? [String: Any])?["code"] as? String { heardOf(Array(code.utf8)) }
            guard let known = sequences[epoch] else { return found("an event of a room never entered", message) }
            if sequence != known + 1 { found("after event \(known)", message) }
            sequences[epoch] = sequence
        default: found("an epoch where none belongs", message)
        }
    }

    private func found(_ what: String, _ message: OutgoingMessage) {
        finding = finding ?? "\(what): \(String(decoding: message.json, as: UTF8.self))"
    }
}
