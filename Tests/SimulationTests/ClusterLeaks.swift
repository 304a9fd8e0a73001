import Bus
import Bytes
import EventLoops
import Sessions
import TestKit
import WebSockets

@testable import Server

/// Looks at every byte that a hub sends to nodes. The letters of a board may stand only in a message for a connection
/// of its own player. They may be in no message for another connection, and in none that a node gets for its watchers.
final class ClusterLeaks {
    private unowned let world: ClusterSimulation
    /// Messages of which a part has come, by link.
    private var begun: [UInt64: [UInt8]] = [:]
    /// Numbers by which words are found, and the clients whose they are.
    private let owners: [Int: Int]
    /// Words that were seen on their way to their own player. None: the watch sees nothing.
    private(set) var sightings = 0

    init(_ world: ClusterSimulation) {
        self.world = world
        owners = Dictionary(
            uniqueKeysWithValues: world.words.answers.enumerated().map {
                (SecretWord.number($1), $0 / ClusterClient.wordCount)
            })
    }

    /// Looks at what is published. A changed or doubled copy is made by the bus, behind this.
    func watch(_ bytes: [UInt8], to subject: Subject) {
        guard let envelope = try? Envelope(bytes), envelope.kind == .mail else { return }
        let message = begun[envelope.link, default: []] + envelope.payload
        begun[envelope.link] = envelope.goesOn ? message : nil
        guard !envelope.goesOn else { return }
        guard let mail = try? ShardMailReader.all(in: message) else { return world.violated("unreadable mail") }
        guard let place = world.places.first(where: { world.subjects.node($0.name) == subject }) else { return }
        for one in mail { look(at: one, for: place) }
    }

    private func look(at mail: ShardMail, for place: ClusterPlace) {
        switch mail {
        case .message(let id, let message, _):
            look(in: message.withPayload { Array($0.string.utf8) }, for: place.numbers[id.onShard], on: place)
        case .feed(let feed):
            switch feed {
            case .publish(_, let content, _), .publishPresence(_, let content), .publishReaction(_, let content),
                .publishSnapshot(_, let content, _), .end(_, let content):
                look(in: content.json, for: nil, on: place)
            case .open, .close: break
            }
        case .answer(_, let response):
            response.body.withBytes { look(in: Array($0.string.utf8), for: nil, on: place) }
        case .close(_, _, let reason): look(in: Array(reason.utf8), for: nil, on: place)
        case .attend, .hasRoom, .sayWhatWasRead, .hubLost: break
        }
    }

    /// Looks for words. `client`: the number of the only one who hears this, if one does.
    private func look(in text: [UInt8], for client: Int?, on place: ClusterPlace) {
        var (run, number) = (0, 0)
        for byte in text {
            guard (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) else {
                (run, number) = (0, 0)
                continue
            }
            number = number % (SecretWord.count / 26) * 26 + Int(byte) - 0x61
            run += 1
            guard run >= 5, let owner = owners[number] else { continue }
            found(number, of: owner, in: text, for: client, on: place)
        }
    }

    private func found(
        _ number: Int, of owner: Int, in text: [UInt8], for client: Int?, on place: ClusterPlace
    ) {
        if client == owner {
            sightings += 1
            return
        }
        world.rounds.follow()
        // What a round has ended with is everybody's.
        if world.rounds.published.contains(number) { return }
        let isAnswer = world.answer.map(SecretWord.number) == number
        // Whoever has finished is told the answer.
        if isAnswer, let client, world.hasFinished(world.clients[client]) { return }
        let rounds = world.rounds.answers[number] ?? []
        if let client, world.rounds.hasFinished(world.clients[client].player, oneOf: rounds) { return }
        world.violated(
            "\(place.name) is sent a word of \(isAnswer ? "today" : "client \(owner)") for "
                + "\(client.map { "client \($0)" } ?? "its watchers"): \(String(decoding: text, as: UTF8.self))")
    }
}
