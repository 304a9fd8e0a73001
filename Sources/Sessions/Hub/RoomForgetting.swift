import GameRules
import Rooms
import Storage

/// Deletes rooms in which nothing has happened for as long as the host says. It runs once a day, one room after the
/// other and each log in pieces, so that nobody waits for it.
///
/// The period is counted in days that have begun on this server, as that of players is (`Forgetting`). An open room is
/// closed first, just as its host closes it. From then on nobody finds it, its code is free, and nobody has a seat
/// there. It is closed at the instant of its last event. So it is still old enough for the next run if this one is cut
/// off. Rooms that were closed otherwise are deleted in the same way. Open rooms with a webhook are kept.
final class RoomForgetting: HubPart {
    let context: HubContext
    private let library: Library
    private let committer: Committer
    private let replays: ReplayCache
    /// The day whose round is under way, or over.
    private var day: Day?
    private var round = Round.over
    /// The closed room that is being deleted.
    private var leaving: Leaving?
    /// Whether storage is waited for.
    private var isBusy = false
    /// The instant of the first tick.
    private var started: Int?
    /// The instant before which nothing is begun, after a failure.
    private var pausedUntil = 0
    /// The rooms that webhooks are told of by a code that they had before.
    private var hooked: Set<RoomID> = []
    /// The number of rooms forgotten in the round.
    private var count = 0

    /// Rooms that are looked at in one read.
    static let looked = 50
    /// Events that are deleted in one commit.
    static let piece = 500

    /// The progress of a round.
    private enum Round {
        /// The round begins behind a room: where that of the day before was, if it has not come to its end.
        case begins(behind: RoomID?)
        /// The rooms looked for had their last event before `instant`; the lookup goes on behind `place`, unless it
        /// has come to the end.
        case goesOn(found: ArraySlice<QuietRoom>, instant: Int, place: RoomID?, isAtEnd: Bool)
        case over
    }

    /// A closed room, and the events of it that are still there.
    private struct Leaving {
        let id: RoomID
        let first: Int
        let last: Int
    }

    init(_ context: HubContext, _ library: Library, _ committer: Committer, _ replays: ReplayCache) {
        self.context = context
        self.library = library
        self.committer = committer
        self.replays = replays
    }

    /// Takes one step of the round that is due: looks at rooms, closes one, or deletes a piece of one.
    func tick() {
        let started = self.started ?? now
        self.started = started
        guard settings.forgetRooms > 0, !isBusy, !isDraining, !committer.isBehind, now >= pausedUntil,
            let today = days.today?.puzzle.day
        else { return }
        if let leaving { return deletePiece(of: leaving) }
        if day != today {
            guard now >= forgettingBegins(on: today, started: started) else { return }
            report()
            day = today
            round = .begins(behind: place)
        }
        switch round {
        case .begins(let place): findHooked { [self] in findInstant(before: today, behind: place) }
        case .goesOn(var found, let instant, let place, let isAtEnd):
            guard let next = found.popFirst() else {
                return isAtEnd ? end() : find(before: instant, after: place)
            }
            round = .goesOn(found: found, instant: instant, place: place, isAtEnd: isAtEnd)
            forget(next, quietSince: instant)
        case .over: break
        }
    }

    /// The room behind which the round goes on; nil if it begins with the first room, or has come to its end.
    private var place: RoomID? {
        switch round {
        case .begins(let place): place
        case .goesOn(let found, _, let place, _): found.first.map { RoomForgetting.place(before: $0.id) } ?? place
        case .over: nil
        }
    }

    // MARK: Finding

    /// Finds the rooms that the host's settings name for webhooks, by codes that they have no more.
    private func findHooked(then: @escaping () -> Void) {
        findHooked((environment.hooks?.rooms ?? [])[...], []) { [self] found in
            hooked = found
            then()
        }
    }

    private func findHooked(
        _ codes: ArraySlice<RoomCode>, _ found: Set<RoomID>, then: @escaping (Set<RoomID>) -> Void
    ) {
        guard let code = codes.first else { return then(found) }
        ask({ records.room(formerly: code, then: $0) }) { [self] room in
            findHooked(codes.dropFirst(), room.map { found.union([$0.id]) } ?? found, then: then)
        }
    }

