import GameRules
import Puzzles
import Rooms
import WordLists

extension Replay {
    /// Creates the unsigned document of a round of sprints. `epoch` is that of the room's log. Precondition: the words
    /// are of the alphabet.
    package init(_ round: SprintReplay, epoch: UInt64, alphabet: Alphabet) {
        let deal = round.deal
        let digits = String(epoch, radix: 16)
        let board = Board(deal.game, alphabet)
        self.init(
            version: Replay.version(of: .sprint, board), kind: .sprint, race: deal.race.text,
            room: round.people.roomName, language: deal.sprint.line.language, length: deal.sprint.line.length,
            board: board, number: nil,
            sprint: Round(
                series: deal.series, round: deal.round, of: deal.sprint.rounds,
                hard: board.hasHardMode ? deal.sprint.hard.text : nil,
                epoch: String(repeating: "0", count: 16 - digits.count) + digits, starts: deal.starts,
                ends: deal.ends, over: round.over),
            answer: alphabet.text(deal.answer), salt: deal.salt, commitment: deal.commitment, seal: nil,
            lanes: round.games.sorted { $0.key < $1.key }.map { seat, game in
                Lane(game, of: seat, name: round.people.members[seat]?.name ?? "", alphabet, board)
            },
            standings: round.result.standings.map { Standing($0, hasPoints: true) }, key: "")
    }

    /// Creates the unsigned document of a daily race that nobody can finish any more. `game` is that of a member who
    /// has not moved. `people` are the room's members at that time, `games` their games of the puzzle. `seal` tells
    /// when the commitment was published. Preconditions: the words are of the alphabet, and timed games have a limit.
    package init(
        daily puzzle: PuzzleID, game: Game, salt: Salt, seal: SealTime, people: RoomPeople, games: [Seat: Game],
        alphabet: Alphabet
    ) {
        let text = alphabet.text(game.secret.answer)
        let board = Board(game, alphabet)
        self.init(
            version: Replay.version(of: .daily, board), kind: .daily, race: puzzle.text, room: people.roomName,
            language: puzzle.line.language, length: puzzle.line.length, board: board, number: puzzle.number,
            sprint: nil, answer: text, salt: salt.text,
            commitment: Commitment(salt: salt, puzzle: puzzle, answer: text).text, seal: seal,
            lanes: games.sorted { $0.key < $1.key }.map { seat, game in
                Lane(game, of: seat, name: people.members[seat]?.name ?? "", alphabet, board)
            },
            standings: Replay.dailyStandings(of: games), key: "")
    }

    /// Ranks the finished games.
    static func dailyStandings(of games: [Seat: Game]) -> [Standing] {
        Rooms.Round.standings(of: games.filter { $0.value.result != nil }).map { Standing($0, hasPoints: false) }
    }

    static func sprintStandings(of games: [Seat: Game]) -> [Standing] {
        Rooms.Round.standings(of: games).map { Standing($0, hasPoints: true) }
    }
}

extension Replay.Lane {
    init(_ game: Game, of seat: Seat, name: String, _ alphabet: Alphabet, _ board: Replay.Board) {
        self.init(
            seat: seat, name: name, hard: board.hasHardMode ? game.hardMode.text : nil,
            moves: game.moves.map {
                Replay.Move(word: alphabet.text($0.word), verdict: Replay.Verdict($0.verdict), ms: $0.elapsed)
            },
            finish: game.result.map(Replay.Finish.init))
    }
}

extension Replay.Verdict {
    init(_ verdict: Verdict) {
        switch verdict {
        case .marks(let pattern): self = .marks(pattern.digits)
        case .found(let found): self = .points(found.points)
        }
    }
}

extension Replay.Finish {
    init(_ result: GameResult) {
        self.init(solved: result.solved, turns: result.turns, points: result.points, ms: result.elapsed)
    }
}

extension Replay.Standing {
    init(_ standing: SprintStanding, hasPoints: Bool) {
        self.init(
            seat: standing.seat, place: standing.place, points: hasPoints ? standing.points : nil,
            score: standing.score, solved: standing.solved, turns: standing.turns, ms: standing.elapsed)
    }
}
