import GameRules
import Messages
import Rooms
import Storage

/// Carries out the requests that concern identities: `hello`, and those of the HTTP API. Gathers what ``AccountDesk``
/// must know, has it decide, commits, and answers.
package final class AccountActs: HubPart {
    let context: HubContext
    let library: Library
    let committer: Committer
    private let teller: Teller
    let desk: AccountDesk
    private let replays: ReplayCache
    private let announcements: AnnouncementDesk
    /// Pupils who are being recorded, each with the callers that wait for it: a code may be typed on two devices at
    /// once.
    var arriving: [PlayerID: [Reply]] = [:]
    /// Called when a connection is closed for good.
    var closed: (Session) -> Void = { _ in isUnjoined() }

    /// Takes the account, nil if it was not found, or the error of storage.
    package typealias Reply = (Result<Account?, StorageError>) -> Void

    init(
        _ context: HubContext, _ library: Library, _ committer: Committer, _ teller: Teller, _ desk: AccountDesk,
        _ replays: ReplayCache, _ announcements: AnnouncementDesk
    ) {
        self.context = context
        self.library = library
        self.committer = committer
        self.teller = teller
        self.desk = desk
        self.replays = replays
        self.announcements = announcements
    }

    /// The reason why nothing can be begun; nil if there is none.
    var isBusy: StorageError? {
        committer.isBehind || isDraining ? .unavailable("the disk is behind") : nil
    }

    // MARK: Identification

    /// Creates a guest for a client without a session. The player is durable before the reply.
    package func createGuest(then: @escaping (Result<PlayerRecord, StorageError>) -> Void) {
        guard !committer.isBehind else { return then(.failure(.unavailable("the disk is behind"))) }
        let record = desk.makeGuest()
        committer.commit(desk.create(record)) { durable in
            then(durable ? .success(record) : .failure(.unavailable("the guest was not recorded")))
        }
    }

    /// Finds the player whom a claim proves. Nil without a claim, for a deleted player, and for a claim from before a
    /// sign-out everywhere.
    package func account(provedBy claim: SessionClaim?, then: @escaping Reply) {
        guard let claim else { return then(.success(nil)) }
        library.players.account(of: claim.player) { [self] result in
            then(result.map { account in account.flatMap { claim.proves($0) && desk.isOfTheClass($0) ? $0 : nil } })
        }
    }

    /// Finds the time at which a player was created, in ms since 1970-01-01 UTC; nil if there is no such player.
    package func since(_ id: PlayerID, then: @escaping (Result<Int?, StorageError>) -> Void) {
        records.player(id) { then($0.map { $0?.createdAt }) }
    }

    // MARK: Hello

    /// `hello`: identifies the player of a connection. `then` is called once, after the answer.
    func hello(_ request: Int, _ session: Session, version: Int, token: String?, then: @escaping () -> Void) {
        let claim: SessionClaim
        do throws(ErrorReply) {
            claim = try desk.claim(of: session, version: version, token: token)
        } catch {
            teller.refuse(request, of: session, error)
            return then()
        }
        library.players.get(claim.player) { [self] result in
            guard session.isOpen else { return then() }
            guard case .success(let found) = result else {
                teller.refuse(request, of: session, .unavailable)
                return then()
            }
            do throws(ErrorReply) {
                welcome(request, session, try desk.admit(found, by: claim), then)
            } catch {
                teller.refuse(request, of: session, error)
                then()
                guard error.code == .banned else { return }
                teller.close(session, SessionEnd.banned, because: "banned")
                closed(session)
            }
        }
    }

    private func welcome(_ request: Int, _ session: Session, _ player: LivePlayer, _ then: @escaping () -> Void) {
        closeOldest(of: player)
        guard var welcome = desk.welcome(for: player) else {
            teller.refuse(request, of: session, .unavailable)
            return then()
        }
        welcome.announcement = announcements.current?.view
        library.players.add(session, to: player)
        let identity = session.identity
        session.identified(as: player)
        noteVisit(of: player)
        // Another connection of the player may have a move, a seat or a name under way that the welcome shows. It takes
        // its place now: what is decided from here on is pushed behind it.
        let ticket = player.ticket
        committer.afterwards(ticket) { [self] durable in
            if durable { return session.greeted() }
            library.players.remove(session, of: player)
            session.notGreeted(identity)
        }
        let message = OutgoingMessage(.welcome(welcome), re: request)
        teller.tell(.answer(message, to: session, request: request), restingOn: ticket)
        committer.afterwards(ticket) { _ in then() }
    }

    // MARK: Closing connections

    /// Makes room for one more connection of a player by closing the oldest. Most likely its network is gone, unnoticed
    /// so far.
    private func closeOldest(of player: LivePlayer) {
        while player.sessions.count >= settings.connectionsPerPlayer,
            let oldest = player.sessions.first(where: { _ in true })
        {
            close(oldest, SessionEnd.tooMuch, because: "too many connections")
        }
    }

    private func close(_ session: Session, _ code: UInt16, because reason: String) {
        teller.close(session, code, because: reason)
        closed(session)
    }

    /// Closes all connections of a player for good.
    func closeAll(of player: LivePlayer, _ code: UInt16 = SessionEnd.signedOut, because reason: String) {
        for session in Array(player.sessions) { close(session, code, because: reason) }
    }

    /// Puts a player out who is banned.
    func putOut(_ player: LivePlayer) {
        desk.voidLinkCode(of: player.id)
        closeAll(of: player, SessionEnd.banned, because: "banned")
    }

    /// Lets the connections of a player have what was not told to them, as its commit had failed and was durable all
    /// the same.
    func follow(_ player: LivePlayer, since before: Account) {
        let now = player.account
        if now.isBanned && !before.isBanned { putOut(player) }
        if now.signOuts > before.signOuts {
            desk.voidLinkCode(of: player.id)
            closeAll(of: player, because: "signed out")
        }
        guard now.name != before.name else { return }
        for session in player.sessions { teller.push(OutgoingMessage(.renamed(name: now.name)), to: session) }
    }

    // MARK: Other devices

    /// Issues a code that links another device to this player, and the time at which it expires. Nil if too many
    /// players have a code.
    package func makeLinkCode(for player: PlayerID) -> (code: String, expires: Int)? {
        desk.makeLinkCode(for: player)
    }

    /// Voids all link codes: some may have been made by who is nobody any more.
    package func voidLinkCodes() { desk.voidLinkCodes() }

    /// Redeems a link code and voids it. Replies with nil for an unknown or expired code.
    package func redeemLinkCode(_ code: String, then: @escaping Reply) {
        guard let id = desk.player(ofLinkCode: code) else { return then(.success(nil)) }
        library.players.account(of: id) { [self] result in
            // Another client may have redeemed the code while storage was asked.
            guard case .success(let account?) = result, !account.isBanned, desk.player(ofLinkCode: code) == id else {
                return then(result.map { _ in nil })
            }
            desk.voidLinkCode(of: id)
            then(result)
        }
    }

    /// Voids all session tokens of a player and closes all connections. The player's sign-out number is `least` at
    /// least then. Replies with the account for which new tokens can be issued.
    package func signOutEverywhere(_ id: PlayerID, least: Int = 0, then: @escaping Reply) {
        library.players.get(id) { [self] result in
            guard case .success(let player?) = result else { return then(result.map { _ in nil }) }
            if let isBusy { return then(.failure(isBusy)) }
            let signOut: AccountDesk.SignOut
            do throws(StorageError) {
                signOut = try desk.signOut(player, least: least)
            } catch {
                return then(.failure(error))
            }
            committer.commit(signOut.decision) { [self] durable in
                desk.settle(signOut, durable: durable)
                guard !durable else {
                    closeAll(of: player, because: "signed out")
                    return then(.success(Account(player, signOuts: signOut.count)))
                }
                // If it was durable all the same, who asked has no session any more, unless the answer brings one.
                library.players.settleAtLast(player) { result in
                    guard case .success = result, player.account.signOuts >= signOut.count else {
                        return then(.failure(.unavailable("the sessions were not ended")))
                    }
                    then(.success(player.account))
                }
            }
        }
    }

    // MARK: Deletion of a player

    package typealias DeletionReply = (Result<AccountDesk.Deletion, StorageError>) -> Void

    /// Deletes a player who is called `name`. Seats are given up, and all connections closed. As a player's name,
    /// `name` is gone from rankings, logs and memory. What a room was called after its founder stays in that room's
    /// log. Results stay, as nobody's.
    package func deletePlayer(_ id: PlayerID, name: String, then: @escaping DeletionReply) {
        library.players.get(id) { [self] result in
            guard case .success(let player?) = result else { return then(result.map { _ in .noPlayer }) }
            guard player.name == name else {
                // The name in memory may not be durable yet.
                return committer.afterwards(player.ticket) { durable in
                    then(durable ? .success(.otherName) : .failure(.unavailable("the name is in doubt")))
                }
            }
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
            records.sittings(of: player.id) { [self] result in
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

    private func end(_ result: Result<AccountDesk.Deletion, StorageError>, _ player: LivePlayer, _ then: DeletionReply)
    {
        library.players.endDeletion(of: player)
        then(result)
    }

    private func giveUpSeats(of player: LivePlayer, then: @escaping (StorageError?) -> Void) {
        guard let seat = player.seats.values.first else { return then(nil) }
        let code = library.rooms[seat.id]?.record.code ?? seat.code
        library.rooms.get(code) { [self] result in
            let decision: Decision
            do throws(StorageError) {
                decision = try desk.giveUp(seat, of: player, in: result)
            } catch {
                return then(error)
            }
            guard !decision.writes.isEmpty else { return giveUpSeats(of: player, then: then) }
            committer.commit(decision) { [self] durable in
                guard durable else { return then(.unavailable("a seat was not given up")) }
                giveUpSeats(of: player, then: then)
            }
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
            committer.commit(desk.takeOutOfLogs(player, after: place, through: end)) { [self] durable in
                guard durable else { return then(.unavailable("a name was not taken out of the logs")) }
                takeOutOfLogs(player, after: end, then: then)
            }
        }
    }

    /// `seats`: all that the player ever had.
    private func delete(_ player: LivePlayer, of seats: [(RoomID, Set<Seat>)], then: @escaping DeletionReply) {
        committer.commit(desk.delete(player)) { [self] durable in
            guard !durable else {
                library.players.forget(player)
                forgetTraces(of: player)
                library.rooms.forget(player.id, on: seats)
                return then(.success(.deleted))
            }
            // If it was durable all the same, `settleAtLast` finds nobody, and has forgotten the player by then.
            library.players.settleAtLast(player) { [self] _ in
                guard library.players[player.id] !== player else {
                    return end(.failure(.unavailable("nobody was deleted")), player, then)
                }
                library.rooms.forget(player.id, on: seats)
                then(.success(.deleted))
            }
        }
    }

    /// Takes a player from what is kept in memory besides: connections, the link code, and names.
    func forgetTraces(of player: LivePlayer) {
        closeAll(of: player, because: "deleted")
        desk.voidLinkCode(of: player.id)
        library.rankings.renamed(player.id)
        replays.forgetNames()
    }
}
