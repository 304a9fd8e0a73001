/// The rate limit against searching for room codes. It counts networks, not players: one attacker can create any number
/// of players.
package struct RoomSearches {
    /// Returns the ms until a network may try a code again; nil if it may now.
    package let wait: (ClientNetwork) -> Int?
    /// Charges a network for a code of a room that no client has used here of late.
    package let count: (ClientNetwork) -> Void

    package init(wait: @escaping (ClientNetwork) -> Int?, count: @escaping (ClientNetwork) -> Void) {
        self.wait = wait
        self.count = count
    }

    /// No limit.
    package static var free: RoomSearches { RoomSearches(wait: { _ in nil }, count: { _ in }) }
}
