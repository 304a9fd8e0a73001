import GameRules
import Leaderboards
import Puzzles
import Rooms
import Storage
import WordLists

/// Finds the news of a day that is over, for programs outside. These are the results in the rooms that the operator
/// names, and the records that fell there. All of them are found in storage, so that a server that was down at midnight
/// tells them at its start.
final class HookReader: HubPart {
    let context: HubContext
    private let library: Library
    private let committer: Committer
    private var isUnderWay = false
    /// Whether the rooms that the operator names were looked for.
    private var hasLooked = false

    /// ms after which it is tried again where storage did not answer.
    static let patience = 60_000

    init(_ context: HubContext, _ library: Library, _ committer: Committer) {
        self.context = context
        self.library = library
        self.committer = committer
    }

    /// Tells of the day before `today`, and of earlier ones that nobody was told of, as far as the rooms still have
    /// them.
    func dayBegan(_ today: Day) {
        guard let port = environment.hooks, !isUnderWay, !isDraining else { return }
        let last = today.advanced(by: -1)
        // At the first start nothing of the time before is told.
        guard let told = port.told else {
            port.take([], through: last)
            return look(for: port.rooms[...])
        }
        guard told < last else { return look(for: port.rooms[...]) }
        // The answer says which rooms are not there.
        hasLooked = true
        isUnderWay = true
        gather(port.rooms[...], told..<today, []) { [self] events in
            isUnderWay = false
            if let events { return port.take(events, through: last) }
            environment.after(HookReader.patience) { [weak self] in
                guard let self, let today = days.today else { return }
                dayBegan(today.puzzle.day)
            }
        }
    }

    /// Reports codes of no room once, one after the other: a slip of the pen is seen at the start, and not at midnight.
    private func look(for codes: ArraySlice<RoomCode>) {
        guard !hasLooked else { return }
        guard let code = codes.first else { return hasLooked = true }
        find(code) { [self] result in
            if case .success(nil) = result { reportNone(code) }
            look(for: codes.dropFirst())
        }
    }

    private func reportNone(_ code: RoomCode) {
        environment.report(.webhook, "there is no room \(code.text)")
    }

    /// One room after the other; nil where storage did not answer. What is stored of a room may be damaged: that is
    /// reported, and the others are told of. `span`: the last day that was told, and today.
    private func gather(
        _ codes: ArraySlice<RoomCode>, _ span: Range<Day>, _ events: [HookEvent],
        then: @escaping ([HookEvent]?) -> Void
    ) {
        guard let code = codes.first else { return then(events) }
        find(code) { [self] result in
            switch result {
            case .failure(.corrupt(let why)):
                environment.report(.webhook, "room \(code.text) cannot be told of: \(why)")
                gather(codes.dropFirst(), span, events, then: then)
            case .failure: then(nil)
            case .success(nil):
                reportNone(code)
                gather(codes.dropFirst(), span, events, then: then)
            case .success(let room?):
                let races = room.state.races.filter {
                    span.lowerBound < $0.puzzle.day && $0.puzzle.day < span.upperBound && !$0.lanes.isEmpty
                }
                tell(of: races[...], in: room, []) { [self] told in
                    guard let told else { return then(nil) }
                    gather(codes.dropFirst(), span, events + told, then: then)
                }
            }
        }
    }

    /// The room of a code, or of a code that it had before.
    private func find(_ code: RoomCode, then: @escaping (Result<LiveRoom?, StorageError>) -> Void) {
        library.rooms.get(code) { [self] result in
            guard case .success(nil) = result else { return then(result) }
            library.rooms.getFormer(code) { [self] result in
                switch result {
                case .failure(let error): then(.failure(error))
                case .success(nil): then(.success(nil))
                case .success(let record?): library.rooms.get(record.code, then: then)
                }
            }
        }
    }

    private func tell(
        of races: ArraySlice<Race>, in room: LiveRoom, _ events: [HookEvent], then: @escaping ([HookEvent]?) -> Void
    ) {
        guard let race = races.first else {
            // Lanes that are not durable yet are told to nobody.
            return committer.afterwards(room.ticket) { durable in
                // A room that was forgotten may have had what is lost since.
                then(durable && !room.isForgotten ? events : nil)
            }
        }
        let (members, name) = (room.state.members, room.state.name)
        let racers = HookReader.racers(of: race, members)
        func event(_ topic: String, _ kind: HookEvent.Kind) -> HookEvent {
            HookEvent(
                id: id(of: topic, race.id, in: room), time: now, room: name, puzzle: race.puzzle, kind: kind)
        }
        let over = event("day_over", .dayOver(racers))
        best(of: members[...], before: race.puzzle, nil) { [self] result in
            guard case .success(let before) = result else { return then(nil) }
            var told = events + [over]
            let scores = racers.compactMap(\.score)
            if let before, let best = scores.min(), best < before.score, best != .unsolved {
                let holders = racers.filter { $0.score == best }
                told.append(event("record", .record(holders, before: before.score, day: before.day)))
            }
            tell(of: races.dropFirst(), in: room, told, then: then)
        }
    }

    /// 32 hexadecimal digits of a keyed hash: nobody outside can tell of which room and race an event is by its ID.
    private func id(of topic: String, _ race: RaceID, in room: LiveRoom) -> String {
        let key = (0..<8).map { UInt8(truncatingIfNeeded: room.record.epoch >> (8 * $0)) }
        let code = KeyedHash(key: key).code(for: Array("hook \(topic) \(room.record.id.number) \(race.text)".utf8))
        return Array(code[..<16]).hexadecimal
    }

    /// Returns the racers of a race, the best first.
    static func racers(of race: Race, _ members: [Member]) -> [HookEvent.Racer] {
        let racers = members.compactMap { member in
            race.lanes[member.seat].map { lane in
                HookEvent.Racer(
                    name: member.name, moves: lane.rows.map(\.verdict), score: lane.finish.map { Score($0) })
            }
        }
        // Equal ones stay in the order of their seats.
        return racers.enumerated().sorted { a, b in
            switch (a.element.score, b.element.score) {
            case (let one?, let other?) where one != other: one < other
            case (.some, nil): true
            case (nil, .some): false
            case (.some, .some), (nil, nil): a.offset < b.offset
            }
        }.map(\.element)
    }

    /// The best game that the members have ended before a day, of its line, on its day; nil if there is none. A member
    /// with a damaged game has none.
    private func best(
        of members: ArraySlice<Member>, before puzzle: PuzzleID, _ found: (score: Score, day: Day)?,
        then: @escaping (Result<(score: Score, day: Day)?, StorageError>) -> Void
    ) {
        guard let member = members.first else { return then(.success(found)) }
        records.history(of: member.player, line: puzzle.line) { [self] result in
            switch result {
            case .failure(.corrupt(let why)):
                environment.report(.webhook, "the games of player \(member.player.text) count for no record: \(why)")
                best(of: members.dropFirst(), before: puzzle, found, then: then)
            case .failure(let error): then(.failure(error))
            case .success(let games):
                var best = found
                for game in games where game.day < puzzle.day {
                    guard let finish = game.finish, finish.isRanked else { continue }
                    let score = Score(
                        solved: finish.solved, turns: finish.turns, points: finish.points, elapsed: finish.elapsed)
                    if best.map({ score < $0.score }) ?? true { best = (score, game.day) }
                }
                self.best(of: members.dropFirst(), before: puzzle, best, then: then)
            }
        }
    }
}

extension Score {
    fileprivate init(_ finish: LaneFinish) {
        self.init(solved: finish.solved, turns: finish.turns, points: finish.points, elapsed: finish.elapsed)
    }
}
