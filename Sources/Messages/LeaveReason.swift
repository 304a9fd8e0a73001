/// The reason why a client that did not leave a room can no longer see it.
public enum LeaveReason: String, Hashable, Sendable {
    /// The host kicked the member.
    case kicked
    /// The host closed the room.
    case closed
    /// The room has another code. Only members are told the code.
    case newCode = "new_code"
}
