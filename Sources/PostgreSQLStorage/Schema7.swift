/// Version 7 of the schema: rooms that are forgotten. Released, so never edited.
enum Schema7 {
    /// - `seat_names_event` has the names of a room by their events. Without it the names that go with a room, and
    ///   whether an event that goes is still referred to, are found by looking at those of all rooms.
    static let sql = "CREATE INDEX seat_names_event ON seat_names (room, sequence);"
}
