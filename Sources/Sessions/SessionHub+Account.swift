import GameRules
import Rooms
import Storage

// What a player decides about being one: over HTTP, so that it does not take a socket.
extension SessionHub {
    /// What is asked for was not there (nil), or storage could not say.
    package typealias AccountReply = (Result<Account?, StorageError>) -> Void

    static let beingDeleted = StorageError.unavailable("the player is being deleted")

    /// The player whom a claim proves; nil if there is no claim, no such player any more, or the player has signed out
    /// everywhere since it was made.
    package func account(provedBy claim: SessionClaim?, then: @escaping AccountReply) {
        guard let claim else { return then(.success(nil)) }
        account(of: claim.player) { result in
            then(result.map { account in account.flatMap { claim.proves($0) ? $0 : nil } })
        }
    }

    /// A player, in memory or stored; nil if there is none.
    private func account(of id: PlayerID, then: @escaping AccountReply) {
        guard !playersBeingDeleted.contains(id) else { return then(.failure(SessionHub.beingDeleted)) }
        if let player = players[id] { return then(.success(player.account)) }
        ask({ environment.storage.player(id, completion: $0) }) { then($0.map { $0.map(Account.init) }) }
    }

    /// Since when there is a player, in ms since 1970-01-01 UTC; nil if there is none.
    package func since(_ id: PlayerID, then: @escaping (Result<Int?, StorageError>) -> Void) {
        ask({ environment.storage.player(id, completion: $0) }) { then($0.map { $0?.createdAt }) }
    }

    // MARK: Other devices

    /// Minutes for which a code is good.
    package static let linkMinutes = LinkCodes.lifetime / 60_000

    /// A code by which another device can become this player's, and the instant at which it ends. Nil if too many have
    /// one.
    package func makeLinkCode(for player: PlayerID) -> (code: String, expires: Int)? {
        linkCodes.make(for: player, now: now) { Int(environment.random() % UInt64($0)) }
    }

    /// The player to whom a code leads, once: the code is void then. Nil if it is not good.
    package func redeemLinkCode(_ code: String, then: @escaping AccountReply) {
        guard let id = linkCodes.player(of: code, now: now) else { return then(.success(nil)) }
        account(of: id) { [self] result in
            // Somebody else may have been faster while storage was asked.
            guard case .success(.some) = result, linkCodes.player(of: code, now: now) == id else {
                return then(result.map { _ in nil })
            }
            linkCodes.void(of: id)
            then(result)
        }
    }

    /// Voids all session tokens that a player has, and closes all connections. Answers the player, of whom new tokens
    /// can be made.
    package func signOutEverywhere(_ id: PlayerID, then: @escaping AccountReply) {
        withPlayer(id) { [self] result in
            guard case .success(let player?) = result else { return then(result.map { _ in nil }) }
            guard !isBehind, !isDraining else { return then(.failure(.unavailable("the disk is behind"))) }
            let count = max((signOutsUnderWay[id] ?? Int(player.signOuts)) + 1, SessionHub.leastSignOuts(at: now))
            signOutsUnderWay[id] = count
            var decision = Decision(writes: [.endSessions(id, sessions: count)])
            decision.touch(nil, of: player)
            commit(decision) { [self] durable in
                if !durable || signOutsUnderWay[id] == count { signOutsUnderWay[id] = nil }
                guard durable else { return then(.failure(.unavailable("the sessions were not ended"))) }
                player.signOuts = max(player.signOuts, Int32(clamping: count))
                linkCodes.void(of: id)
                closeAll(of: player, because: "signed out")
                then(.success(Account(id: id, name: player.name, signOuts: count)))
            }
        }
    }

    /// The number of a sign-out grows with time and not only by one: so it is higher than every number of before, also
    /// of those that a restored backup does not know of. The seconds since 2020, which 32 bits can hold until 2088.
    private static func leastSignOuts(at now: Int) -> Int { max(0, now - 1_577_836_800_000) / 1_000 }

    /// Closes a player's connections for good.
    private func closeAll(of player: LivePlayer, because reason: String) {
        for session in Array(player.sessions) { close(session, of: player, SessionEnd.signedOut, because: reason) }
    }

    /// Closes one of a player's connections for good.
    func close(_ session: Session, of player: LivePlayer, _ code: UInt16, because reason: String) {
        session.output.close(code: code, reason: reason)
        disconnect(session)
        // One that waits for its welcome is not known to be the player's yet.
        removeSession(session, of: player)
    }
}

// MARK: Deletion

extension SessionHub {
    /// What became of a wish to be deleted.
    package enum Deletion: Sendable {
        case deleted
        /// The player has another name than was said.
        case otherName
        case noPlayer
    }

    package typealias DeletionReply = (Result<Deletion, StorageError>) -> Void

    /// What deleted players are called.
    package static let deletedName = "Deleted player"

    /// What a room is called whose founder gave it no name.
    static func roomName(of player: String) -> String { "\(player)’s room" }

