import GameRules

/// A room: the fold of its log.
///
/// `decide` checks a command against the state and says what happens; `apply` makes it happen; neither does anything
/// else. Whoever folds the same events has the same room: the server after a restart, a late watcher, a replay.
package struct RoomState: Hashable, Sendable {
    /// The name its members gave it.
    package private(set) var name = ""
    /// The seat that has the host's powers; nil in an empty room.
    package private(set) var host: Seat?
    /// In order of seats, which is the order in which they sat down.
    package private(set) var members: [Member] = []
    /// The races that can still move: the latest daily race and the one before it, which somebody may be finishing
    /// after midnight. Older ones are in the log.
    package private(set) var races: [Race] = []
    /// Who may come in.
    package private(set) var door = RoomDoor()
    /// Players whose own names the host holds back, also while they have no seat.
    package private(set) var namesHeld: Set<PlayerID> = []
    /// Members who have said so, until the next series.
    package private(set) var ready: Set<Seat> = []
    /// How the next series is played.
    package private(set) var sprintSettings = SprintSettings()
    /// The series that runs, or ran last; nil before the first.
    package private(set) var series: Series?
    /// The words that rounds had, by line; those of the last pass only, once every word was used.
    package private(set) var usedAnswers: [PuzzleLine: Set<Word>] = [:]
    /// Number of the last event applied; 0 before the first.
    package private(set) var sequence = 0
    /// Seats ever given: seats are never given twice.
    private var seatsGiven = 0

    /// Races that stay in the state.
    package static let racesKept = 2

    /// The room before its first event.
    package init() {}

    /// The room after these events, which must be the log from its beginning.
    package init(replaying log: some Sequence<LoggedEvent>) {
        for logged in log { apply(logged) }
    }

    /// The member on a seat.
    package func member(at seat: Seat) -> Member? { members.first { $0.seat == seat } }
    /// Calls a player who is no member any more otherwise, where the state still has a name.
    package mutating func rename(former player: PlayerID, to name: String) {
        for index in door.kicked.indices where door.kicked[index].player == player { door.kicked[index].name = name }
    }

    /// Takes the next event of a log with gaps, where there was nothing that is still to be seen.
    mutating func recall(_ logged: LoggedEvent) {
        precondition(logged.sequence > sequence, "a log is recalled in order")
        sequence = logged.sequence - 1
        apply(logged)
    }

    /// The member that this player is.
    package func member(for player: PlayerID) -> Member? { members.first { $0.player == player } }
    /// The race with this name, if it is still in the state.
    package func race(_ id: RaceID) -> Race? { races.first { $0.id == id } }

    /// Takes the next event of the log. Precondition: it is the next.
    package mutating func apply(_ logged: LoggedEvent) {
        precondition(logged.sequence == sequence + 1, "the log of a room has no gap")
        sequence = logged.sequence
        switch logged.event {
        case .created(let name), .named(let name):
            self.name = name
        case .joined(let seat, let player, let name):
            members.append(Member(seat: seat, player: player, name: name))
            seatsGiven = max(seatsGiven, seat)
        case .left(let seat), .kicked(let seat):
            if case .kicked = logged.event, let member = member(at: seat) { door.kicked.append(member) }
            removeMember(at: seat)
        case .renamed(let seat, let name):
            guard let index = members.firstIndex(where: { $0.seat == seat }) else { return }
            members[index].name = name
        case .pseudonym(let seat, let isOn):
            guard let index = members.firstIndex(where: { $0.seat == seat }) else { return }
            members[index].hasPseudonym = isOn
        case .nameHeld(let seat, let isHeld):
            guard let index = members.firstIndex(where: { $0.seat == seat }) else { return }
            members[index].isNameHeld = isHeld
            if isHeld { namesHeld.insert(members[index].player) } else { namesHeld.remove(members[index].player) }
        case .satOut(let seat, let isOut):
            guard let index = members.firstIndex(where: { $0.seat == seat }) else { return }
            members[index].sitsOut = isOut
        case .hosted(let seat):
            host = seat
        case .opened(let race, let puzzle):
            races.append(Race(id: race, puzzle: puzzle))
            if races.count > RoomState.racesKept { races.removeFirst(races.count - RoomState.racesKept) }
        case .started(let race, let seat):
            change(race, seat) { $0 = $0 ?? Lane() }
            if race == series?.sprint?.race { series?.sprint?.start(seat) }
        case .guessed(let race, let seat, _, let pattern, let elapsed):
            change(race, seat) { $0?.rows.append(LaneRow(pattern: pattern, elapsed: elapsed)) }
        case .finished(let race, let seat, let solved, let turns, let elapsed):
            change(race, seat) { $0?.finish = LaneFinish(solved: solved, turns: turns, elapsed: elapsed) }
            if race == series?.sprint?.race { series?.sprint?.finished.insert(seat) }
        case .locked(let isLocked): door.isLocked = isLocked
        case .password(let hash): door.password = hash
        case .listed(let isListed): door.isListed = isListed
        case .barred(let isBarred): door.isBarred = isBarred
        case .unkicked(let seat): door.kicked.removeAll { $0.seat == seat }
        case .closed: door.isClosed = true
        case .settings(let sprint): sprintSettings = sprint
        // The code is no part of the room: it is how the room is found.
        case .code: break
        case .ready(let seat, let isReady):
            if isReady { ready.insert(seat) } else { ready.remove(seat) }
        case .series(let number, let settings):
            series = Series(number: number, settings: settings)
            ready = []
        case .round(let deal):
            series?.begin(deal)
            if usedAnswers[deal.sprint.line]?.contains(deal.answer) == true { usedAnswers[deal.sprint.line] = [] }
            usedAnswers[deal.sprint.line, default: []].insert(deal.answer)
        case .played(let race, let seat, _, let word, let pattern, let elapsed):
            guard race == series?.sprint?.race else { return }
            series?.sprint?.take(word, pattern, elapsed: elapsed, of: seat)
        case .roundOver(let result): series?.take(result)
        case .seriesOver(_, _, let cancelled): series?.end(cancelled: cancelled)
        }
    }

    private mutating func removeMember(at seat: Seat) {
        if let member = member(at: seat) { series?.remove(member) }
        members.removeAll { $0.seat == seat }
        for index in races.indices { races[index].lanes[seat] = nil }
        ready.remove(seat)
        if host == seat { host = nil }
    }

    /// An event about a race or a lane that has gone is history that nobody sees any more.
    private mutating func change(_ race: RaceID, _ seat: Seat, _ change: (inout Lane?) -> Void) {
        guard let index = races.firstIndex(where: { $0.id == race }) else { return }
        change(&races[index].lanes[seat])
    }

    /// The seat that the next newcomer gets.
    package var nextSeat: Seat { seatsGiven + 1 }
}

