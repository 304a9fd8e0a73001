import GameRules

/// Actions on a room that are reserved to its host.
package enum HostPower: Hashable, Sendable {
    /// A new name for the room.
    case name(String)
    /// Makes the daily races that open from now on those of another line.
    case daily(PuzzleLine)
    case lock(Bool)
    /// Sets the password; nil removes it.
    case password(RoomPassword?)
    /// Puts the room into the lobby, or takes the room out.
    case list(Bool)
    /// Takes another member's seat away and keeps that player out.
    case kick(Seat)
    /// Lets the player who was kicked from this seat in again.
    case unkick(Seat)
    /// Hides another member's own name behind this pseudonym. Nil gives the member's own name free again.
    case holdName(Seat, pseudonym: String?)
    /// Makes another member the host.
    case handOver(Seat)
    /// Replaces the room's code by one that no other room has.
    case newCode(RoomCode)
    case close
    /// Sets how the next series is played.
    case settings(SprintSettings)
    /// Begins a series.
    case start
    /// Begins the next round without waiting.
    case nextRound
    /// Ends the round that runs, with the games as they stand. The series goes on.
    case endRound
    /// Ends the series and its running round.
    case endSeries
}

extension RoomState {
    /// Checks a host's action and returns its events, empty if nothing would change. `now` is in ms since 1970-01-01
    /// UTC; `present` holds the seats with a connection.
    /// - Throws: `.closed`, `.notAMember`, `.notHost`, or the action's own refusal.
    package func decide(
        _ power: HostPower, by player: PlayerID, now: Int, present: Set<Seat>, dealer: SprintDealer
    ) throws(RoomRefusal) -> [RoomEvent] {
        guard !door.isClosed else { throw .closed }
        guard let member = member(for: player) else { throw .notAMember }
        guard member.seat == host else { throw .notHost }
        switch power {
        case .name(let name): return name == self.name ? [] : [.named(name: name)]
        case .daily(let line): return line == dailyLine ? [] : [.daily(line: line)]
        case .lock(let isLocked): return isLocked == door.isLocked ? [] : [.locked(locked: isLocked)]
        case .password(let password): return password == door.password ? [] : [.password(hash: password)]
        case .list(let isListed):
            guard !isListed || !door.isBarred else { throw .barred }
            return isListed == door.isListed ? [] : [.listed(listed: isListed)]
        case .kick(let seat): return try decideKick(seat, by: member)
        case .unkick(let seat):
            guard door.kicked.contains(where: { $0.seat == seat }) else { throw .badSeat }
            return [.unkicked(seat: seat)]
        case .holdName(let seat, let pseudonym): return try decideHold(of: seat, pseudonym, by: member)
        case .handOver(let seat):
            guard self.member(at: seat) != nil else { throw .badSeat }
            return seat == host ? [] : [.hosted(seat: seat)]
        case .newCode(let code): return [.code(code: code)]
        case .close: return [.closed]
        case .settings(let settings): return try decideSettings(settings)
        case .start: return try decideStart(now: now, present: present.union([member.seat]), dealer)
        case .nextRound: return try decideNextRound(now: now, present: present.union([member.seat]), dealer)
        case .endRound: return try decideEndOfRound(now: now)
        case .endSeries: return try decideEndOfSeries(now: now)
        }
    }

    private func decideKick(_ seat: Seat, by host: Member) throws(RoomRefusal) -> [RoomEvent] {
        guard seat != host.seat, member(at: seat) != nil else { throw .badSeat }
        let kicked = RoomEvent.kicked(seat: seat)
        guard door.kicked.count >= RoomDoor.mostKicked, let first = door.kicked.first else { return [kicked] }
        return [.unkicked(seat: first.seat), kicked]
    }

    private func decideHold(
        of seat: Seat, _ pseudonym: String?, by host: Member
    ) throws(RoomRefusal) -> [RoomEvent] {
        guard seat != host.seat, let member = member(at: seat) else { throw .badSeat }
        guard let pseudonym else { return member.isNameHeld ? [.nameHeld(seat: seat, held: false)] : [] }
        guard !member.isNameHeld else { return [] }
        let shown: [RoomEvent] = [.renamed(seat: seat, name: pseudonym), .pseudonym(seat: seat, on: true)]
        return (member.hasPseudonym ? [] : shown) + [.nameHeld(seat: seat, held: true)]
    }

    private func decideSettings(_ settings: SprintSettings) throws(RoomRefusal) -> [RoomEvent] {
        guard !isSeriesRunning else { throw .seriesRunning }
        if let field = settings.firstFault { throw .badSettings(field) }
        return settings == sprintSettings ? [] : [.settings(sprint: settings)]
    }

    /// Whether a series has begun and not ended.
    package var isSeriesRunning: Bool { series.map { $0.phase != .over } ?? false }
}
