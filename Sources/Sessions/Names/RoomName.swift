/// The name that a room has before anybody chooses one.
enum RoomName {
    /// Returns the name of a room that is called after a player.
    static func usual(of player: String) -> String { "\(player)’s room" }

    /// Whether a room's name has the form of ``usual(of:)``.
    static func isUsual(_ name: String) -> Bool { name.hasSuffix("’s room") }
}
