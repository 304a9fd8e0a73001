import GameRules
import Storage

/// Decides bans.
///
/// A ban is durable before anybody hears of it. Then the player's connections are closed. Every later way in checks for
/// the ban: `hello`, the HTTP API, and the link of another device.
final class BanDesk: HubPart {
    let context: HubContext
    /// The number of bans of each player, or ends of one, whose commit is under way.
    private var underWay: [PlayerID: Int] = [:]

    init(_ context: HubContext) { self.context = context }

    /// A ban, or the end of one, that is being committed.
    struct Act {
        let player: LivePlayer
        /// The time from which the player is banned; nil for the end of a ban.
        let instant: Int?
        /// The day on which it was decided.
        let today: Day
        let decision: Decision

        /// Whether it changes nothing.
        var isRepeated: Bool { decision.writes.isEmpty }
    }

    /// Whether a ban of a player, or the end of one, is being committed.
    func isUnderWay(for player: PlayerID) -> Bool { underWay[player] != nil }

    /// Decides that a player is banned from now on, or not any more. ``settle(_:durable:)`` must follow.
    func decide(_ player: LivePlayer, isBanned: Bool, _ asker: AdminAsker) -> Act {
        let instant = isBanned ? now : nil
        let decision = decide(player, at: instant, asker)
        underWay[player.id, default: 0] += 1
        return Act(player: player, instant: instant, today: days.begun, decision: decision)
    }

    private func decide(_ player: LivePlayer, at instant: Int?, _ asker: AdminAsker) -> Decision {
        var decision = Decision()
        // An act that is under way may be the opposite one.
        guard player.isBanned != (instant != nil) || isUnderWay(for: player.id) else {
            decision.rests(on: player.ticket)
            return decision
        }
        decision.write(.setBan(player.id, at: instant))
        // Else whoever was banned for long would be forgotten before they can come again.
        if instant == nil { decision.write(.noteVisit(player.id, on: days.begun)) }
        decision.note(asker.act(player.id.text, at: now))
        decision.touch(player)
        return decision
    }

    /// Applies an act that is durable, or ends one that is lost. Returns whether it changed the player; nil if it is
    /// lost.
    func settle(_ act: Act, durable: Bool) -> Bool? {
        let player = act.player
        underWay[player.id] = underWay[player.id].flatMap { $0 > 1 ? $0 - 1 : nil }
        guard durable else { return nil }
        let isBanned = act.instant != nil
        // As it is stored now: the end of a ban counts as a visit.
        if !isBanned, !act.isRepeated { player.seen(on: max(player.seenOn, act.today)) }
        let isChanged = player.isBanned != isBanned
        player.ban(isBanned)
        return isChanged
    }
}
