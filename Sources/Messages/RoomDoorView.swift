/// The access rules of a room, as everybody in it sees them.
public struct RoomDoorView: Hashable, Sendable {
    /// Whether new members are refused.
    public var locked = false
    /// Whether the lobby lists the room.
    public var listed = false
    /// Whether the operator of the server keeps the room out of the lobby.
    public var barred = false
    /// Whether new members need a password.
    public var password = false
    /// Members whom the host kicked, with the seats they had.
    public var kicked: [RoomView.Member] = []

    /// The rules of an open, unlisted room without a password.
    public init() {}

    func write(to json: inout JSONWriter) {
        json.field("locked", locked)
        json.field("listed", listed)
        if barred { json.field("barred", true) }
        json.field("password", password)
        json.array("kicked") { json in
            for member in kicked { json.element { member.write(to: &$0) } }
        }
    }
}
