import GameRules

/// What somebody, or the server's clock, wants of a room.
package enum RoomCommand: Hashable, Sendable {
    /// A player founds the room, takes its first seat and becomes host.
    case create(name: String, by: PlayerID, playerName: String)
    /// A player takes a seat, under the own name or a pseudonym. Who has one is shown under the own name that the
    /// player has now, or still under the pseudonym.
    case join(PlayerID, name: String, pseudonym: Bool = false)
    /// A member gives up the seat.
    case leave(PlayerID)
    /// A player changed the own name. Who has a pseudonym here keeps it.
    case rename(PlayerID, name: String)
    /// A member is shown under this pseudonym from now on (`on`), or under this name, which is the player's own.
    case pseudonym(PlayerID, on: Bool, name: String)
    /// The day's race: no event if it is open.
    case openDaily(PuzzleID)
    /// A member's game stands like this: the lane catches up. Covers the first sight of the board, a guess, the end,
    /// and all that happened while nobody had the room in memory. A lane only ever grows.
    case follow(PlayerID, puzzle: PuzzleID, Lane)
}

/// Why a room refuses a command.
package enum RoomRefusal: Error, Hashable, Sendable {
    /// All seats are taken.
    case full
    /// Another member is called that.
    case nameTaken
    /// The host holds the member's own name back.
    case nameHeld
    /// The player has no seat.
    case notAMember
    /// Only the host may do that.
    case notHost
    /// The room is no more.
    case closed
    /// The room takes no new members.
    case locked
    /// The player was kicked.
    case kicked
    /// The room has a password, and none was shown.
    case passwordNeeded
    /// Another password was shown.
    case wrongPassword
    /// The operator of the server keeps the room out of the lobby.
    case barred
    /// Nobody, or not somebody for whom this can be done, is or was on that seat.
    case badSeat
    /// A setting cannot be so.
    case badSettings(SprintSettings.Field)
    /// A series runs.
    case seriesRunning
    /// No series runs.
    case noSeries
    /// A round runs.
    case roundRunning
    /// Everybody who is there sits out.
    case noRacers
    /// The race is not the one of the round that runs, or ran last.
    case noSuchRace
    /// The boards are not open yet.
    case notStarted
    /// The time is out, or the round has ended.
    case roundOver
    /// The player does not take part in this round.
    case notInRound
}

extension RoomState {
    /// The most members a room can have.
    package static let maximumMembers = 50

    /// Whether two members with these names could not be told apart.
    package typealias Likeness = (_ a: String, _ b: String) -> Bool

    /// The least likeness: upper and lower case make no difference.
    package static func sameLetters(_ a: String, _ b: String) -> Bool { a.lowercased() == b.lowercased() }

    /// What the command makes happen, in order; empty if all is so already.
    package func decide(
        _ command: RoomCommand, alike: Likeness = RoomState.sameLetters
    ) throws(RoomRefusal) -> [RoomEvent] {
        switch command {
        case .create(let name, let player, let playerName):
            precondition(sequence == 0, "a room is created once")
            return [.created(name: name), .joined(seat: 1, player: player, name: playerName), .hosted(seat: 1)]
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
            let race = RaceID.daily(puzzle)
            return self.race(race) == nil && !door.isClosed ? [.opened(race: race, puzzle: puzzle)] : []
        case .follow(let player, let puzzle, let lane):
            guard !door.isClosed else { throw .closed }
            guard let member = member(for: player) else { throw .notAMember }
            return decideFollow(member.seat, .daily(puzzle), lane)
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

    private func decideFollow(_ seat: Seat, _ race: RaceID, _ lane: Lane) -> [RoomEvent] {
        guard let known = self.race(race) else { return [] }
        let before = known.lanes[seat]
        var events: [RoomEvent] = before == nil ? [.started(race: race, seat: seat)] : []
        let rows = before?.rows.count ?? 0
        for (row, step) in lane.rows.enumerated().dropFirst(rows) {
            events.append(
                .guessed(race: race, seat: seat, row: row, pattern: step.pattern, elapsed: step.elapsed))
        }
        if let finish = lane.finish, before?.finish == nil {
            events.append(
                .finished(
                    race: race, seat: seat, solved: finish.solved, turns: finish.turns, elapsed: finish.elapsed))
        }
        return events
    }

    /// Whether another member's name is like this one: two members must not look the same in a list.
    package func isTaken(
        _ name: String, except player: PlayerID, alike: Likeness = RoomState.sameLetters
    ) -> Bool {
        members.contains { $0.player != player && alike($0.name, name) }
    }
}
