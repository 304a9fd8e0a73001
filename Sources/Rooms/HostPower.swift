import GameRules

/// What the host, and nobody else, may do with a room.
package enum HostPower: Hashable, Sendable {
    /// A new name for the room.
    case name(String)
    case lock(Bool)
    /// Nil takes the password away.
    case password(RoomPassword?)
    /// Puts the room into the lobby, or takes it out.
    case list(Bool)
    /// Takes another member's seat away, and keeps that player out.
    case kick(Seat)
    /// Lets a player in again who was kicked from this seat.
    case unkick(Seat)
    /// Holds another member's own name back, who is shown under this pseudonym then; nil gives the name free again.
    case holdName(Seat, pseudonym: String?)
    /// Makes another member host.
    case handOver(Seat)
    /// Another code, which nobody else has.
    case newCode(RoomCode)
    case close
    /// How the next series is played.
    case settings(SprintSettings)
    /// Begins a series.
    case start
    /// Begins the next round without waiting.
    case nextRound
    /// Ends the round that runs as it stands; the series goes on.
    case endRound
    /// Ends the series, and the round that runs.
    case endSeries
}

extension RoomState {
    /// What happens when a player uses a power at the instant `now`; empty if all is so already. `present` are the
    /// seats with a connection.
    package func decide(
        _ power: HostPower, by player: PlayerID, now: Int, present: Set<Seat>, dealer: SprintDealer
    ) throws(RoomRefusal) -> [RoomEvent] {
        guard !door.isClosed else { throw .closed }
        guard let member = member(for: player) else { throw .notAMember }
        guard member.seat == host else { throw .notHost }
        switch power {
        case .name(let name): return name == self.name ? [] : [.named(name: name)]
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
        case .endSeries: return try decideEndOfSeries()
        }
    }

    private func decideKick(_ seat: Seat, by host: Member) throws(RoomRefusal) -> [RoomEvent] {
        guard seat != host.seat, member(at: seat) != nil else { throw .badSeat }
        return [.kicked(seat: seat)]
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
