import GameRules
import Messages
import Puzzles
import Rooms
import Storage

/// The players in memory: those with a connection, a commit under way or a rate limit that is not full.
final class LivePlayers: HubPart {
    let context: HubContext
    private unowned let library: Library
    private let teller: Teller
    private var byID: [PlayerID: LivePlayer] = [:]
    private var loads = LoadTable<PlayerID, LivePlayer?, StorageError>()
    /// Players in doubt who are being read.
    private var settlements = LoadTable<PlayerID, Void, StorageError>()
    /// The times until which players in memory must keep names that the operator gave. A table of its own, since few
    /// players have one.
    private var namesKept: [PlayerID: Int] = [:]
    /// The rooms that were forgotten while players of theirs were being read.
    private var roomsGone: [PlayerID: Set<RoomID>] = [:]
    /// Players whose deletion is under way. Nothing is begun for them, and they are not reported as missing yet.
    private var beingDeleted: Set<PlayerID> = []
    /// Requests that ask for an account while its player is being deleted, at most one for each HTTP connection.
    private var afterDeletion: [PlayerID: [() -> Void]] = [:]
    /// Players who may have no connection, checked periodically until they are evicted or in use again. So connected
    /// players cost nothing while idle.
    private(set) var toEvict: [LivePlayer] = []

    /// Called when a player who was in doubt has been read, with the account that memory had before. A ban, a name or a
    /// sign-out may turn out to be durable that everybody was told is not.
    var wasRead: (_ player: LivePlayer, _ before: Account) -> Void = { _, _ in isUnjoined() }
    /// Called when a player who was in doubt turns out to be deleted, or may be and is not in memory any more.
    var mayBeDeleted: (LivePlayer) -> Void = { _ in isUnjoined() }

    /// Players about whom somebody waits in ``settleAtLast(_:then:)``, with how many do.
    private var awaited: [PlayerID: Int] = [:]

    /// The ms for which storage is asked again whether a commit is durable, less than clients of HTTP wait, and the ms
    /// in between.
    private static let settling = (limit: 20_000, pause: 1_000)

    static let deletionUnderWay = StorageError.unavailable("the player is being deleted")

    init(_ context: HubContext, _ library: Library, _ teller: Teller) {
        self.context = context
        self.library = library
        self.teller = teller
    }

    subscript(id: PlayerID) -> LivePlayer? { byID[id] }

    /// The number of players in memory.
    var count: Int { byID.count }

    var all: Dictionary<PlayerID, LivePlayer>.Values { byID.values }

    // MARK: Reading

    /// Returns the player, read if needed; nil if there is no such player.
    func get(_ id: PlayerID, then: @escaping (Result<LivePlayer?, StorageError>) -> Void) {
        guard !beingDeleted.contains(id) else { return then(.failure(LivePlayers.deletionUnderWay)) }
        if let player = byID[id] {
            guard player.isInDoubt else { return then(.success(player)) }
            // The player may be deleted, evicted or in doubt again by then, so everything is looked up again.
            return settle(player) { [self] result in
                switch result {
                case .success: get(id, then: then)
                case .failure(let error): then(.failure(error))
                }
            }
        }
        let late: (Result<LivePlayer?, StorageError>) -> Void = { [self] result in
            // A callback that ran before this one may have begun the deletion.
            then(beingDeleted.contains(id) ? .failure(LivePlayers.deletionUnderWay) : result)
        }
        guard loads.wait(for: id, late) else { return }
        let storage = environment.storage
        context.ask({ storage.player(id, completion: $0) }) { [self] result in
            switch result {
            case .failure(let error): loaded(id, .failure(error))
            case .success(nil): loaded(id, .success(nil))
            case .success(let record?):
                context.ask({ storage.rooms(of: id, completion: $0) }) { [self] result in
                    switch result {
                    case .failure(let error): loaded(id, .failure(error))
                    case .success(let seats):
                        addGames(to: LivePlayer(record, seats: seats), nameKeptUntil: record.nameResetUntil)
                    }
                }
            }
        }
    }

    /// Reads the games of today and yesterday in the server's lines, which `welcome` names.
    private func addGames(to player: LivePlayer, nameKeptUntil: Int?) {
        library.games.getInReach(of: player, lines: settings.lines) { [self] fault in
            if let fault { return loaded(player.id, .failure(fault)) }
            catchUp(player)
            namesKept[player.id] = nameKeptUntil
            byID[player.id] = player
            considerEviction(of: player)
            loaded(player.id, .success(player))
        }
    }