    /// Finds the instant since which something must have happened: that at which a day began here.
    private func findInstant(before today: Day, behind place: RoomID?) {
        let later = settings.forgetRooms - 1
        ask({ records.earlierDay(before: today, later: later, then: $0) }) { [self] day in
            guard let day else { return round = .over }
            ask({ records.begin(after: day.advanced(by: -1), then: $0) }) { [self] instant in
                // Nobody noted the begins of days before version 8 of the schema.
                round = .goesOn(
                    found: [], instant: instant ?? puzzleSource.start(of: day), place: place, isAtEnd: false)
            }
        }
    }

    private func find(before instant: Int, after place: RoomID?) {
        ask({ records.quietRooms(before: instant, after: place, limit: RoomForgetting.looked, then: $0) }) {
            [self] found in
            round = .goesOn(
                found: found.rooms[...], instant: instant, place: found.next, isAtEnd: found.next == nil)
        }
    }

    /// Asks storage while nothing else is begun.
    private func ask<Value>(
        _ call: (@escaping RecordReader.Reply<Value>) -> Void, then: @escaping (Value) -> Void
    ) {
        isBusy = true
        call { [self] result in
            isBusy = false
            switch result {
            case .failure(let error): fail("\(error)")
            case .success(let value): then(value)
            }
        }
    }

    // MARK: Deleting

    private func forget(_ room: QuietRoom, quietSince instant: Int) {
        guard let code = room.code else {
            return leaving = Leaving(id: room.id, first: room.first, last: room.last)
        }
        guard environment.hooks?.rooms.contains(code) != true, !hooked.contains(room.id) else { return }
        // It is some ticks since it was found: it may have been entered and left since.
        look(at: room.id, before: instant) { [self] again in
            guard let again, let code = again.code else { return }
            close(again, code)
        }
    }

    /// Looks at one room; nil if it is not there, cannot be read, or had an event since `instant`.
    private func look(at id: RoomID, before instant: Int, then: @escaping (QuietRoom?) -> Void) {
        let place = RoomForgetting.place(before: id)
        ask({ records.quietRooms(before: instant, after: place, limit: 1, then: $0) }) { found in
            then(found.rooms.first.flatMap { $0.id == id ? $0 : nil })
        }
    }

    /// The place behind which a room comes first.
    private static func place(before id: RoomID) -> RoomID { RoomID(number: id.number - 1) }

    /// Closes a room, unless somebody sees or enters it, or a member is here. Storage refuses it if something has
    /// happened there since it was looked at.
    private func close(_ room: QuietRoom, _ code: RoomCode) {
        guard !isDraining, !room.members.contains(where: library.players.isAround),
            library.rooms.keepOut(of: room.id, code)
        else { return }
        isBusy = true
        let closed = LoggedEvent(sequence: room.last + 1, time: room.time, event: .closed)
        committer.commit(Decision(writes: [.appendEvent(room.id, closed)])) { [self] durable in
            isBusy = false
            if durable {
                // Members who have come meanwhile may have been read with their seats.
                for member in room.members { library.players.takeSeat(of: member, in: room.id) }
                leaving = Leaving(id: room.id, first: room.first, last: closed.sequence)
            } else {
                fail("room \(room.id.number) was not closed")
            }
            library.rooms.letIn(to: code)
        }
    }

    /// Deletes the first events that are still there. If that fails, the room's turn comes again on the next day.
    private func deletePiece(of room: Leaving) {
        let through = min(room.first + RoomForgetting.piece - 1, room.last)
        isBusy = true
        committer.commit(Decision(writes: [.forgetRoom(room.id, through: through)])) { [self] durable in
            isBusy = false
            leaving = nil
            guard durable else { return fail("room \(room.id.number) was not deleted") }
            guard through == room.last else { return goOn(with: room, behind: through) }
            replays.forgetNames()
            count += 1
            environment.meter.roomForgotten()
        }
    }

    /// Finds the next event that is there: behind a gap in a damaged log it is far from the last one that went. Where
    /// that fails, other rooms go on, as this one comes again on the next day.
    private func goOn(with room: Leaving, behind end: Int) {
        look(at: room.id, before: .max) { [self] again in
            guard let again else { return fail("room \(room.id.number) cannot be read any more") }
            // An engine may keep the log as a whole until the last event goes.
            leaving = Leaving(id: room.id, first: min(max(end + 1, again.first), room.last), last: room.last)
        }
    }

    private func fail(_ text: String) {
        pausedUntil = now + Forgetting.patience
        environment.report(.forgetting, text)
    }

    private func end() {
        round = .over
        report()
    }

    /// Tells the host how many rooms went since it was last told.
    private func report() {
        if count > 0 { environment.report(.moderation, "rooms forgotten in which nothing happened: \(count)") }
        count = 0
    }
}
