/// A room under load, as its players and watchers know it together.
final class LoadRoom {
    let number: Int
    /// Nil until its first player has made it.
    var code: String?
    /// Every player who had a seat, by its number: events name seats, and may come after the player has gone.
    private(set) var players: [Int: Guest] = [:]
    /// Who should hear of every event.
    private(set) var listeners: [Guest] = []

    init(number: Int) { self.number = number }

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

    /// Events that listeners have not got yet, which some other listener has.
    var outstanding: Int {
        let newest = listeners.reduce(0) { max($0, $1.check?.last ?? 0) }
        return listeners.reduce(0) { $0 + (newest - ($1.check?.last ?? newest)) }
    }
}