    /// Deletes a player who is called `name`: seats are given up, all connections closed, and as a player's name it is
    /// gone from rankings, logs and memory. What a room was called after its founder stays in that room's log. Results
    /// stay, as nobody's.
    package func deletePlayer(_ id: PlayerID, name: String, then: @escaping DeletionReply) {
        withPlayer(id) { [self] result in
            guard case .success(let player?) = result else { return then(result.map { _ in .noPlayer }) }
            guard player.name == name else { return then(.success(.otherName)) }
            guard !isBehind, !isDraining else { return then(.failure(.unavailable("the disk is behind"))) }
            playersBeingDeleted.insert(id)
            closeAll(of: player, because: "deleted")
            giveUpSeats(of: player) { [self] fault in
                if let fault { return end(.failure(fault), player, then) }
                let storage = environment.storage
                ask({ storage.sittings(of: id, completion: $0) }) { [self] result in
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
    }

    private func end(_ result: Result<Deletion, StorageError>, _ player: LivePlayer, _ then: DeletionReply) {
        playersBeingDeleted.remove(player.id)
        then(result)
    }

    private func giveUpSeats(of player: LivePlayer, then: @escaping (StorageError?) -> Void) {
        guard let seat = player.seats.values.first else { return then(nil) }
        let code = rooms[seat.id]?.record.code ?? seat.code
        withRoom(code) { [self] result in
            if case .failure(.corrupt) = result { return abandon(seat, of: player, then: then) }
            guard case .success(let found) = result else { return then(.unavailable("a room could not be read")) }
            guard let room = found, room.record.id == seat.id, room.state.member(for: player.id) != nil,
                !room.state.door.isClosed
            else {
                player.seats[seat.id] = nil
                return giveUpSeats(of: player, then: then)
            }
            var decision = Decision()
            // By its founder's name, which nobody chose for it.
            if room.state.name == SessionHub.roomName(of: player.name), room.state.member(for: player.id)?.seat == 1 {
                let name = SessionHub.roomName(of: SessionHub.deletedName)
                decision.append([.named(name: name)], to: room, time: now)
                describe(room, code: room.record.code, name: name, in: &decision)
            }
            do throws(RoomRefusal) {
                decision.append(try room.state.decide(.leave(player.id)), to: room, time: now)
            } catch {
                preconditionFailure("a member may leave")
            }
            player.seats[seat.id] = nil
            decision.touch(nil, of: player)
            commit(decision) { [self] durable in
                guard durable else { return then(.unavailable("a seat was not given up")) }
                giveUpSeats(of: player, then: then)
            }
        }
    }

    /// Gives a seat up in a room that nobody can enter, because what is stored of it is damaged.
    private func abandon(_ seat: RoomRecord, of player: LivePlayer, then: @escaping (StorageError?) -> Void) {
        var decision = Decision(writes: [.abandonSeat(player.id, seat.id, time: now)])
        player.seats[seat.id] = nil
        decision.touch(nil, of: player)
        commit(decision) { [self] durable in
            guard durable else { return then(.unavailable("a seat was not given up")) }
            giveUpSeats(of: player, then: then)
        }
    }

    /// Takes the player's names out of all logs, piece by piece, so that others' moves are not kept waiting for years
    /// of them. No name is added meanwhile, since no seat is left. If that ends before all are out, they are so
    /// already, and the player, who is there still, can ask again.
    private func takeOutOfLogs(
        _ player: LivePlayer, after place: NamePlace?, then: @escaping (StorageError?) -> Void
    ) {
        let storage = environment.storage
        ask({ storage.names(of: player.id, after: place, completion: $0) }) { [self] result in
            guard case .success(let end) = result else { return then(.unavailable("names could not be found")) }
            guard let end else { return then(nil) }
            guard !isDraining else { return then(.unavailable("the server goes down")) }
            let name = SessionHub.deletedName
            var decision = Decision(writes: [.renameInLogs(player.id, name: name, after: place, through: end)])
            decision.touch(nil, of: player)
            commit(decision) { [self] durable in
                guard durable else { return then(.unavailable("a name was not taken out of the logs")) }
                takeOutOfLogs(player, after: end, then: then)
            }
        }
    }

    /// `seats`: all that the player ever had.
    private func delete(_ player: LivePlayer, of seats: [(RoomID, Set<Seat>)], then: @escaping DeletionReply) {
        var decision = Decision(writes: [.deletePlayer(player.id, name: SessionHub.deletedName)])
        decision.touch(nil, of: player)
        commit(decision) { [self] durable in
            guard durable else { return end(.failure(.unavailable("nobody was deleted")), player, then) }
            deletions += 1
            closeAll(of: player, because: "deleted")
            players[player.id] = nil
            namesKept[player.id] = nil
            playersBeingDeleted.remove(player.id)
            linkCodes.void(of: player.id)
            for board in boards.values { board.renamed(player.id) }
            replays = [:]
            for (room, seats) in seats { forgetName(of: player, on: seats, in: room) }
            then(.success(.deleted))
        }
    }

    /// Takes a deleted player's name out of a room in memory. Nobody there is told: who has heard the name has heard
    /// it.
    private func forgetName(of player: LivePlayer, on seats: Set<Seat>, in room: RoomID) {
        rooms[room]?.rename(former: player.id, of: seats, to: SessionHub.deletedName)
        // What is being read may have been read before.
        if !roomLoads.isEmpty { namesGone[room] = deletions }
    }
}

/// Who somebody is.
package struct Account: Hashable, Sendable {
    package let id: PlayerID
    package let name: String
    /// How often the player has signed out everywhere.
    package let signOuts: Int

    init(id: PlayerID, name: String, signOuts: Int) {
        self.id = id
        self.name = name
        self.signOuts = signOuts
    }

    package init(_ record: PlayerRecord) {
        self.init(id: record.id, name: record.name, signOuts: record.sessions)
    }
}

extension SessionClaim {
    /// What a token of now proves.
    package init(_ account: Account) { self.init(player: account.id, sessions: account.signOuts) }

    /// Whether the claim is one of the player's, and not void by now. A higher number than the player's is one that a
    /// restored backup does not know of.
    func proves(_ account: Account) -> Bool { player == account.id && sessions >= account.signOuts }
}
