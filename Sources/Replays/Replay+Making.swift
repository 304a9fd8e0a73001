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
        self.init(
            kind: .sprint, race: deal.race.text, room: round.people.roomName, language: deal.sprint.line.language,
            length: deal.sprint.line.length, rows: deal.sprint.rows, number: nil,
            sprint: Round(
                series: deal.series, round: deal.round, of: deal.sprint.rounds, hard: deal.sprint.hard.text,
                epoch: String(repeating: "0", count: 16 - digits.count) + digits, starts: deal.starts,
                ends: deal.ends, over: round.over),
            answer: alphabet.text(deal.answer), salt: deal.salt, commitment: deal.commitment, seal: nil,
            lanes: round.games.sorted { $0.key < $1.key }.map { seat, game in
                Lane(game, of: seat, name: round.people.members[seat]?.name ?? "", alphabet)
            },
            standings: round.result.standings.map { Standing($0, hasPoints: true) }, key: "")
    }

    /// Creates the unsigned document of a daily race that nobody can finish any more. `people` are the room's members
    /// at that time, `games` their games of the puzzle. `seal` tells when the commitment was published. Precondition:
    /// the words are of the alphabet.
    package init(
        daily puzzle: PuzzleID, answer: Word, rows: Int, salt: Salt, seal: SealTime, people: RoomPeople,
        games: [Seat: Game], alphabet: Alphabet
    ) {
        let text = alphabet.text(answer)
        self.init(
            version: Replay.formatVersion, kind: .daily, race: puzzle.text, room: people.roomName,
            language: puzzle.line.language, length: puzzle.line.length, rows: rows, number: puzzle.number, sprint: nil,
            answer: text, salt: salt.text,
            commitment: Commitment(salt: salt, puzzle: puzzle, answer: text).text, seal: seal,
            lanes: games.sorted { $0.key < $1.key }.map { seat, game in
                Lane(game, of: seat, name: people.members[seat]?.name ?? "", alphabet)
            },
            standings: Replay.dailyStandings(of: games), key: "")
    }

    /// Ranks the finished games.
    static func dailyStandings(of games: [Seat: Game]) -> [Standing] {
        Sprint.standings(of: games.filter { $0.value.result != nil }).map { Standing($0, hasPoints: false) }
    }

    static func sprintStandings(of games: [Seat: Game]) -> [Standing] {
        Sprint.standings(of: games).map { Standing($0, hasPoints: true) }
    }
}

extension Replay.Lane {
    init(_ game: Game, of seat: Seat, name: String, _ alphabet: Alphabet) {
        self.init(
            seat: seat, name: name, hard: game.hardMode.text,
            moves: game.moves.map {
                Replay.Move(word: alphabet.text($0.word), marks: $0.verdict.text, ms: $0.elapsed)
            },
            finish: game.result.map(Replay.Finish.init))
    }
}

extension Replay.Finish {
    init(_ result: GameResult) {
        self.init(solved: result.solved, turns: result.turns, ms: result.elapsed)
    }
}

extension Replay.Standing {
    init(_ standing: SprintStanding, hasPoints: Bool) {
        self.init(
            seat: standing.seat, place: standing.place, points: hasPoints ? standing.points : nil,
            solved: standing.solved, turns: standing.turns, ms: standing.elapsed)
    }
}
