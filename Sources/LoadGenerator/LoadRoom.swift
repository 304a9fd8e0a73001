/// A room under load, as those of its listeners know it who are on one loop.
final class LoadRoom {
    let number: Int
    /// Nil until its first player has made it.
    var code: String?
    /// Shared with the listeners on the other loop.
    let dues: DueTimes
    /// Every player who had a seat, by its number: events name seats, and may come after the player has gone.
    private(set) var players: [Int: Guest] = [:]
    /// Who should hear of every event.
    private(set) var listeners: [Guest] = []

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

    /// Nothing is expected of this listener any more.
    func stopListening(_ guest: Guest) {
        guard let place = guest.placeInRoom else { return }
        guest.placeInRoom = nil
        let last = listeners.removeLast()
        guard last !== guest else { return }
        listeners[place] = last
        last.placeInRoom = place
    }

    /// The number of the newest event that a listener has got.
    var newest: Int { listeners.reduce(0) { max($0, $1.check?.last ?? 0) } }

    /// Events up to a number that listeners have not got.
    func outstanding(upTo newest: Int) -> Int {
        listeners.reduce(0) { $0 + max(0, newest - ($1.check?.last ?? newest)) }
    }
}
