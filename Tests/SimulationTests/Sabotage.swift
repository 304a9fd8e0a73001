import GameRules
import Puzzles
import Rooms
import TestKit

@testable import Sessions
@testable import Storage

/// Faults that somebody might put in some day: the simulation must find each of them.
enum Sabotage: CaseIterable {
    /// Says that a commit is durable before it is.
    case acknowledgesTooEarly
    /// Loses a commit now and then, and says that all is well.
    case losesCommits
    /// Answers with a room whose newest event is missing.
    case forgetsEvents
    /// Takes rooms for quiet in which something happened today.
    case forgetsRooms
    /// Puts today's word into what is told.
    case leaksLetters
    /// Puts a word that somebody has guessed today into what is told.
    case leaksGuesses
    /// Puts a keyboard beside a rival's guess.
    case leaksKeyboards
    /// Claims that commitments were published a while before they were.
    case antedatesSeals
    /// Makes messages longer on days whose word begins with certain letters.
    case lengthensByWord
    /// Makes refusals longer on days whose word has a letter more than once.
    case lengthensRefusals
    /// Makes documents over HTTP longer on days whose word has a letter more than once.
    case lengthensDocuments
    /// Compresses on such days what must not be compressed.
    case compresses
    /// Has one refused transaction cost everybody what a broken disk costs.
    case costsAllByOne
    /// Tells what waits for nothing before what a connection is owed.
    case overtakes
    /// Does on such days everything a turn later.
    case delays
    /// Tells the letters of an anagram before its boards open.
    case dealsEarly
    /// Makes the board before the deal longer where a letter of an anagram is there more than once.
    case lengthensTrays
    /// Makes what a host is answered longer where the word of the round has a letter more than once.
    case answersHosts
    /// Answers the operator otherwise on days whose word has a letter more than once.
    case tellsOperator
    /// Logs otherwise on such days.
    case logsByWord
    /// Counts figures otherwise on such days.
    case countsByWord
    /// Writes `/metrics` otherwise on such days.
    case measuresByWord
    /// Tells the tiles of the day's anagram.
    case leaksTiles
    /// Makes rankings of anagrams longer where a letter of the day's is there more than once.
    case ranksByTiles
    /// Makes the refusal of `solutions` longer on such days, while the game goes on.
    case solvesByTiles

    /// Faults that show only where two worlds are compared, by the kind of worlds that show them.
    static let ofTwoWorlds: [(Sabotage, TwinKind)] = [
        (.lengthensByWord, .shifted), (.lengthensByWord, .reshaped), (.lengthensRefusals, .reshaped),
        (.lengthensDocuments, .reshaped), (.compresses, .reshaped), (.delays, .reshaped),
        (.lengthensTrays, .reshaped), (.answersHosts, .reshaped), (.tellsOperator, .reshaped),
        (.logsByWord, .reshaped), (.countsByWord, .reshaped), (.measuresByWord, .reshaped),
        (.ranksByTiles, .reshaped), (.solvesByTiles, .reshaped),
    ]
    /// Faults that one world shows by itself.
    static let ofOneWorld = allCases.filter { fault in
        fault != .dealsEarly && !ofTwoWorlds.contains { $0.0 == fault }
    }

    /// An engine with the fault.
    func storage(_ storage: any Storage) -> any Storage { SabotagedStorage(storage, self) }
}

// What is told, with the faults that are put into it.
extension Simulation {
    /// A message as it is told: with more than it may say, if that is the fault to be found.
    func told(_ json: [UInt8]) -> [UInt8] {
        tooMuch(beside: json).map { json.dropLast() + Array(",\($0)}".utf8) } ?? json
    }

    private func tooMuch(beside json: [UInt8]) -> String? {
        switch sabotage {
        case .leaksLetters where pick(50) == 0: return server.hub.todaysAnswer.map { "\"word\":\"\($0)\"" }
        case .leaksGuesses where pick(50) == 0:
            return storage.stored.games.first { $0.key.puzzle == today && !$0.value.moves.isEmpty }.map {
                "\"word\":\"\(text(of: $0.value.moves[0].word))\""
            }
        case .lengthensByWord where (server.hub.todaysAnswer?.utf8.first ?? 0) % 2 == 0: return "\"more\":0"
        case .lengthensRefusals where repeatsLetters && MessageKind(json) == .error: return "\"more\":0"
        case .leaksKeyboards where pick(50) == 0: return "\"keyboard\":{\"e\":1}"
        case .dealsEarly where pick(20) == 0:
            return invariants.rounds.first { $0.isOn && !$0.isDealt && $0.tiles != nil }?.tiles.map {
                "\"early\":\"\(text(of: $0))\""
            }
        case .leaksTiles where pick(50) == 0:
            return storage.stored.pinned[puzzle(of: SimulatedWords.anagrams)].flatMap(words.tiles).map {
                "\"early\":\"\(String(decoding: $0, as: UTF8.self))\""
            }
        case .ranksByTiles where repeatsTiles && MessageKind(json) == .ranking: return "\"more\":0"
        case .solvesByTiles where repeatsTiles && (try? JSONTree(parsing: json))?.code == "not_over":
            return "\"more\":0"
        case .lengthensTrays, .answersHosts:
            guard let message = try? JSONTree(parsing: json), let room = message["room"]?.text,
                let answer = sprintAnswer(in: room), Set(answer).count < answer.count
            else { return nil }
            let isMeant =
                sabotage == .answersHosts
                ? message.type == "done" : message["board"]?["game"] == "anagram" && message["board"]?["tiles"] == .null
            return isMeant ? "\"more\":0" : nil
        default: return nil
        }
    }

