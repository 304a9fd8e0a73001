import GameRules

/// A room: the fold of its log of events.
///
/// `decide` checks a command against the state and returns events; `apply` changes the state. Neither does anything
/// else. Equal logs therefore give equal rooms: to the server after a restart, to a late watcher, to a replay.
package struct RoomState: Hashable, Sendable {
    /// The room's name, as its host gave it.
    package private(set) var name = ""
    /// The host's seat; nil in a room without a host.
    package private(set) var host: Seat?
    /// The instant at which that member became host, in ms since 1970-01-01 UTC; 0 before the first.
    private(set) var hostSince = 0
    /// The members in ascending order of seats, which is the order of joining.
    package private(set) var members: [Member] = []
    /// The races that can still change: the latest daily race and the one before it, which members may finish after
    /// midnight. Older races are only in the log.
    package private(set) var races: [Race] = []
    /// The line of the daily races that open from now on, as the host chose it; nil for the server's first line.
    package private(set) var dailyLine: PuzzleLine?
    /// The rules for entering and finding the room.
    package private(set) var door = RoomDoor()
    /// Players whose own names the host holds back. They stay in this set without a seat.
    package private(set) var namesHeld: Set<PlayerID> = []
    /// Members who are ready for the next series.
    package private(set) var ready: Set<Seat> = []
    /// The settings of the next series.
    package private(set) var sprintSettings = SprintSettings()
    /// The running or the last series; nil before the first.
    package private(set) var series: Series?
    /// Answers of past rounds by line, the newest last, each once.
    package private(set) var usedAnswers: [PuzzleLine: [Word]] = [:]
    /// The number of the last event applied; 0 before the first.
    package private(set) var sequence = 0
    /// The number of seats ever given. A seat is never given twice.
    private var seatsGiven = 0

    /// The number of daily races that stay in the state.
    package static let racesKept = 2

    /// Creates the room before its first event.
    package init() {}

    /// Folds a log, which must be complete from its first event.
    package init(replaying log: some Sequence<LoggedEvent>) {
        for logged in log { apply(logged) }
    }

    /// Returns the member on a seat.
    package func member(at seat: Seat) -> Member? { members.first { $0.seat == seat } }
    /// Renames a former member in the list of kicked players, the only place where the state still has the name.
    package mutating func rename(former player: PlayerID, to name: String) {
        for index in door.kicked.indices where door.kicked[index].player == player { door.kicked[index].name = name }
    }

    /// Applies the next event of a log from which events without effect were left out (`needed`).
    mutating func recall(_ logged: LoggedEvent) {
        precondition(logged.sequence > sequence, "a log is recalled in order")
        sequence = logged.sequence - 1
        apply(logged)
    }

    /// Returns this player's membership.
    package func member(for player: PlayerID) -> Member? { members.first { $0.player == player } }
    /// Returns the race with this name, if the state still has it.
    package func race(_ id: RaceID) -> Race? { races.first { $0.id == id } }
    /// Returns the daily race of a day, if the state still has it.
    package func race(on day: Day) -> Race? { races.first { $0.puzzle.day == day } }

    /// Applies the next event of the log. Precondition: no event was left out.
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
            hostSince = logged.time
        case .opened(let race, let puzzle):
            races.append(Race(id: race, puzzle: puzzle))
            if races.count > RoomState.racesKept { races.removeFirst(races.count - RoomState.racesKept) }
        case .started(let race, let seat):
            change(race, seat) { $0 = $0 ?? Lane() }
            if race == series?.round?.race { series?.round?.start(seat) }
        case .guessed(let race, let seat, _, let verdict, let elapsed):
            change(race, seat) { $0?.rows.append(LaneRow(verdict: verdict, elapsed: elapsed)) }
        case .finished(let race, let seat, let solved, let turns, let elapsed, let points):
            change(race, seat) {
                $0?.finish = LaneFinish(solved: solved, turns: turns, points: points, elapsed: elapsed)
            }
            if race == series?.round?.race { series?.round?.finished.insert(seat) }
        case .daily(let line): dailyLine = line
        case .locked(let isLocked): door.isLocked = isLocked
        case .password(let hash): door.password = hash
        case .listed(let isListed): door.isListed = isListed
        case .barred(let isBarred): door.isBarred = isBarred
        case .unkicked(let seat): door.kicked.removeAll { $0.seat == seat }
        case .closed: door.isClosed = true
        case .settings(let sprint): sprintSettings = sprint
        // The code is no part of the state: it only finds the room.
        case .code: break
        case .ready(let seat, let isReady):
            if isReady { ready.insert(seat) } else { ready.remove(seat) }
        case .series(let number, let settings):
            series = Series(number: number, settings: settings)
            ready = []
        case .round(let deal):
            series?.begin(deal)
            usedAnswers[deal.sprint.line]?.removeAll { $0 == deal.answer }
            usedAnswers[deal.sprint.line, default: []].append(deal.answer)
        case .dealt(let race, _, _):
            if race == series?.round?.race { series?.round?.dealt = logged.sequence }
        case .played(let race, let seat, _, let word, let verdict, let elapsed):
            guard race == series?.round?.race else { return }
            series?.round?.take(Move(word: word, verdict: verdict, elapsed: elapsed), of: seat)
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

    /// Changes a lane. Events about a race that the state no longer has are ignored.
    private mutating func change(_ race: RaceID, _ seat: Seat, _ change: (inout Lane?) -> Void) {
        guard let index = races.firstIndex(where: { $0.id == race }) else { return }
        change(&races[index].lanes[seat])
    }

    /// The seat for the next new member.
    package var nextSeat: Seat { seatsGiven + 1 }
}

