import GameRules
import Messages
import Rooms
import Storage

/// Decides about identities: guests, sessions on several devices, visits, sign-out and deletion. ``AccountActs``
/// carries out the decisions.
package final class AccountDesk: HubPart {
    let context: HubContext
    private let library: Library
    private let names: NameDesk
    private let bans: BanDesk
    private var linkCodes: LinkCodes
    /// The future sign-out numbers of players who are signing out everywhere, until the commit is durable.
    private var signOutsUnderWay: [PlayerID: Int] = [:]

    init(_ context: HubContext, _ library: Library, _ names: NameDesk, _ bans: BanDesk) {
        self.context = context
        self.library = library
        self.names = names
        self.bans = bans
        linkCodes = LinkCodes(capacity: context.settings.linkCodes)
    }

    // MARK: New players

    /// Draws a guest.
    func makeGuest() -> PlayerRecord {
        let name = names.draw()
        let id = PlayerID(high: environment.random(), low: environment.random())
        return PlayerRecord(id: id, name: name, createdAt: now, seenOn: days.begun)
    }

    /// Makes a pupil of a place on the roll.
    func makePupil(_ id: PlayerID, _ place: ClassRoll.Place) -> PlayerRecord {
        PlayerRecord(
            id: id, name: place.name, createdAt: now, sessions: place.leastSignOuts, seenOn: days.begun)
    }

    /// Decides that a new player is recorded.
    func create(_ record: PlayerRecord) -> Decision { Decision(writes: [.createPlayer(record)]) }

    // MARK: Hello

    /// Returns the claim by which a connection says who its player is.
    func claim(of session: Session, version: Int, token: String?) throws(ErrorReply) -> SessionClaim {
        guard session.player == nil else { throw ErrorReply(.helloFirst, "Hello was said before.") }
        guard version == ProtocolVersion.current else {
            throw ErrorReply(.unsupportedProtocol, "This server speaks version \(ProtocolVersion.current).")
        }
        let proved = token.map { environment.tokens.claim(provedBy: $0) } ?? session.identity
        guard let claim = proved else {
            throw ErrorReply(.unauthorized, "There is no session: POST /api/v1/session first.")
        }
        return claim
    }

    /// Returns the player of a claim, or refuses one whom the claim does not prove or the server keeps out.
    func admit(_ player: LivePlayer?, by claim: SessionClaim) throws(ErrorReply) -> LivePlayer {
        guard let player else { throw ErrorReply(.unauthorized, "The session's player is gone.") }
        guard claim.proves(player.account) else {
            throw ErrorReply(.unauthorized, "The session was ended on another device.")
        }
        guard !player.isBanned else { throw ErrorReply(.banned, "This server keeps you out.") }
        guard isOfTheClass(player.account) else {
            throw ErrorReply(.unauthorized, "Come in with your code: this server is a classroom.")
        }
        return player
    }

    /// Whether a player is on the roll of the class; true on a server that is no classroom.
    func isOfTheClass(_ account: Account) -> Bool { context.roll?.admits(account) ?? true }

    /// Returns the welcome of a player, without the announcement; nil before the first day.
    func welcome(for player: LivePlayer) -> Welcome? {
        guard let today = days.today else { return nil }
        var welcome = Welcome(
            time: now, serverName: settings.serverName, playerID: player.id, playerName: player.name,
            today: today, lines: days.running, games: gamesInReach(of: player),
            rooms: player.seats.values.map { .init(code: $0.code.text, name: $0.name, epoch: $0.wireEpoch) }
                .sorted { $0.code < $1.code },
            limits: Welcome.Limits(
                message: settings.messageBytes, name: DisplayName.playerMaximum,
                members: RoomState.maximumMembers),
            sprints: puzzleSource.kinds.filter { !$0.lengths.isEmpty }.map {
                Welcome.Words(kind: $0.kind, language: $0.language, lengths: $0.lengths)
            })
        welcome.features = features(for: player)
        return welcome
    }

    /// The features that a player finds here. A pupil has no rankings, which tell of rivals.
    private func features(for player: LivePlayer) -> [String] {
        guard isClassroom else { return Welcome.allFeatures }
        guard isPupil(player.id) else { return Welcome.allFeatures + ["classroom", "teacher"] }
        return Welcome.allFeatures.filter { $0 != "ranking" } + ["classroom"]
    }

    /// The player's games of today and the day before, without archive games: those that a page can continue.
    private func gamesInReach(of player: LivePlayer) -> [Welcome.Game] {
        guard let yesterday = days.today?.puzzle.day.advanced(by: -1) else { return [] }
        return player.games.values.filter { $0.key.puzzle.day >= yesterday && $0.isRaced }
            .map { Welcome.Game(puzzle: $0.key.puzzle, status: $0.game.status) }
            .sorted { ($0.puzzle.day, $0.puzzle.line.text) < ($1.puzzle.day, $1.puzzle.line.text) }
    }

    // MARK: Visits

    /// Decides to note that a player is here today: once a day, however often the player comes. Nil if that is noted.
    func visit(of player: LivePlayer) -> Decision? {
        let today = days.begun
        guard player.seenOn < today else { return nil }
        player.seen(on: today)
        return Decision(writes: [.noteVisit(player.id, on: today)])
    }

    /// Whether a player without a connection who was last here before `day` is deleted. Players who are banned or on
    /// the roster of a class are kept.
    func mayForget(_ player: LivePlayer, notSeenSince day: Day) -> Bool {
        // A ban under way may be on the disk before the deletion, which would be its end.
        player.seenOn < day && !player.isBanned && !bans.isUnderWay(for: player.id)
            && context.roster[player.id] == nil
    }

    // MARK: Other devices

    /// Issues a code that links another device to this player, and the time at which it expires. Nil if too many
    /// players have a code.
    func makeLinkCode(for player: PlayerID) -> (code: String, expires: Int)? {
        linkCodes.make(for: player, now: now) { Int(environment.random() % UInt64($0)) }
    }

    /// Returns the player of a link code; nil for an unknown or expired one.
    func player(ofLinkCode code: String) -> PlayerID? { linkCodes.player(of: code, now: now) }

    func voidLinkCode(of player: PlayerID) { linkCodes.void(of: player) }

    /// Voids the codes of all players.
    func voidLinkCodes() { linkCodes.voidAll() }

    /// A sign-out everywhere that is being committed.
    struct SignOut {
        let player: LivePlayer
        /// The player's sign-out number after it.
        let count: Int
        let decision: Decision
    }

    /// Decides to void all session tokens of a player, whose sign-out number is `least` at least then.
    /// ``settle(_:durable:)`` must follow.
    func signOut(_ player: LivePlayer, least: Int) throws(StorageError) -> SignOut {
        let next = (signOutsUnderWay[player.id] ?? Int(player.signOuts)) + 1
        // Else who signs out often enough would outlive the next code: see `signOutsAhead`.
        guard !isClassroom || least > 0 || next <= AccountDesk.leastSignOuts(at: now) + AccountDesk.signOutsAhead
        else { throw .unavailable("too many sign-outs") }
        let count = max(next, AccountDesk.leastSignOuts(at: now), least)
        signOutsUnderWay[player.id] = count
        var decision = Decision(writes: [.endSessions(player.id, sessions: count)])
        decision.touch(player)
        return SignOut(player: player, count: count, decision: decision)
    }

    /// Applies a sign-out that is durable, or ends one that is lost.
    func settle(_ signOut: SignOut, durable: Bool) {
        let (player, count) = (signOut.player, signOut.count)
        if !durable || signOutsUnderWay[player.id] == count { signOutsUnderWay[player.id] = nil }
        guard durable else { return }
        player.signedOut(count)
        linkCodes.void(of: player.id)
    }

    /// The lowest sign-out number at the time `now`: the seconds since 2020, which fit into 32 bits until 2088. So a
    /// new number exceeds every earlier one, also those that a restored backup does not know.
    package static func leastSignOuts(at now: Int) -> Int { max(0, now - 1_577_836_800_000) / 1_000 }

    /// The seconds that sign-out numbers of a classroom may run ahead of the time. A renewed code asks for a number
    /// that is twice as far ahead. So it is above those of all earlier sessions, also those of its own second.
    package static let signOutsAhead = 30

    // MARK: Names of the roll

    /// Decides that a pupil is called as the roll has it. Refused by a room where somebody else is called so.
    func rename(_ player: LivePlayer, to name: String) throws(RoomRefusal) -> Decision {
        var decision = Decision()
        try names.take(name, by: player, in: &decision)
        for session in player.sessions {
            decision.tell(.push(OutgoingMessage(.renamed(name: name)), to: session))
        }
        return decision
    }

    // MARK: Deletion of a player

    /// The outcome of a request for deletion.
    package enum Deletion: Sendable {
        case deleted
        /// The given name is not the player's.
        case otherName
        case noPlayer
    }

    /// Decides that a player gives up a seat; without writes if there is nothing to give up. `found`: its room as the
    /// library found it.
    func giveUp(
        _ seat: RoomRecord, of player: LivePlayer, in found: Result<LiveRoom?, StorageError>
    ) throws(StorageError) -> Decision {
        var decision = Decision()
        switch found {
        // Nobody can enter a room of which what is stored is damaged.
        case .failure(.corrupt): decision.write(.abandonSeat(player.id, seat.id, time: now))
        case .failure: throw .unavailable("a room could not be read")
        case .success(let room?) where room.record.id == seat.id: giveUpSeat(of: player, in: room, &decision)
        case .success: break
        }
        player.giveUpSeat(in: seat.id)
        if !decision.writes.isEmpty { decision.touch(player) }
        return decision
    }

    private func giveUpSeat(of player: LivePlayer, in room: LiveRoom, _ decision: inout Decision) {
        guard let member = room.state.member(for: player.id), !room.state.door.isClosed else { return }
        // By its founder's name, which nobody chose for it.
        if room.state.name == RoomName.usual(of: player.name), member.seat == 1 {
            let name = RoomName.usual(of: SessionHub.deletedName)
            decision.note(room.append([.named(name: name)], time: now))
            library.rooms.describe(room, code: room.record.code, name: name, in: &decision)
        }
        do throws(RoomRefusal) {
            let events = preferringTeachers(try room.state.decide(.leave(player.id)), in: room)
            decision.note(room.append(events, time: now))
        } catch {
            preconditionFailure("a member may leave")
        }
    }

    /// Decides to take a piece of a player's names out of the logs: those after `place`, up to `end`.
    func takeOutOfLogs(_ player: LivePlayer, after place: NamePlace?, through end: NamePlace) -> Decision {
        let name = SessionHub.deletedName
        var decision = Decision(writes: [.renameInLogs(player.id, name: name, after: place, through: end)])
        decision.touch(player)
        return decision
    }

    /// Decides that a player is deleted who has no seat and no name in a log any more.
    func delete(_ player: LivePlayer) -> Decision {
        var decision = Decision(writes: [.deletePlayer(player.id, name: SessionHub.deletedName)])
        decision.touch(player)
        return decision
    }
}
