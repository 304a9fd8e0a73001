import Rooms

/// The latest pending step of each connection that enters or leaves a room. Only the latest may open a feed: one that
/// was overtaken would show a room that has been left.
struct EntrySteps {
    /// The entry of a connection into a room, or its exit.
    struct Step: Hashable {
        let session: ObjectIdentifier
        let room: ObjectIdentifier

        init(_ session: Session, _ room: LiveRoom) {
            self.session = ObjectIdentifier(session)
            self.room = ObjectIdentifier(room)
        }

        /// The step that a message is; nil if it is none.
        init?(_ telling: Telling) {
            switch telling {
            case .entrance(let entrance): self.init(entrance.session, entrance.room)
            case .watchingEnded(_, let room, let session): self.init(session, room)
            case .answer, .seatGivenUp, .push, .anyway, .news, .reaction, .presence, .snapshot, .outcome:
                return nil
            }
        }
    }

    /// Places in the order of decisions.
    private var last: [Step: Int] = [:]

    /// Notes that a message waits, if it is a step.
    mutating func note(_ telling: Telling, at place: Int) {
        if let step = Step(telling) { last[step] = place }
    }

    /// Whether no later step of the same connection and room is pending. The one at `place` is not pending any more.
    mutating func isLast(_ step: Step, at place: Int) -> Bool {
        guard let latest = last[step] else { return true }
        if latest == place { last[step] = nil }
        return latest <= place
    }
}
