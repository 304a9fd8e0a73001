/// A room under load, as its listeners on one loop know it.
final class LoadRoom {
    let number: Int
    /// Nil until its first player has made it.
    var code: String?
    /// Shared with the listeners on the other loop.
    let dues: DueTimes
    /// Every player who had a seat, by its number: events name seats, and may come after the player has gone.
    private(set) var players: [Int: Guest] = [:]
    /// The guests that should hear of every event.
    private(set) var listeners: [Guest] = []
    /// The last event of a guess that any of these has got.
    private var newestTold = 0
    /// When that guess was due, in ns.
    private(set) var newestDue = Int64.min
    /// The newest event that somebody has got who does not listen any more.
    private var newestOfOthers = 0

    init(number: Int, code: String? = nil, dues: DueTimes = DueTimes()) {
        self.number = number
        self.code = code
        self.dues = dues
    }

    func seat(_ guest: Guest, at seat: Int) {
        players[seat] = guest
        listen(guest)
    }

    func listen(_ guest: Guest) {
        guest.placeInRoom = listeners.count
        listeners.append(guest)
    }

    /// Expects nothing of this listener any more.
    func stopListening(_ guest: Guest) {
        guard let place = guest.placeInRoom else { return }
        guest.placeInRoom = nil
        newestOfOthers = max(newestOfOthers, guest.check?.last ?? 0)
        let last = listeners.removeLast()
        guard last !== guest else { return }
        listeners[place] = last
        last.placeInRoom = place
    }

    /// A listener was told that the guess of this seat and row was accepted: the first one, or one after that.
    func told(_ sequence: Int, seat: Int, row: Int, due: Int64) {
        guard sequence > newestTold else { return }
        newestTold = sequence
        newestDue = due
        dues.tell(DueTimes.Told(sequence: sequence, seat: seat, row: row, due: due))
    }

    /// Calls `wait` for each rival's guess of which a listener was not told by its event. Its argument is the ns from
    /// when the guess was due until the listener had a snapshot instead, or until the `end` of the load. The longest
    /// waits are among these, and those of listeners that the server has cut: they must be counted. Answers how many of
    /// these there were.
    func forEachWait(
        of guest: Guest, upTo newest: Int, end: Int64,
        _ wait: (_ guess: DueTimes.Told, _ nanoseconds: Int64, _ bySnapshot: Bool) -> Void
    ) -> Int {
        var missedByLoss = 0
        let lostAt = guest.lostAt ?? .max
        func tell(_ events: Range<Int>, _ time: Int64, bySnapshot: Bool) {
            for guess in dues.told(in: events) where guess.seat != guest.seat && (bySnapshot || guess.due < lostAt) {
                wait(guess, time - guess.due, bySnapshot)
                if !bySnapshot && guest.lostAt != nil { missedByLoss += 1 }
            }
        }
        for skip in guest.skips { tell(skip.events, skip.time, bySnapshot: true) }
        if guest.placeInRoom != nil || guest.lostAt != nil, let last = guest.check?.last, last < newest {
            tell(last + 1..<newest + 1, end, bySnapshot: false)
        }
        return missedByLoss
    }

    /// Listeners besides a player.
    func rivals(of player: Guest?) -> Int { listeners.count - (player?.placeInRoom == nil ? 0 : 1) }

    /// The number of the newest event that any listener has got, former ones included.
    var newest: Int { listeners.reduce(newestOfOthers) { max($0, $1.check?.last ?? 0) } }

    /// Whether an accepted guess has an event of which nobody has heard, and somebody still might.
    var awaitsEvents: Bool { !listeners.isEmpty && players.values.contains { $0.sent.contains(where: \.awaitsEvent) } }

    /// Events up to a number that listeners have not got.
    func outstanding(upTo newest: Int) -> Int {
        listeners.reduce(0) { $0 + max(0, newest - ($1.check?.last ?? newest)) }
    }
}
