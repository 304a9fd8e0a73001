import GameRules
import Messages
import Puzzles
import Rooms
import Storage

/// The players in memory: those who are connected, and those of whom something is under way.
final class LivePlayers: HubPart {
    let context: HubContext
    private unowned let library: Library
    private let teller: Teller
    private var byID: [PlayerID: LivePlayer] = [:]
    private var loads = LoadTable<PlayerID, LivePlayer?>()
    /// The instants until which players in memory keep the names that the operator gave them. Apart from the players,
    /// since few have one.
    private var namesKept: [PlayerID: Int] = [:]
    /// Players who are about to be nobody: nothing is begun for them, and nobody is told that there is none either.
    private var beingDeleted: Set<PlayerID> = []
    /// Players who may have no connection: looked at from time to time until they are let go or wanted again. So nobody
    /// who is there costs anything while nothing happens.
    private(set) var toLetGo: [LivePlayer] = []

    static let deletionUnderWay = StorageError.unavailable("the player is being deleted")

    init(_ context: HubContext, _ library: Library, _ teller: Teller) {
        self.context = context
        self.library = library
        self.teller = teller
    }

    subscript(id: PlayerID) -> LivePlayer? { byID[id] }

    /// How many there are.
    var count: Int { byID.count }

    var all: Dictionary<PlayerID, LivePlayer>.Values { byID.values }

    // MARK: Reading

    /// The player in memory, read if needed; nil if there is no such player.
    func get(_ id: PlayerID, then: @escaping (Result<LivePlayer?, StorageError>) -> Void) {
        guard !beingDeleted.contains(id) else { return then(.failure(LivePlayers.deletionUnderWay)) }
        if let player = byID[id] { return then(.success(player)) }
        let late: (Result<LivePlayer?, StorageError>) -> Void = { [self] result in
            // By one of those who waited for the same player before.
            then(beingDeleted.contains(id) ? .failure(LivePlayers.deletionUnderWay) : result)
        }
        guard loads.wait(for: id, late) else { return }
        let storage = environment.storage
        context.ask({ storage.player(id, completion: $0) }) { [self] result in
            switch result {
            case .failure(let error): library.settle(loads.loaded(id), .failure(error))
            case .success(nil): library.settle(loads.loaded(id), .success(nil))
            case .success(let record?):
                context.ask({ storage.rooms(of: id, completion: $0) }) { [self] result in
                    switch result {
                    case .failure(let error): library.settle(loads.loaded(id), .failure(error))
                    case .success(let seats):
                        namesKept[id] = record.nameResetUntil
                        addGames(to: LivePlayer(record, seats: seats))
                    }
                }
            }
        }
    }

    /// Reads today's and yesterday's game of the usual line, which `welcome` names.
    private func addGames(to player: LivePlayer) {
        library.games.getInReach(of: player, lines: [.today]) { [self] fault in
            if let fault { return library.settle(loads.loaded(player.id), .failure(fault)) }
            catchUp(player)
            byID[player.id] = player
            considerLettingGo(of: player)
            library.settle(loads.loaded(player.id), .success(player))
        }
    }

    /// What the rooms in memory have decided about a player meanwhile.
    private func catchUp(_ player: LivePlayer) {
        for id in player.seats.keys {
            guard let room = library.rooms[id] else { continue }
            let isMember = room.state.member(for: player.id) != nil && !room.state.door.isClosed
            if isMember { player.sit(in: room.record) } else { player.giveUpSeat(in: id) }
            player.touched(by: room.ticket)
        }
    }

    /// A player, in memory or stored; nil if there is none.
    func account(of id: PlayerID, then: @escaping (Result<Account?, StorageError>) -> Void) {
        guard !beingDeleted.contains(id) else { return then(.failure(LivePlayers.deletionUnderWay)) }
        if let player = byID[id] { return then(.success(player.account)) }
        context.ask({ environment.storage.player(id, completion: $0) }) { then($0.map { $0.map(Account.init) }) }
    }

    // MARK: Names that the operator gave

    /// ms for which a player keeps the name that the operator gave; nil if it may be another one.
    func nameIsKept(by player: LivePlayer) -> Int? {
        guard let until = namesKept[player.id], until > now else { return nil }
        return until - now
    }

    /// The instant until which a player keeps a name, over or not.
    func nameKept(by player: LivePlayer) -> Int? { namesKept[player.id] }

    func keepName(of player: LivePlayer, until instant: Int?) { namesKept[player.id] = instant }

    // MARK: After a failure

    /// Forgets what those have played of whom something rests on lost tickets, or (nil) what everybody has; it is read
    /// again when it is wanted. Answers those of whom more may be lost.
    func forgetGames(restingOn lost: Set<Int>?) -> [LivePlayer] {
        let doubtful = byID.values.filter { lost?.contains($0.ticket) ?? !teller.isSettled($0.ticket) }
        for player in lost == nil ? Array(byID.values) : doubtful { player.forgetGames() }
        return doubtful
    }

    /// Reads a player's name and seats again. If storage cannot say, they stay as they are: what is decided on them
    /// fails and comes back here.
    func reload(_ player: LivePlayer) {
        let storage = environment.storage
        let ticket = player.ticket
        context.ask({ storage.player(player.id, completion: $0) }) { [self] record in
            context.ask({ storage.rooms(of: player.id, completion: $0) }) { [self] seats in
                guard case .success(let record?) = record, case .success(let seats) = seats else { return }
                // Decided meanwhile, and perhaps not in what was read.
                guard player.ticket == ticket else { return reload(player) }
                player.reset(to: record, seats: seats)
                namesKept[player.id] = record.nameResetUntil
            }
        }
    }

    // MARK: Those who are about to be nobody

    func beginDeletion(of player: LivePlayer) { beingDeleted.insert(player.id) }

    func endDeletion(of player: LivePlayer) { beingDeleted.remove(player.id) }

    /// The player is nobody any more.
    func forget(_ player: LivePlayer) {
        byID[player.id] = nil
        namesKept[player.id] = nil
        beingDeleted.remove(player.id)
    }

    // MARK: Letting go

    /// A connection of a player is gone, or never came to be one.
    func remove(_ session: Session, of player: LivePlayer) {
        player.sessions.remove(session)
        if player.sessions.isEmpty { considerLettingGo(of: player) }
    }

    /// Looks from time to time whether a player without a connection is still needed in memory.
    private func considerLettingGo(of player: LivePlayer) {
        guard !player.isToBeLetGo else { return }
        player.isToBeLetGo = true
        toLetGo.append(player)
    }

    /// Drops players without a connection, once all of theirs is on disk: reads see only what is committed, so memory
    /// must outlive the commit. A player of whom much was taken stays until that is forgiven.
    func letGo() {
        toLetGo.removeAll { player in
            guard !beingDeleted.contains(player.id) else { return false }
            if player.sessions.isEmpty, byID[player.id] === player {
                guard teller.isSettled(player.ticket), player.isUnburdened(now: now) else { return false }
                byID[player.id] = nil
                namesKept[player.id] = nil
            }
            player.isToBeLetGo = false
            return true
        }
    }
}