    /// Returns the text that the operator is answered, or that goes into the log and figures.
    func shown(_ text: [UInt8], to listener: Int) -> [UInt8] {
        let isMeant: Bool =
            switch sabotage {
            case .tellsOperator: listener == Told.Listener.admin
            case .logsByWord: text.starts(with: "log".utf8)
            case .countsByWord: text.starts(with: "commit".utf8)
            case .measuresByWord: text.starts(with: "# HELP".utf8)
            default: false
            }
        return isMeant && repeatsLetters ? text + text : text
    }

    /// A document as it is served.
    func served(_ json: [UInt8], _ kind: DocumentKind) -> [UInt8] {
        sabotage == .lengthensDocuments && kind == .statistics && repeatsLetters
            ? json.dropLast() + Array(",\"more\":0}".utf8) : json
    }

    func mayBeCompressed(_ message: OutgoingMessage) -> Bool {
        message.mayBeCompressed || sabotage == .compresses && repeatsLetters
    }

    /// A message reaches the server.
    func receive(_ json: [UInt8], from session: Session) {
        server.received()
        guard sabotage == .delays, repeatsLetters else { return server.hub.receive(json, from: session) }
        let later = Confined(value: { [hub = server.hub] in hub.receive(json, from: session) })
        server.jobs.enqueue { later.value() }
    }

    /// Whether a letter stands in today's word more than once.
    private var repeatsLetters: Bool { server.hub.todaysAnswer.map { Set($0).count < $0.count } ?? false }

    /// Whether a letter is there more than once in the day's anagram.
    private var repeatsTiles: Bool {
        let letters = storage.stored.pinned[puzzle(of: SimulatedWords.anagrams)].flatMap(words.tiles)
        return letters.map { Set($0).count < $0.count } ?? false
    }
}

private final class SabotagedStorage: ForwardingStorage {
    let base: any Storage
    private let sabotage: Sabotage

    init(_ base: any Storage, _ sabotage: Sabotage) {
        self.base = base
        self.sabotage = sabotage
    }

    func submit(_ transaction: Transaction, completion: @escaping StorageReply<Void>) {
        switch sabotage {
        case .acknowledgesTooEarly:
            completion(.success(()))
            base.submit(transaction) { _ in }
        case .antedatesSeals:
            let writes = transaction.writes.map { write in
                if case .publishPuzzle(let puzzle, let at, let when) = write {
                    return Write.publishPuzzle(puzzle, at: at - 1, when: when)
                }
                return write
            }
            let changed = Transaction(
                number: transaction.number, heard: transaction.heard, rests: transaction.rests, writes: writes)
            base.submit(changed, completion: completion)
        case .costsAllByOne:
            base.submit(transaction) { result in
                if case .failure(.conflict) = result { return completion(.failure(.unavailable("planted"))) }
                completion(result)
            }
        case .losesCommits where transaction.writes.contains(where: \.isSecondMove): completion(.success(()))
        default: base.submit(transaction, completion: completion)
        }
    }

    func room(_ code: RoomCode, completion: @escaping StorageReply<StoredRoom?>) {
        guard sabotage == .forgetsEvents else { return base.room(code, completion: completion) }
        base.room(code) { result in
            completion(result.map { room in room.map { StoredRoom(record: $0.record, log: $0.log.dropLast()) } })
        }
    }

    func recall(_ code: RoomCode, tail: Int, completion: @escaping StorageReply<RecalledRoom?>) {
        guard sabotage == .forgetsEvents else { return base.recall(code, tail: tail, completion: completion) }
        base.recall(code, tail: tail) { result in
            completion(result.map { room in room.map { RecalledRoom(record: $0.record, log: $0.log.dropLast()) } })
        }
    }

    func quietRooms(
        before instant: Int, after place: RoomID?, limit: Int, completion: @escaping StorageReply<QuietRooms>
    ) {
        let instant = sabotage == .forgetsRooms ? .max : instant
        base.quietRooms(before: instant, after: place, limit: limit, completion: completion)
    }
}

extension Write {
    fileprivate var isSecondMove: Bool {
        if case .appendMove(_, let move, _) = self { move.row == 1 } else { false }
    }
}
