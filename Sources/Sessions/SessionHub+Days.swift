import GameRules
import Messages
import Puzzles
import Rooms
import Storage

// The clock: the day that runs, and what is done from time to time.
extension SessionHub {
    /// How often the server should call `tick`, in ms.
    package static let tickInterval = 250

    /// Reads or draws today's puzzle; then the hub can serve. A day that began before a restart is not taken back
    /// either: who has opened its word may play on, and no word that is public counts again. A day far ahead began by a
    /// clock that was wrong by more than hours, and is waited for.
    package func start(then: @escaping (Result<Void, StorageError>) -> Void) {
        let (storage, day) = (environment.storage, currentDay)
        let end = day.advanced(by: SessionHub.daysAhead + 1)
        ask({ storage.lastDay(before: end, completion: $0) }) { [self] result in
            switch result {
            case .failure(let error): then(.failure(error))
            case .success(let last?) where last >= day: turnTo(last, hasBegun: true, then: then)
            case .success: turnTo(day, then: then)
            }
        }
    }

    /// Days by which a wall's clock may have been ahead and be believed.
    private static let daysAhead = 2

    /// The day by the wall's clock; but a day that has begun is not taken back when that clock is.
    var currentDay: Day {
        let day = library.day(at: now + environment.wallAhead())
        return today.map { max($0.puzzle.day, day) } ?? day
    }

    /// The instant, by the server's clock, at which a day is over if nobody sets the wall's clock.
    func end(of day: Day) -> Int { library.end(of: day) - environment.wallAhead() }

    /// Does what is due: the rollover, presence, and letting go of what nobody needs in memory.
    package func tick() {
        if let today, !isTurning, !isDraining, currentDay > today.puzzle.day {
            turnTo(currentDay) { [self] result in
                switch result {
                case .success: announceDay()
                // Tried again at the next tick: the old day's puzzle stays playable meanwhile.
                case .failure(let error): environment.report("rollover", "\(error)")
                }
            }
        }
        followWall()
        publishSeals()
        sendPresence()
        sendLobby()
        sendRankings()
        letGo()
    }

    /// Tells everybody when the day ends, if the wall's clock was set meanwhile: pages count down to that.
    private func followWall() {
        guard !isTurning, !isDraining, let ends = today?.ends, let day = today?.puzzle.day else { return }
        guard abs(end(of: day) - ends) >= SessionHub.wallTolerance else { return }
        today?.ends = end(of: day)
        announceDay()
    }

    /// ms by which the wall's clock may drift before that is worth a message.
    private static let wallTolerance = 2_000

    /// Makes a day today's. `hasBegun`: that is on disk already.
    private func turnTo(_ day: Day, hasBegun: Bool = false, then: @escaping (Result<Void, StorageError>) -> Void) {
        let puzzle = PuzzleID(line: .today, day: day)
        isTurning = true
        withPuzzle(puzzle) { [self] result in
            guard case .success(let pinned) = result else {
                isTurning = false
                return then(result.map { _ in })
            }
            // On disk before anybody plays: a day that has begun is not taken back by a restart.
            commit(Decision(writes: hasBegun ? [] : [.beginDay(day)])) { [self] durable in
                isTurning = false
                guard durable else { return then(.failure(.unavailable("the day was not begun"))) }
                today = PuzzleView(
                    puzzle: puzzle, rows: settings.rows, ends: end(of: day),
                    commitment: library.commitment(to: pinned).text)
                then(.success(()))
            }
        }
    }

    private func announceDay() {
        guard let today else { return }
        tellEverybody(OutgoingMessage(.day(time: now, today: today)), before: sessions.count)
        openToday(in: rooms.values[...])
    }

    /// Opens today's race in rooms, a few in one turn, and the next when these have been told: nobody who plays waits
    /// for thousands of rooms. Who is faster than this opens the race of the own rooms (`tellRooms`).
    private func openToday(in left: Dictionary<RoomID, LiveRoom>.Values.SubSequence) {
        var left = left
        var told = 0
        var decision = Decision()
        while told < SessionHub.toldInOneTurn, let room = left.popFirst() {
            guard rooms.contains(room) else { continue }
            told += 1 + room.players.count
            openToday(room, in: &decision)
        }
        commit(decision) { [self, left] _ in
            // Rooms that are read again open it then.
            if !left.isEmpty && !isDraining { inAnotherTurn { [self] in openToday(in: left) } }
        }
    }

    /// Sends a message to the connections before an index, from the last to the first, a few in one turn: nobody who
    /// plays waits for ten thousand writes. Who goes meanwhile is replaced by the last, who then may be told twice.
    private func tellEverybody(_ message: OutgoingMessage, before end: Int) {
        let end = min(end, sessions.count)
        let start = max(0, end - SessionHub.toldInOneTurn)
        for session in sessions[start..<end] where session.player != nil { session.send(message) }
        guard start > 0 else { return }
        inAnotherTurn { [self] in tellEverybody(message, before: start) }
    }

    /// Connections that are told the same thing in one turn.
    static let toldInOneTurn = 256

    /// Goes on when others have had their turn.
    func inAnotherTurn(_ work: @escaping () -> Void) {
        let rest = Confined(value: work)
        environment.executor.enqueue { rest.value() }
    }

    /// The text of today's answer, for tests.
    var todaysAnswer: String? {
        guard let today, let pinned = puzzles[today.puzzle] else { return nil }
        return library.words(of: today.puzzle.line)?.alphabet.text(pinned.answer)
    }

    /// Drops players without a connection and rooms that nobody sees, once all of theirs is on disk: reads see only
    /// what is committed, so memory must outlive the commit. A player of whom much was taken stays until that is
    /// forgiven.
    private func letGo() {
        playersToLetGo.removeAll { player in
            guard !playersBeingDeleted.contains(player.id) else { return false }
            if player.sessions.isEmpty, players[player.id] === player {
                guard outbox.isSettled(player.ticket), player.isUnburdened(now: now) else { return false }
                players[player.id] = nil
                namesKept[player.id] = nil
            }
            player.isToBeLetGo = false
            return true
        }
        roomsToLetGo.removeAll { room in
            if room.isUnseen, rooms.contains(room) {
                // Whoever comes back soon finds the host's absence counted.
                let isRecent = room.lastGone.map { now - $0 < RoomState.hostPatience } ?? false
                guard !isRecent, outbox.isSettled(room.ticket), !room.codes.contains(where: lookers.looksAt) else {
                    return false
                }
                rooms.remove(room)
            }
            room.isToBeLetGo = false
            return true
        }
    }

    /// Looks from time to time whether a room that nobody sees is still needed in memory.
    func considerLettingGo(of room: LiveRoom) {
        guard !room.isToBeLetGo else { return }
        room.isToBeLetGo = true
        roomsToLetGo.append(room)
    }

    /// A connection of a player is gone, or never came to be one.
    func removeSession(_ session: Session, of player: LivePlayer) {
        player.sessions.remove(session)
        if player.sessions.isEmpty { considerLettingGo(of: player) }
    }

    /// Looks from time to time whether a player without a connection is still needed in memory.
    func considerLettingGo(of player: LivePlayer) {
        guard !player.isToBeLetGo else { return }
        player.isToBeLetGo = true
        playersToLetGo.append(player)
    }
}
