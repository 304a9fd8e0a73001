import GameRules
import Messages
import Storage

/// Decides bans.
///
/// A ban is durable before anybody hears of it. From then on the player's connections are closed, and every later way
/// in asks for it: `hello`, the HTTP API, and the link of another device.
final class BanDesk: HubPart {
    let context: HubContext
    private let library: Library
    private let committer: Committer
    private let accounts: AccountDesk

    init(_ context: HubContext, _ library: Library, _ committer: Committer, _ accounts: AccountDesk) {
        self.context = context
        self.library = library
        self.committer = committer
        self.accounts = accounts
    }

    /// Bans a player, or ends the ban.
    func set(_ id: PlayerID, isBanned: Bool, _ asker: AdminAsker, then: @escaping AdminDesk.Reply) {
        library.players.get(id) { [self] result in
            switch result {
            case .failure: then(.failure(AdminDesk.unavailable))
            case .success(nil): then(.failure(AdminDesk.noPlayer))
            case .success(let player?): set(player, isBanned: isBanned, asker, then: then)
            }
        }
    }

    private func set(_ player: LivePlayer, isBanned: Bool, _ asker: AdminAsker, then: @escaping AdminDesk.Reply) {
        guard !isDraining, !committer.isBehind else { return then(.failure(AdminDesk.unavailable)) }
        let decision = decide(player, at: isBanned ? now : nil, asker)
        let (instant, today, isRepeated) = (isBanned ? now : nil, days.begun, decision.writes.isEmpty)
        accounts.bansUnderWay[player.id, default: 0] += 1
        committer.commit(decision) { [self] durable in
            accounts.bansUnderWay[player.id] = accounts.bansUnderWay[player.id].flatMap { $0 > 1 ? $0 - 1 : nil }
            guard durable else { return then(.failure(AdminDesk.unavailable)) }
            // As it is stored now: the end of a ban counts as a visit.
            if !isBanned, !isRepeated { player.seen(on: max(player.seenOn, today)) }
            let isChanged = player.isBanned != isBanned
            player.ban(isBanned)
            if isBanned { accounts.putOut(player) }
            func answer(since: Int?) {
                let ban = AdminAnswer.Ban(id: player.id, name: player.name, since: since)
                then(.success(.ban(ban, isChanged: isChanged)))
            }
            guard isBanned, isRepeated else { return answer(since: instant) }
            // A ban that is repeated began when it began, which storage alone knows.
            records.player(player.id) { result in
                guard case .success(let record?) = result else { return answer(since: instant) }
                answer(since: record.bannedAt)
            }
        }
    }

    /// Decides a ban from `instant` on, or its end.
    func decide(_ player: LivePlayer, at instant: Int?, _ asker: AdminAsker) -> Decision {
        var decision = Decision()
        // An act that is under way may be the opposite one.
        guard player.isBanned != (instant != nil) || accounts.bansUnderWay[player.id] != nil else {
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
}
