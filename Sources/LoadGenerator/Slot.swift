/// A player's place in the load: guests take it one after the other, as each has only the rows of one game.
final class Slot {
    let number: Int
    let room: LoadRoom
    /// The guest that plays now.
    var current: Guest?
    /// The guest that has arrived and waits for the seat.
    var standby: Guest?
    /// Guesses that it still has to send, in an open loop.
    var left = 0
    /// When guesses were due that could not be sent yet.
    var overdue: [Int64] = []

    init(number: Int, room: LoadRoom) {
        self.number = number
        self.room = room
    }
}
