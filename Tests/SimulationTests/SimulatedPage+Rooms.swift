import GameRules
import Messages

// What a page says in a room in which it has a seat.
extension SimulatedPage {
    /// Mostly it plays; now and then it is host and cannot leave a button alone.
    func actInRoom() {
        // Most people wait for what comes of a guess.
        guard !awaitsPlay || simulation.pick(6) == 0 else { return }
        // Where a board is open, mostly there.
        let open = seats.keys.filter { sprints[$0]?.isOver == false }
        let codes = open.isEmpty || simulation.pick(4) == 0 ? Array(seats.keys) : open
        guard let code = codes.sorted().randomElement(using: &simulation.random) else { return }
        let seat = 1 + simulation.pick(8)
        let request: RoomRequest =
            switch simulation.pick(100) {
            case 0..<60: sprints[code].map { play($0, code) } ?? between(code)
            case 60..<65: .start
            case 65..<71: .ready(simulation.pick(3) > 0)
            case 71, 72: .pseudonym(simulation.pick(2) == 0)
            case 73..<76: .nextRound
            case 76: .sitOut(simulation.pick(3) == 0)
            case 77: .endRound
            case 78: .endSeries
            case 79..<84: .settings(change())
            case 84: .kick(seat: seat)
            case 85..<88: .unkick(seat: seat)
            case 88:
                simulation.pick(2) == 0 ? .handOver(seat: seat) : .holdName(seat: seat, held: simulation.pick(3) > 0)
            case 89: .lock(true)
            case 90, 91: .lock(false)
            case 92: .password(Simulation.password)
            case 93: .password(nil)
            case 94: .list(simulation.pick(2) == 0)
            case 95: .name("Room \(simulation.pick(100))")
            case 96, 97: .react(.gg)
            case 98 where simulation.pick(3) == 0: .close
            case 99 where simulation.pick(2) == 0: .newCode
            default: .nextRound
            }
        ask(.inRoom(room: code, request))
        // Clumsy fingers.
        if case .play = request, simulation.pick(8) == 0 { ask(.inRoom(room: code, request)) }
    }

    private func play(_ board: SprintBoard, _ code: String) -> RoomRequest {
        guard !board.isOver else { return between(code) }
        let row = max(0, board.rows - (simulation.pick(8) == 0 ? 1 : 0))
        let answer = simulation.pick(6) == 0 ? simulation.sprintAnswer(in: code) : nil
        return .play(race: board.race, row: row, word: answer ?? simulation.word())
    }

    /// What is sensible where nothing is to be played.
    private func between(_ code: String) -> RoomRequest {
        guard let room = rooms[code], room.fields["host"]?.integer == seats[code] else { return .ready(true) }
        return ["round", "pause"].contains(room.fields["series"]?["phase"]?.text) ? .nextRound : .start
    }

    private func change() -> SprintChange {
        SprintChange(
            rows: 4 + simulation.pick(3), hard: simulation.pick(4) == 0 ? .hard : .off, limit: 30 + simulation.pick(30),
            rounds: 1 + simulation.pick(4), late: ["start", "wait"][simulation.pick(2)],
            next: ["auto", "host"][simulation.pick(2)])
    }
}