/// A player with a seat.
package struct Member: Hashable, Sendable {
    /// The seat's number in the room.
    package let seat: Seat
    /// The player; never shown to others.
    package let player: PlayerID
    /// The name shown to others.
    package fileprivate(set) var name: String
    /// Whether the name shown is a pseudonym.
    package fileprivate(set) var hasPseudonym = false
    /// Whether the host holds the player's own name back.
    package fileprivate(set) var isNameHeld = false
    /// Whether the member gets no lane in rounds of sprints, as a host who only hosts.
    package fileprivate(set) var sitsOut = false
}

/// One contest: the progress of all members on one puzzle.
package struct Race: Hashable, Sendable {
    /// The race's name in the log.
    package let id: RaceID
    /// The puzzle that is played.
    package let puzzle: PuzzleID
    /// The lanes by seat. A member who has not seen the board has none.
    package fileprivate(set) var lanes: [Seat: Lane] = [:]
}

/// One member's progress, without a letter.
package struct Lane: Hashable, Sendable {
    /// The accepted moves, in order.
    package var rows: [LaneRow]
    /// The end of the game; nil while the member plays.
    package var finish: LaneFinish?

    /// Creates a lane, by default that of a member who has just seen the board.
    package init(rows: [LaneRow] = [], finish: LaneFinish? = nil) {
        self.rows = rows
        self.finish = finish
    }
}

/// One accepted move in a lane.
package struct LaneRow: Hashable, Sendable {
    package let verdict: Verdict
    /// ms since the member saw the board.
    package let elapsed: Int

    package init(verdict: Verdict, elapsed: Int) {
        self.verdict = verdict
        self.elapsed = elapsed
    }
}

/// The end of a member's game.
package struct LaneFinish: Hashable, Sendable {
    package let solved: Bool
    /// The number of accepted moves.
    package let turns: Int
    /// The points, in kinds of games that have points.
    package let points: Int?
    /// ms from the first sight of the board to the last accepted move.
    package let elapsed: Int

    package init(solved: Bool, turns: Int, points: Int? = nil, elapsed: Int) {
        self.solved = solved
        self.turns = turns
        self.points = points
        self.elapsed = elapsed
    }

    package init(_ result: GameResult) {
        self.init(solved: result.solved, turns: result.turns, points: result.points, elapsed: result.elapsed)
    }
}
