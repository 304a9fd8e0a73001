/// The rooms of the lobby: `GET /api/v1/rooms`.
public struct LobbyDocument: Hashable, JSONDocument {
    /// The rooms, in the lobby's order.
    public var rooms: [LobbyRoom]

    /// The rooms of the lobby.
    public init(rooms: [LobbyRoom]) { self.rooms = rooms }

    /// The number of bytes to reserve.
    public var estimatedSize: Int { 4_096 }

    /// Writes the fields.
    public func write(to json: inout JSONWriter) { LobbyRoom.write(rooms, to: &json) }
}
