import Messages
import TestKit

@testable import Sessions

// The words that players lay, and the transcript of what the server says.
extension Simulation {
    /// A word to lay on tiles, as far as they are known. It is seldom the source of the tiles, and cannot always be
    /// laid.
    func laidWord(on tiles: String?, from source: String?) -> String {
        if pick(8) == 0, let source { return source }
        let fitting = words.laid.filter { word in
            var left = Array((tiles ?? "").utf8)
            return word.utf8.allSatisfy { letter in
                guard let place = left.firstIndex(of: letter) else { return false }
                left.remove(at: place)
                return true
            }
        }
        guard pick(5) > 0, let word = fitting.randomElement(using: &random) else {
            return words.laid[pick(words.laid.count)]
        }
        return word
    }

    /// Writes down what the server says over HTTP, where that is compared. `player`: the only one who may be told it.
    func record(_ json: [UInt8], as document: DocumentKind?, to player: SimulatedPlayer? = nil) {
        transcript?.append(
            Told(
                time: now, connection: Told.Listener.web, player: player?.number, document: document,
                mayBeCompressed: false, json: json))
    }

    /// Writes down what the operator is answered, and what figures and the log are made of, where that is compared.
    private func record(_ text: [UInt8], to listener: Int) {
        transcript?.append(
            Told(
                time: now, connection: listener, player: nil, document: nil, mayBeCompressed: false,
                json: shown(text, to: listener)))
    }

    /// The operator is answered.
    func record(_ answer: AdminAnswer) { record(answer.encoded, to: Told.Listener.admin) }

    /// The server notes something that the log or `/metrics` shows.
    func note(_ text: String) { record(Array(text.utf8), to: Told.Listener.onlooker) }

    /// Notes the whole text of `/metrics`.
    func noteFigures() { note(server.figures) }

    /// Notes how much is in memory, as `/metrics` shows it.
    func noteLoad() {
        guard isCompared, server.hub.loaded != loadNoted else { return }
        loadNoted = server.hub.loaded
        note("loaded \(loadNoted.players) players, \(loadNoted.rooms) rooms")
    }

    /// Writes down what the server says to a connection, where that is compared.
    func record(_ json: [UInt8], to connection: SimulatedConnection, mayBeCompressed: Bool) {
        transcript?.append(
            Told(
                time: now, connection: connection.number, player: connection.player.number, document: nil,
                mayBeCompressed: mayBeCompressed, json: json))
    }
}