/// A player with a seat.
package struct Member: Hashable, Sendable {
    /// Number in the room.
    package let seat: Seat
    /// Who it is; never shown to others.
    package let player: PlayerID
    /// The name shown.
    package fileprivate(set) var name: String
    /// Whether that is a pseudonym, and not the player's own name.
    package fileprivate(set) var hasPseudonym = false
    /// Whether the host holds the player's own name back.
    package fileprivate(set) var isNameHeld = false
    /// Whether the member has no lane in rounds of sprints: a host who only hosts, as a rule.
    package fileprivate(set) var sitsOut = false
}

/// One contest: everybody's progress on one puzzle.
package struct Race: Hashable, Sendable {
    /// Its name in the log.
    package let id: RaceID
    /// What is played.
    package let puzzle: PuzzleID
    /// By seat; members who have not seen the board have none.
    package fileprivate(set) var lanes: [Seat: Lane] = [:]
}

/// One member's progress: colours only.
package struct Lane: Hashable, Sendable {
    /// The accepted guesses.
    package var rows: [LaneRow]
    /// How it ended; nil while it goes on.
    package var finish: LaneFinish?

    /// A lane; by default one of somebody who has just seen the board.
    package init(rows: [LaneRow] = [], finish: LaneFinish? = nil) {
        self.rows = rows
        self.finish = finish
    }
}

/// One accepted guess in a lane.
package struct LaneRow: Hashable, Sendable {
    package let pattern: Pattern
    /// ms since the member saw the board.
    package let elapsed: Int

    package init(pattern: Pattern, elapsed: Int) {
        self.pattern = pattern
        self.elapsed = elapsed
    }
}

/// How a member's game ended.
package struct LaneFinish: Hashable, Sendable {
    package let solved: Bool
    /// Guesses used.
    package let turns: Int
    /// ms from the showing of the board to the last accepted guess.
    package let elapsed: Int

    package init(solved: Bool, turns: Int, elapsed: Int) {
        self.solved = solved
        self.turns = turns
        self.elapsed = elapsed
    }
}