    /// Answers those who wait for a player. A player who could not be read is read anew next time, without rooms that
    /// are gone.
    private func loaded(_ id: PlayerID, _ result: Result<LivePlayer?, StorageError>) {
        roomsGone[id] = nil
        library.settle(loads.loaded(id), result)
    }

    /// Applies what rooms in memory have decided about the player meanwhile.
    private func catchUp(_ player: LivePlayer) {
        for id in player.seats.keys {
            guard let room = library.rooms[id] else { continue }
            let isMember = room.state.member(for: player.id) != nil && !room.state.door.isClosed
            if isMember { player.sit(in: room.record) } else { player.giveUpSeat(in: id) }
            player.touched(by: room.ticket)
        }
        for room in roomsGone[player.id] ?? [] { player.giveUpSeat(in: room) }
    }

    /// Whether a player is in memory or being read: somebody has just come, is here, or has just gone.
    func isAround(_ id: PlayerID) -> Bool { byID[id] != nil || loads.isLoading(id) }

    /// Takes the seat of a player in a room that was forgotten. A player who is being read may be read with it.
    func takeSeat(of id: PlayerID, in room: RoomID) {
        byID[id]?.giveUpSeat(in: room)
        if loads.isLoading(id) { roomsGone[id, default: []].insert(room) }
    }

    /// Returns the account of a player as storage has it; nil if there is none. While the player is being deleted it
    /// waits: a deletion closes the player's pages at its start, and these ask at once who they are.
    func account(of id: PlayerID, then: @escaping (Result<Account?, StorageError>) -> Void) {
        guard !beingDeleted.contains(id) else {
            return afterDeletion[id, default: []].append { [self] in account(of: id, then: then) }
        }
        // Memory has a new name, for one, before that is durable.
        if let player = byID[id], !player.isInDoubt, teller.isSettled(player.ticket) {
            return then(.success(player.account))
        }
        context.ask({ environment.storage.player(id, completion: $0) }) { then($0.map { $0.map(Account.init) }) }
    }

    // MARK: Names given by the operator

    /// Returns the ms for which a player must keep the operator's name; nil if the player can choose another one.
    func nameIsKept(by player: LivePlayer) -> Int? {
        guard let until = namesKept[player.id], until > now else { return nil }
        return until - now
    }

    /// Returns the recorded time until which a player keeps a name, even if it is past.
    func nameKept(by player: LivePlayer) -> Int? { namesKept[player.id] }

    func keepName(of player: LivePlayer, until instant: Int?) { namesKept[player.id] = instant }

    // MARK: After a failure

    /// Drops the games of players who rest on lost tickets, or (nil) of everybody. These players are in doubt: they are
    /// read again when they ask for something. Returns the players whose names and seats may be lost too.
    func forgetGames(restingOn lost: Set<Int>?) -> [LivePlayer] {
        let doubtful = byID.values.filter { lost?.contains($0.ticket) ?? !teller.isSettled($0.ticket) }
        for player in lost == nil ? Array(byID.values) : doubtful where !player.games.isEmpty {
            player.forgetGames()
            player.doubt(true)
        }
        return doubtful
    }

    /// Reads a player again, as nobody knows whether the commit that changed the name or the seats succeeded. Requests
    /// of the player wait meanwhile.
    func reload(_ player: LivePlayer) {
        player.doubt(true)
        settle(player) { _ in }
    }

    /// Calls `then` once memory has what storage has of a player: at once, but for one in doubt. If storage fails the
    /// doubt stays, and who asks next has it read again.
    func settle(_ player: LivePlayer, then: @escaping (Result<Void, StorageError>) -> Void) {
        guard player.isInDoubt else { return then(.success(())) }
        if settlements.wait(for: player.id, then) { readAgain(player) }
    }

    /// Like ``settle(_:then:)``, for what must not be told falsely: asks for some seconds while storage fails.
    func settleAtLast(_ player: LivePlayer, then: @escaping (Result<Void, StorageError>) -> Void) {
        awaited[player.id, default: 0] += 1
        settle(player, until: now + LivePlayers.settling.limit) { [self] result in
            let others = awaited.removeValue(forKey: player.id).map { $0 - 1 } ?? 0
            if others > 0 { awaited[player.id] = others }
            then(result)
        }
    }

