/// Who may come into a room, as everybody in it may see it.
public struct RoomDoorView: Hashable, Sendable {
    /// No new members come in.
    public var locked = false
    /// The room stands in the lobby.
    public var listed = false
    /// The operator of the server keeps the room out of the lobby.
    public var barred = false
    /// Those who come must know a password.
    public var password = false
    /// Those who were kicked, by the seats they had.
    public var kicked: [RoomView.Member] = []

    /// An open door.
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
