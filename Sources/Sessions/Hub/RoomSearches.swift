/// Keeps room codes from being searched for. Players are no measure of that: whoever searches is as many of them as he
/// likes.
package struct RoomSearches {
    /// ms until a network may try a code again; nil if it may now.
    package let wait: (ClientNetwork) -> Int?
    /// A network tries a code of which nobody here has seen a room of late.
    package let count: (ClientNetwork) -> Void

    package init(wait: @escaping (ClientNetwork) -> Int?, count: @escaping (ClientNetwork) -> Void) {
        self.wait = wait
        self.count = count
    }

    /// No limit.
    package static var free: RoomSearches { RoomSearches(wait: { _ in nil }, count: { _ in }) }
}