    private func settle(
        _ player: LivePlayer, until latest: Int, then: @escaping (Result<Void, StorageError>) -> Void
    ) {
        settle(player) { [self] result in
            guard case .failure = result, now < latest, !isDraining else { return then(result) }
            environment.after(LivePlayers.settling.pause) { [weak self] in
                self?.settle(player, until: latest, then: then)
            }
        }
    }

    private func readAgain(_ player: LivePlayer) {
        let storage = environment.storage
        let (ticket, doubts) = (player.ticket, player.doubts)
        // A decision that is under way may be missing in what is read, and so may a newer one.
        let isSettled = teller.isSettled(ticket) || teller.areDoomed(upTo: ticket)
        context.ask({ storage.player(player.id, completion: $0) }) { [self] result in
            switch result {
            case .failure(let error): library.settle(settlements.loaded(player.id), .failure(error))
            case .success(nil):
                // A deletion was durable.
                player.doubt(false)
                if byID[player.id] === player { forget(player) }
                mayBeDeleted(player)
                library.settle(settlements.loaded(player.id), .success(()))
            case .success(let record?):
                context.ask({ storage.rooms(of: player.id, completion: $0) }) { [self] result in
                    guard case .success(let seats) = result else {
                        return library.settle(settlements.loaded(player.id), result.map { _ in })
                    }
                    guard isSettled, player.ticket == ticket else { return readAgain(player) }
                    let before = player.account
                    player.reset(to: record, seats: seats)
                    namesKept[player.id] = record.nameResetUntil
                    library.rankings.renamed(player.id)
                    wasRead(player, before)
                    readGamesAgain(of: player, ticket, doubts)
                }
            }
        }
    }

    /// Reads the games that `welcome` and the lanes of rooms show. `ticket` and `doubts`: those of the player when
    /// reading began. If they have changed since, the player is read once more.
    private func readGamesAgain(of player: LivePlayer, _ ticket: Int, _ doubts: UInt8) {
        library.games.getInReach(of: player, lines: settings.lines) { [self] fault in
            if let fault { return library.settle(settlements.loaded(player.id), .failure(fault)) }
            guard player.ticket == ticket, player.doubts == doubts else { return readAgain(player) }
            player.wasReadAgain()
            library.settle(settlements.loaded(player.id), .success(()))
        }
    }

    // MARK: Deletion

    func beginDeletion(of player: LivePlayer) { beingDeleted.insert(player.id) }

    func endDeletion(of player: LivePlayer) {
        beingDeleted.remove(player.id)
        for request in afterDeletion.removeValue(forKey: player.id) ?? [] { request() }
    }

    /// Drops a deleted player from memory.
    func forget(_ player: LivePlayer) {
        byID[player.id] = nil
        namesKept[player.id] = nil
        player.doubt(false)
        endDeletion(of: player)
    }

    // MARK: Eviction

    /// Adds a connection of a player that is being greeted.
    func add(_ session: Session, to player: LivePlayer) { player.add(session) }

    /// Removes a connection of a player that closed, or was never greeted.
    func remove(_ session: Session, of player: LivePlayer) {
        player.remove(session)
        if player.sessions.isEmpty { considerEviction(of: player) }
    }

    /// Queues a player without a connection for eviction.
    private func considerEviction(of player: LivePlayer) {
        guard !player.isToBeEvicted else { return }
        player.listForEviction(true)
        toEvict.append(player)
    }

    /// Evicts players without a connection, once everything of theirs is durable: reads see only what is committed, so
    /// memory must outlive the commit. Players with charged rate limits stay until these are full.
    func evict() {
        toEvict.removeAll { player in
            guard !beingDeleted.contains(player.id), awaited[player.id] == nil, !settlements.isLoading(player.id)
            else { return false }
            if player.sessions.isEmpty, byID[player.id] === player {
                guard teller.isSettled(player.ticket), player.isUnburdened(now: now) else { return false }
                byID[player.id] = nil
                namesKept[player.id] = nil
                // Nobody has read what became of the commit: names that are kept elsewhere may be former ones.
                if player.isInDoubt { mayBeDeleted(player) }
                player.doubt(false)
            }
            player.listForEviction(false)
            return true
        }
    }
}
