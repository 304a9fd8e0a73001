import GameRules
import Messages
import Rooms

/// The people of a classroom, with the names that they have there. A server that has a roll is a classroom: nobody else
/// is let in, and pupils are shown no rivals before the end.
package struct ClassRoll: Hashable, Sendable {
    /// A person on the roll.
    package struct Place: Hashable, Sendable {
        /// The name, which nobody but the teacher changes.
        package let name: String
        /// Whether the person founds rooms, hosts them, and sees the lanes of a race that runs.
        package let isTeacher: Bool
        /// Session tokens with a lower sign-out number are void: they were issued before the code was renewed.
        package let leastSignOuts: Int

        package init(name: String, isTeacher: Bool = false, leastSignOuts: Int = 0) {
            self.name = name
            self.isTeacher = isTeacher
            self.leastSignOuts = leastSignOuts
        }
    }

    private let places: [PlayerID: Place]

    package init(_ places: [PlayerID: Place]) { self.places = places }

    /// The place of a player; nil for somebody who is not, or no longer, of the class.
    subscript(player: PlayerID) -> Place? { places[player] }

    /// Whether a player is of the class and has come in since the code was last renewed.
    func admits(_ account: Account) -> Bool { admits(account.id, signOuts: account.signOuts) }

    /// Whether a claim, or a player in memory, is admitted.
    func admits(_ player: PlayerID, signOuts: Int) -> Bool {
        places[player].map { signOuts >= $0.leastSignOuts } ?? false
    }
}

// The rules of a classroom for desks. On any other server all of these answer false.
extension HubPart {
    var isClassroom: Bool { context.roll != nil }

    /// Whether a player is of a class, and not its teacher.
    func isPupil(_ player: PlayerID) -> Bool { context.roll.map { $0[player]?.isTeacher != true } ?? false }

    /// Whether a connection that sees `room` is shown no rivals before the end. A watcher never is: the stage may
    /// hang on the wall.
    func isVeiled(_ room: LiveRoom, from player: PlayerID, isWatching: Bool) -> Bool {
        room.veil != nil && (isWatching || isPupil(player))
    }

    /// Events by which a room gets another host. In a classroom that is a teacher who is present, if the room has one,
    /// in place of a pupil.
    func preferringTeachers(_ events: [RoomEvent], in room: LiveRoom) -> [RoomEvent] {
        guard isClassroom else { return events }
        let present = Set(room.presence.seats)
        let teachers = room.state.members.filter { present.contains($0.seat) && !isPupil($0.player) }
        var left: Seat?
        return events.map { event in
            if case .left(let seat) = event { left = seat }
            guard case .hosted(let seat) = event, let heir = room.state.member(at: seat), isPupil(heir.player),
                let teacher = teachers.first(where: { $0.seat != left })
            else { return event }
            return .hosted(seat: teacher.seat)
        }
    }

    /// Refuses what there is not in a classroom.
    func checkIsNoClassroom() throws(ErrorReply) {
        if isClassroom { throw .notInClass }
    }

    /// Refuses what only the teacher does in a classroom.
    func checkIsNoPupil(_ player: PlayerID) throws(ErrorReply) {
        if isPupil(player) { throw .notInClass }
    }
}
