import GameRules
import Messages
import Rooms
import Storage

/// Decides about identities: guests, sessions on several devices, sign-out and deletion.
package final class AccountDesk: HubPart {
    let context: HubContext
    let library: Library
    let committer: Committer
    private let teller: Teller
    let names: NameDesk
    private let replays: ReplayCache
    private var linkCodes: LinkCodes
    /// The future sign-out numbers of players who are signing out everywhere, until the commit is durable.
    private var signOutsUnderWay: [PlayerID: Int] = [:]
    let bans: BanDesk
    private let announcements: AnnouncementDesk
    /// Pupils who are being recorded, with those who wait for that: a code may be typed on two devices at once.
    var arriving: [PlayerID: [Reply]] = [:]
    /// Called when a connection is closed for good.
    var closed: (Session) -> Void = { _ in }

    /// Takes the account, nil if it was not found, or the error of storage.
    package typealias Reply = (Result<Account?, StorageError>) -> Void

    init(
        _ context: HubContext, _ library: Library, _ committer: Committer, _ teller: Teller, _ names: NameDesk,
        _ replays: ReplayCache, _ bans: BanDesk, _ announcements: AnnouncementDesk
    ) {
        self.bans = bans
        self.announcements = announcements
        self.context = context
        self.library = library
        self.committer = committer
        self.teller = teller
        self.names = names
        self.replays = replays
        linkCodes = LinkCodes(capacity: context.settings.linkCodes)
    }

    var isBusy: StorageError? {
        committer.isBehind || isDraining ? .unavailable("the disk is behind") : nil
    }

    // MARK: Identification

    /// Creates a guest for a client without a session. The player is durable before the reply.
    package func createGuest(then: @escaping (Result<PlayerRecord, StorageError>) -> Void) {
        guard !committer.isBehind else { return then(.failure(.unavailable("the disk is behind"))) }
        let name = names.draw()
        let id = PlayerID(high: environment.random(), low: environment.random())
        let record = PlayerRecord(id: id, name: name, createdAt: now, seenOn: days.begun)
        committer.commit(Decision(writes: [.createPlayer(record)])) { durable in
            then(durable ? .success(record) : .failure(.unavailable("the guest was not recorded")))
        }
    }

    /// Finds the player whom a claim proves. Nil without a claim, for a deleted player, and for a claim from before a
    /// sign-out everywhere.
    package func account(provedBy claim: SessionClaim?, then: @escaping Reply) {
        guard let claim else { return then(.success(nil)) }
        library.players.account(of: claim.player) { [self] result in
            then(result.map { account in account.flatMap { claim.proves($0) && isOfTheClass($0) ? $0 : nil } })
        }
    }

    /// Finds the time at which a player was created, in ms since 1970-01-01 UTC; nil if there is no such player.
    package func since(_ id: PlayerID, then: @escaping (Result<Int?, StorageError>) -> Void) {
        records.player(id) { then($0.map { $0?.createdAt }) }
    }

    // MARK: Hello

    /// `hello`: identifies the player of a connection. `then` is called once, after the answer.
    func hello(_ request: Int, _ session: Session, version: Int, token: String?, then: @escaping () -> Void) {
        func refuse(_ code: ErrorCode, _ why: String) {
            teller.refuse(request, of: session, ErrorReply(code, why))
            then()
        }
        guard session.player == nil else { return refuse(.helloFirst, "Hello was said before.") }
        guard version == ProtocolVersion.current else {
            return refuse(.unsupportedProtocol, "This server speaks version \(ProtocolVersion.current).")
        }
        let proved = token.map { environment.tokens.claim(provedBy: $0) } ?? session.identity
        guard let claim = proved else {
            return refuse(.unauthorized, "There is no session: POST /api/v1/session first.")
        }
        library.players.get(claim.player) { [self] result in
            guard session.isOpen else { return then() }
            switch result {
            case .failure:
                teller.refuse(request, of: session, .unavailable)
                then()
            case .success(nil): refuse(.unauthorized, "The session's player is gone.")
            case .success(let player?) where !claim.proves(player.account):
                refuse(.unauthorized, "The session was ended on another device.")
            case .success(let player?) where player.isBanned:
                refuse(.banned, "This server keeps you out.")
                teller.close(session, SessionEnd.banned, because: "banned")
                closed(session)
            case .success(let player?) where !isOfTheClass(player.account):
                refuse(.unauthorized, "Come in with your code: this server is a classroom.")
            case .success(let player?): welcome(request, session, player, then)
            }
        }
    }

    /// Whether a player is on the roll of the class; true on a server that is no classroom.
    func isOfTheClass(_ account: Account) -> Bool { context.roll?.admits(account) ?? true }

    private func welcome(_ request: Int, _ session: Session, _ player: LivePlayer, _ then: @escaping () -> Void) {
        closeOldest(of: player)
        guard let today = days.today else {
            teller.refuse(request, of: session, .unavailable)
            return then()
        }
        var welcome = Welcome(
            time: now, serverName: settings.serverName, playerID: player.id, playerName: player.name,
            today: today, lines: days.running, games: gamesInReach(of: player),
            rooms: player.seats.values.map { .init(code: $0.code.text, name: $0.name, epoch: $0.wireEpoch) }
                .sorted { $0.code < $1.code },
            limits: Welcome.Limits(
                message: settings.messageBytes, name: DisplayName.playerMaximum,
                members: RoomState.maximumMembers),
            sprints: lists.kinds.filter { !$0.lengths.isEmpty }.map {
                Welcome.Words(kind: $0.kind, language: $0.language, lengths: $0.lengths)
            })
        welcome.features = features(for: player)
        player.sessions.append(session)
        noteVisit(of: player)
        // Another connection of the player may have a move, a seat or a name under way that the welcome shows.
        let tell = Telling.resume { [self, welcome] durable in
            defer { then() }
            guard durable, session.isOpen else {
                library.players.remove(session, of: player)
                return teller.refuse(request, of: session, .unavailable)
            }
            session.greeted(as: player)
            // The one of now: from here on the connection hears of others by pushes.
            var current = welcome
            current.announcement = announcements.current?.view
            teller.push(OutgoingMessage(.welcome(current), re: request), to: session)
        }
        teller.tell(tell, restingOn: player.ticket)
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

    /// Makes room for one more connection of a player by closing the oldest. Most likely its network is gone, unnoticed
    /// so far.
    private func closeOldest(of player: LivePlayer) {
        while player.sessions.count >= settings.connectionsPerPlayer,
            let oldest = player.sessions.first(where: { _ in true })
        {
            close(oldest, of: player, SessionEnd.tooMuch, because: "too many connections")
        }
    }

    func close(_ session: Session, of player: LivePlayer, _ code: UInt16, because reason: String) {
        teller.close(session, code, because: reason)
        closed(session)
        // A connection that waits for its welcome is not the player's yet.
        library.players.remove(session, of: player)
    }

    /// Closes all connections of a player for good.
    func closeAll(of player: LivePlayer, _ code: UInt16 = SessionEnd.signedOut, because reason: String) {
        for session in Array(player.sessions) { close(session, of: player, code, because: reason) }
    }

    /// Puts a player out who is banned.
    func putOut(_ player: LivePlayer) {
        linkCodes.void(of: player.id)
        closeAll(of: player, SessionEnd.banned, because: "banned")
    }

    // MARK: Other devices

    /// Issues a code that links another device to this player, and the time at which it expires. Nil if too many
    /// players have a code.
    package func makeLinkCode(for player: PlayerID) -> (code: String, expires: Int)? {
        linkCodes.make(for: player, now: now) { Int(environment.random() % UInt64($0)) }
    }

    /// Redeems a link code and voids it. Replies with nil for an unknown or expired code.
    package func redeemLinkCode(_ code: String, then: @escaping Reply) {
        guard let id = linkCodes.player(of: code, now: now) else { return then(.success(nil)) }
        library.players.account(of: id) { [self] result in
            // Another client may have redeemed the code while storage was asked.
            guard case .success(let account?) = result, !account.isBanned, linkCodes.player(of: code, now: now) == id
            else {
                return then(result.map { _ in nil })
            }
            linkCodes.void(of: id)
            then(result)
        }
    }

    /// Voids all session tokens of a player and closes all connections. Replies with the account for which new tokens
    /// can be issued.
    /// The player's sign-out number is `least` at least then.
    package func signOutEverywhere(_ id: PlayerID, least: Int = 0, then: @escaping Reply) {
        library.players.get(id) { [self] result in
            guard case .success(let player?) = result else { return then(result.map { _ in nil }) }
            if let isBusy { return then(.failure(isBusy)) }
            let next = (signOutsUnderWay[id] ?? Int(player.signOuts)) + 1
            // Else who signs out often enough would outlive the next code: see `signOutsAhead`.
            guard !isClassroom || least > 0 || next <= AccountDesk.leastSignOuts(at: now) + AccountDesk.signOutsAhead
            else { return then(.failure(.unavailable("too many sign-outs"))) }
            let count = max(next, AccountDesk.leastSignOuts(at: now), least)
            signOutsUnderWay[id] = count
            var decision = Decision(writes: [.endSessions(id, sessions: count)])
            decision.touch(player)
            committer.commit(decision) { [self] durable in
                if !durable || signOutsUnderWay[id] == count { signOutsUnderWay[id] = nil }
                guard durable else { return then(.failure(.unavailable("the sessions were not ended"))) }
                player.signedOut(count)
                linkCodes.void(of: id)
                closeAll(of: player, because: "signed out")
                then(.success(Account(id: id, name: player.name, signOuts: count, isBanned: player.isBanned)))
            }
        }
    }

    /// The lowest sign-out number at the time `now`: the seconds since 2020, which fit into 32 bits until 2088. So a
    /// new number exceeds every earlier one, also those that a restored backup does not know.
    package static func leastSignOuts(at now: Int) -> Int { max(0, now - 1_577_836_800_000) / 1_000 }

    /// The seconds that sign-out numbers of a classroom may run ahead of the time. A renewed code asks for a number
    /// that is twice as far ahead: above all that the sessions before it have, also those of its own second.
    package static let signOutsAhead = 30

    // MARK: Being nobody

    /// The outcome of a request for deletion.
    package enum Deletion: Sendable {
        case deleted
        /// The given name is not the player's.
        case otherName
        case noPlayer
    }

    package typealias DeletionReply = (Result<Deletion, StorageError>) -> Void

    /// Deletes a player who is called `name`: seats are given up, all connections closed, and as a player's name it is
    /// gone from rankings, logs and memory. What a room was called after its founder stays in that room's log. Results
    /// stay, as nobody's.
    package func deletePlayer(_ id: PlayerID, name: String, then: @escaping DeletionReply) {
        library.players.get(id) { [self] result in
            guard case .success(let player?) = result else { return then(result.map { _ in .noPlayer }) }
            guard player.name == name else { return then(.success(.otherName)) }
            if let isBusy { return then(.failure(isBusy)) }
            delete(player, then: then)
        }
    }

    /// Deletes a player, whoever wants it. Nothing else is decided about the player from now on.
    func delete(_ player: LivePlayer, then: @escaping DeletionReply) {
        library.players.beginDeletion(of: player)
        closeAll(of: player, because: "deleted")
        giveUpSeats(of: player) { [self] fault in
            if let fault { return end(.failure(fault), player, then) }
            let id = player.id
            records.sittings(of: id) { [self] result in
                switch result {
                case .failure(let fault): end(.failure(fault), player, then)
                case .success(let sittings):
                    takeOutOfLogs(player, after: nil) { [self] fault in
                        if let fault { return end(.failure(fault), player, then) }
                        delete(player, of: sittings.map { ($0.room, Set($0.seats)) }, then: then)
                    }
                }
            }
        }
    }

    private func end(_ result: Result<Deletion, StorageError>, _ player: LivePlayer, _ then: DeletionReply) {
        library.players.endDeletion(of: player)
        then(result)
    }

    private func giveUpSeats(of player: LivePlayer, then: @escaping (StorageError?) -> Void) {
        guard let seat = player.seats.values.first else { return then(nil) }
        let code = library.rooms[seat.id]?.record.code ?? seat.code
        library.rooms.get(code) { [self] result in
            var decision = Decision()
            switch result {
            // Nobody can enter a room of which what is stored is damaged.
            case .failure(.corrupt): decision.write(.abandonSeat(player.id, seat.id, time: now))
            case .failure: return then(.unavailable("a room could not be read"))
            case .success(let room?) where room.record.id == seat.id: giveUpSeat(of: player, in: room, &decision)
            case .success: break
            }
            player.giveUpSeat(in: seat.id)
            guard !decision.writes.isEmpty else { return giveUpSeats(of: player, then: then) }
            decision.touch(player)
            committer.commit(decision) { [self] durable in
                guard durable else { return then(.unavailable("a seat was not given up")) }
                giveUpSeats(of: player, then: then)
            }
        }
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

    /// Takes the player's names out of all logs, piece by piece, so that others' moves are not kept waiting for years
    /// of them. No name is added meanwhile, since no seat is left. If that ends before all are out, they are so
    /// already, and the player, who is there still, can ask again.
    private func takeOutOfLogs(
        _ player: LivePlayer, after place: NamePlace?, then: @escaping (StorageError?) -> Void
    ) {
        records.names(of: player.id, after: place) { [self] result in
            guard case .success(let end) = result else { return then(.unavailable("names could not be found")) }
            guard let end else { return then(nil) }
            guard !isDraining else { return then(.unavailable("the server goes down")) }
            let name = SessionHub.deletedName
            var decision = Decision(writes: [.renameInLogs(player.id, name: name, after: place, through: end)])
            decision.touch(player)
            committer.commit(decision) { [self] durable in
                guard durable else { return then(.unavailable("a name was not taken out of the logs")) }
                takeOutOfLogs(player, after: end, then: then)
            }
        }
    }

    /// `seats`: all that the player ever had.
    private func delete(_ player: LivePlayer, of seats: [(RoomID, Set<Seat>)], then: @escaping DeletionReply) {
        var decision = Decision(writes: [.deletePlayer(player.id, name: SessionHub.deletedName)])
        decision.touch(player)
        committer.commit(decision) { [self] durable in
            guard durable else { return end(.failure(.unavailable("nobody was deleted")), player, then) }
            closeAll(of: player, because: "deleted")
            library.players.forget(player)
            linkCodes.void(of: player.id)
            library.boards.renamed(player.id)
            replays.forgetNames()
            library.rooms.forget(player.id, on: seats)
            then(.success(.deleted))
        }
    }
}
