import GameRules

/// A request to a room by a player or by the server's clock.
package enum RoomCommand: Hashable, Sendable {
    /// A player founds the room, takes its first seat and becomes host. `daily`: the line of its daily races, nil for
    /// the server's first; `sprint`: how the first series is played.
    case create(
        name: String, by: PlayerID, playerName: String, daily: PuzzleLine? = nil,
        sprint: SprintSettings = SprintSettings())
    /// A player takes a seat, under the own name or a pseudonym. For a member without a pseudonym, an own name that has
    /// changed is shown from now on.
    case join(PlayerID, name: String, pseudonym: Bool = false)
    /// A member gives up the seat.
    case leave(PlayerID)
    /// A player changed the own name. A member with a pseudonym keeps the pseudonym.
    case rename(PlayerID, name: String)
    /// A member switches to the pseudonym `name` (`on`), or back to the own name `name`.
    case pseudonym(PlayerID, on: Bool, name: String)
    /// Opens the daily race. No event if a race of that day is open: the day keeps the line it began with.
    case openDaily(PuzzleID)
    /// Brings a member's lane up to the state of the member's game. Covers the first sight of the board, a guess, the
    /// end, and everything that happened while the room was not in memory. A lane only grows.
    case follow(PlayerID, puzzle: PuzzleID, Lane)
}

/// A room's reason to refuse a command.
package enum RoomRefusal: Error, Hashable, Sendable {
    /// All seats are taken.
    case full
    /// Another member has a name that looks the same.
    case nameTaken
    /// The host holds the member's own name back.
    case nameHeld
    /// The player has no seat.
    case notAMember
    /// Only the host may do this.
    case notHost
    /// The room has been closed.
    case closed
    /// The room is locked and takes no new members.
    case locked
    /// The player was kicked and not let in again.
    case kicked
    /// The room has a password, and the player showed none.
    case passwordNeeded
    /// The player showed a wrong password.
    case wrongPassword
    /// The operator of the server keeps the room out of the lobby.
    case barred
    /// The seat is empty, or its member is not one for whom this can be done.
    case badSeat
    /// The value of this setting is out of range, or its language is not played here.
    case badSettings(SprintSettings.Field)
    /// A series is running.
    case seriesRunning
    /// No series is running.
    case noSeries
    /// A round is running.
    case roundRunning
    /// Every member who is present sits out.
    case noRacers
    /// The race is not that of the current or the last round.
    case noSuchRace
    /// The boards have not opened yet.
    case notStarted
    /// The time is up, or the round has ended.
    case roundOver
    /// The player has no game in this round.
    case notInRound
}

extension RoomState {
    /// The maximum number of members.
    package static let maximumMembers = 50

    /// Returns whether two names look too much alike for members of one room.
    package typealias Likeness = (_ a: String, _ b: String) -> Bool

    /// The weakest likeness: names that differ in case only are alike.
    package static func sameLetters(_ a: String, _ b: String) -> Bool { a.lowercased() == b.lowercased() }

    /// Checks a command and returns its events in order, empty if nothing would change.
    package func decide(
        _ command: RoomCommand, alike: Likeness = RoomState.sameLetters
    ) throws(RoomRefusal) -> [RoomEvent] {
        switch command {
        case .create(let name, let player, let playerName, let daily, let sprint):
            precondition(sequence == 0, "a room is created once")
            return [.created(name: name), .joined(seat: 1, player: player, name: playerName), .hosted(seat: 1)]
                + (daily.map { [.daily(line: $0)] } ?? [])
                + (sprint == sprintSettings ? [] : [.settings(sprint: sprint)])
        case .join(let player, let name, let isPseudonym):
            return try decideJoin(player, name, isPseudonym, alike)
        case .leave(let player):
            return try decideLeave(player)
        case .rename(let player, let name):
            guard !door.isClosed else { throw .closed }
            guard let member = member(for: player) else { throw .notAMember }
            guard !member.hasPseudonym else { return [] }
            guard !isTaken(name, except: player, alike: alike) else { throw .nameTaken }
            return member.name == name ? [] : [.renamed(seat: member.seat, name: name)]
        case .pseudonym(let player, let isOn, let name):
            guard !door.isClosed else { throw .closed }
            guard let member = member(for: player) else { throw .notAMember }
            guard member.hasPseudonym != isOn else { return [] }
            guard isOn || !member.isNameHeld else { throw .nameHeld }
            guard !isTaken(name, except: player, alike: alike) else { throw .nameTaken }
            return [.renamed(seat: member.seat, name: name), .pseudonym(seat: member.seat, on: isOn)]
        case .openDaily(let puzzle):
            guard !door.isClosed, race(on: puzzle.day) == nil else { return [] }
            return [.opened(race: .daily(puzzle), puzzle: puzzle)]
        case .follow(let player, let puzzle, let lane):
            guard !door.isClosed else { throw .closed }
            guard let member = member(for: player) else { throw .notAMember }
            return decideFollow(member.seat, puzzle, lane)
        }
    }

    private func decideJoin(
        _ player: PlayerID, _ name: String, _ isPseudonym: Bool, _ alike: Likeness
    ) throws(RoomRefusal) -> [RoomEvent] {
        guard !door.isClosed else { throw .closed }
        if let member = member(for: player) {
            guard !member.hasPseudonym, !isTaken(name, except: player, alike: alike) else { return [] }
            return member.name == name ? [] : [.renamed(seat: member.seat, name: name)]
        }
        guard members.count < RoomState.maximumMembers else { throw .full }
        guard !isTaken(name, except: player, alike: alike) else { throw .nameTaken }
        let isHeld = namesHeld.contains(player)
        guard isPseudonym || !isHeld else { throw .nameHeld }
        let seat = nextSeat
        var events = [RoomEvent.joined(seat: seat, player: player, name: name)]
        if isPseudonym { events.append(.pseudonym(seat: seat, on: true)) }
        if isHeld { events.append(.nameHeld(seat: seat, held: true)) }
        if host == nil { events.append(.hosted(seat: seat)) }
        return events
    }

    private func decideLeave(_ player: PlayerID) throws(RoomRefusal) -> [RoomEvent] {
        guard !door.isClosed else { throw .closed }
        guard let member = member(for: player) else { throw .notAMember }
        let left = RoomEvent.left(seat: member.seat)
        guard host == member.seat, let heir = members.first(where: { $0.seat != member.seat }) else { return [left] }
        return [left, .hosted(seat: heir.seat)]
    }

    private func decideFollow(_ seat: Seat, _ puzzle: PuzzleID, _ lane: Lane) -> [RoomEvent] {
        guard let known = races.first(where: { $0.puzzle == puzzle }) else { return [] }
        let (race, before) = (known.id, known.lanes[seat])
        var events: [RoomEvent] = before == nil ? [.started(race: race, seat: seat)] : []
        let rows = before?.rows.count ?? 0
        for (row, step) in lane.rows.enumerated().dropFirst(rows) {
            events.append(
                .guessed(race: race, seat: seat, row: row, pattern: step.verdict, elapsed: step.elapsed))
        }
        if let finish = lane.finish, before?.finish == nil {
            events.append(
                .finished(
                    race: race, seat: seat, solved: finish.solved, turns: finish.turns, elapsed: finish.elapsed,
                    points: finish.points))
        }
        return events
    }

    /// Whether another member has a name that looks like this one.
    package func isTaken(
        _ name: String, except player: PlayerID, alike: Likeness = RoomState.sameLetters
    ) -> Bool {
        members.contains { $0.player != player && alike($0.name, name) }
    }
}
