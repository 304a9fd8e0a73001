import Storage

/// Drops from memory what a failed commit made invalid.
final class Losses: HubPart {
    let context: HubContext
    private let library: Library
    private let audience: Audience
    private let teller: Teller
    private let connections: Connections
    private let timers: RoomTimers

    init(
        _ context: HubContext, _ library: Library, _ audience: Audience, _ teller: Teller, _ connections: Connections,
        _ timers: RoomTimers
    ) {
        self.context = context
        self.library = library
        self.audience = audience
        self.teller = teller
        self.connections = connections
        self.timers = timers
    }

    /// Drops what rests on the tickets `lost`, or everything if that is nil, and resyncs the affected rooms. Dropped
    /// state is read again on demand. Nobody was told of what is lost.
    func forget(after error: StorageError, _ lost: Set<Int>?) {
        environment.report(.storage, "\(error)")
        // Names and seats may rest on lost changes. Puzzles stay: memory has them only once they are durable. Boards
        // with a lost result go (`LiveRankings.doubt`).
        let doubtful = library.players.forgetGames(restingOn: lost)
        let rooms = library.rooms.forget(restingOn: lost)
        audience.forget(rooms, of: connections.all)
        for room in rooms { teller.resync(room) }
        for player in doubtful { library.players.reload(player) }
        timers.comeBack(to: rooms)
    }
}
