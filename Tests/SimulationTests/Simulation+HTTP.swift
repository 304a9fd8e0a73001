import GameRules
import Messages
import Rooms
import TestKit

@testable import Sessions
@testable import Storage

// Requests of a page over HTTP. The invariants search their answers for secrets as well.
extension Simulation {
    /// Somebody, perhaps nobody in particular, asks for something that has an address.
    func fetch() {
        let player = players[pick(players.count)]
        let id = pick(3) > 0 ? player.id : nil
        // Races are what there is most to tell of.
        let kinds = DocumentKind.allCases + [.replay, .replay, .history, .boards]
        let kind = kinds[pick(kinds.count)]
        let (hub, line) = (server.hub, anyLine())
        let puzzle = PuzzleID(line: line, day: today.day.advanced(by: 1 - pick(5)))
        func then<Document: JSONDocument>(
            of room: String? = nil, _ puzzles: [PuzzleID] = []
        ) -> Documents.Reply<Document> {
            let reply = answered(kind, to: player, of: room, puzzles)
            return { reply($0.map(\.json)) }
        }
        switch kind {
        case .today: hub.documents.today(of: line, then: then())
        case .rooms: hub.documents.rooms(then: then())
        case .leaderboard:
            let code = codes.randomElement(using: &random)
            let board = pick(3) == 0 ? "\(line.text)/all" : self.puzzle(of: line).text
            hub.documents.leaderboard(
                board, isClean: false, room: code, player: id, for: nil, RankingSlice(), then: then(of: code))
        case .puzzle:
            let reply = answered(kind, to: player, of: nil, [puzzle])
            hub.documents.puzzle(puzzle) { [self] result in
                let result = result.map(\.json)
                reply(result)
                guard case .success(let body) = result, let told = try? JSONTree(parsing: body) else { return }
                // By the clock: midnight may have passed, and the server not have turned yet.
                let day = server.hub.context.days.current
                if let fault = invariants.seals.told(told, of: puzzle, today: day) { violated(fault) }
            }
        case .puzzles: hub.documents.puzzles(of: line, before: nil, limit: 1 + pick(9), then: then())
        // Of oneself; the address has no name in it.
        case .statistics: hub.documents.statistics(of: player.id, line: line, then: then())
        case .games: hub.documents.games(of: player.id, line: line, from: nil, to: nil, most: 10, then: then())
        case .export:
            let reply = answered(kind, to: player, of: nil, [])
            hub.accounts.export(of: player.id) { result in
                reply(result.mapError { _ in .unavailable }.map { $0 ?? [] })
            }
        case .boards: fetchBoards(of: pick(3) > 0 ? self.puzzle(of: line) : puzzle, by: player, proving: id)
        case .history, .replay:
            fetchRace(kind, puzzle, by: id) { self.answered(kind, to: player, of: $0, $1) }
        }
    }

    private func fetchRace(
        _ kind: DocumentKind, _ puzzle: PuzzleID, by id: PlayerID?,
        _ then: (String?, [PuzzleID]) -> Documents.Reply<[UInt8]>
    ) {
        guard let code = codes.randomElement(using: &random), let room = RoomCode(code) else { return }
        guard kind == .replay else {
            let reply = then(code, [])
            return server.hub.documents.history(of: room, player: id, before: nil, limit: 20) {
                reply($0.map(\.json))
            }
        }
        let series = invariants.state(of: code)?.series
        let race = series.map { RaceID.sprint(series: $0.number, round: max(1, $0.roundNumber - pick(2))) }
        server.hub.documents.replay(
            of: pick(3) > 0 ? race ?? .daily(puzzle) : .daily(puzzle), in: room, player: id, then: then(code, [puzzle]))
    }

    /// Somebody asks for the boards of a day's race: who has finished it gets those that are finished, nobody else any.
    private func fetchBoards(of puzzle: PuzzleID, by player: SimulatedPlayer, proving id: PlayerID?) {
        guard let code = codes.randomElement(using: &random), let room = RoomCode(code) else { return }
        server.hub.documents.boards(of: puzzle, in: room, player: id) { [self] reply in
            guard case .success(let document) = reply else { return record(Array("\(reply)".utf8), as: nil) }
            let games = storage.stored.games.values.filter { $0.key.puzzle == puzzle && $0.finish != nil }
            guard id != nil, games.contains(where: { $0.key.player == id }) else {
                return violated("\(puzzle.text): player \(player.number) got boards, and has not finished")
            }
            let body = served(document.json, .boards)
            record(body, as: .boards, to: player)
            counts.fetched += 1
            let answer = storage.stored.pinned[puzzle]?.answer
            let words = games.flatMap { $0.moves.map(\.word) } + [answer].compactMap(\.self)
            invariants.fetched(
                body, of: code, by: player, knowing: Set(words.map { SecretWord.number(text(of: $0)) }))
        }
    }

    /// Takes an answer over HTTP to a player, in a question about a room or none, and about puzzles.
    private func answered(
        _ kind: DocumentKind, to player: SimulatedPlayer, of room: String?, _ puzzles: [PuzzleID]
    ) -> Documents.Reply<[UInt8]> {
        { [self] reply in
            guard case .success(let document) = reply else { return record(Array("\(reply)".utf8), as: nil) }
            let body = served(document, kind)
            record(body, as: kind)
            counts.fetched += 1
            // Who does not say who it is may know what the player knows, and no more. The question itself may have
            // pinned a day.
            let puzzles = kind == .puzzles ? Array(storage.stored.pinned.keys) : puzzles
            let words = puzzles.reduce(into: Set()) { $0.formUnion(publicWords(of: $1)) }
            invariants.fetched(body, of: room, by: player, knowing: words)
        }
    }

    /// The words that everybody may know of a day that is over, by `SecretWord.number`: its answer, and all guesses.
    private func publicWords(of puzzle: PuzzleID) -> Set<Int> {
        guard puzzle.day <= lastPublicDay else { return [] }
        let stored = storage.stored
        let words = stored.games.values.filter { $0.key.puzzle == puzzle }.flatMap { $0.moves.map(\.word) }
        return Set((words + [stored.pinned[puzzle]?.answer].compactMap(\.self)).map { SecretWord.number(text(of: $0)) })
    }

    /// Whether it is the word of a day that a player has not finished, and that is not over.
    func isDaily(_ word: Int, hiddenFrom player: SimulatedPlayer) -> Bool {
        let stored = storage.stored
        return stored.pinned.values.contains { pinned in
            pinned.puzzle.day > lastPublicDay && SecretWord.number(text(of: pinned.answer)) == word
                && stored.games[GameKey(player: player.id, puzzle: pinned.puzzle)]?.finish == nil
        }
    }

    /// Whether a player may try a found word as a name. Not if it is also the word of another game that goes on, which
    /// the player cannot know. If so, the word counts as spoken from now on.
    func speak(_ word: String, _ player: SimulatedPlayer) -> Bool {
        let isElsewhere =
            invariants.rounds.contains { $0.isOn && text(of: $0.answer) == word && !$0.isOver(for: player.id) }
            || storage.stored.pinned.values.contains { pinned in
                text(of: pinned.answer) == word
                    && storage.stored.games[GameKey(player: player.id, puzzle: pinned.puzzle)]?.finish == nil
            }
        guard !isElsewhere else { return false }
        spoken.insert(SecretWord.number(word))
        return true
    }
}
