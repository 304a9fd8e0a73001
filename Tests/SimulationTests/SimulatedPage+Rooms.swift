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
        // Where worlds are compared, each power is to be seen.
        if simulation.isCompared, isHost(in: code), simulation.pick(4) == 0 {
            return ask(.inRoom(room: code, power(in: code)))
        }
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
            case 98: .daily(simulation.today.line)
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
        return .play(race: board.race, row: row, word: answer ?? simulation.roundWord())
    }

    /// What is sensible where nothing is to be played.
    private func between(_ code: String) -> RoomRequest {
        guard isHost(in: code) else { return .ready(true) }
        return ["round", "pause"].contains(rooms[code]?.fields["series"]?["phase"]?.text) ? .nextRound : .start
    }

    private func isHost(in code: String) -> Bool {
        rooms[code].map { $0.fields["host"]?.integer == seats[code] } ?? false
    }

    private func change() -> SprintChange {
        SprintChange(
            rows: 4 + simulation.pick(3), hard: simulation.pick(4) == 0 ? .hard : .off, limit: 30 + simulation.pick(30),
            rounds: 1 + simulation.pick(4), late: ["start", "wait"][simulation.pick(2)],
            next: ["auto", "host"][simulation.pick(2)])
    }
}

// What somebody asks who is after a secret, besides playing.
extension SimulatedPage {
    /// Something that only a host may do.
    func power(in code: String) -> RoomRequest {
        func others(in list: String) -> [Int] {
            let all = rooms[code]?.fields[list]?.elements.compactMap { $0["seat"]?.integer } ?? []
            return all.filter { $0 != seats[code] }
        }
        if let seat = others(in: "kicked").randomElement(using: &simulation.random), simulation.pick(3) == 0 {
            return .unkick(seat: seat)
        }
        if let seat = others(in: "members").randomElement(using: &simulation.random), simulation.pick(2) == 0 {
            return switch simulation.pick(5) {
            case 0: .handOver(seat: seat)
            case 1, 2: .holdName(seat: seat, held: simulation.pick(3) > 0)
            default: .kick(seat: seat)
            }
        }
        return switch simulation.pick(10) {
        case 0, 1: .list(true)
        case 2: .lock(simulation.pick(2) == 0)
        case 3: .list(false)
        case 4: .password(simulation.pick(2) == 0 ? Simulation.password : nil)
        case 5: .newCode
        case 8: simulation.pick(2) == 0 ? .newCode : .stageKey
        case 6: .close
        case 7: .endSeries
        default: .settings(change())
        }
    }

    /// A ranking, be it of the server or of a room; or none any more.
    func look() {
        guard simulation.pick(4) > 0 else { return ask(.look(nil)) }
        let board = simulation.pick(2) == 0 ? simulation.today.text : "\(simulation.today.line.text)/all"
        let room = simulation.pick(3) == 0 ? seats.keys.sorted().first : nil
        ask(.look(RankingRequest(board: board, room: room, isClean: simulation.pick(2) == 0)))
    }

    /// A game of the archive, or one for practice.
    func openAnother() {
        let today = simulation.today
        guard simulation.pick(2) == 0 else {
            return ask(.practice(line: today.line, hard: .off, isNew: simulation.pick(2) == 0))
        }
        let puzzle = PuzzleID(line: today.line, day: today.day.advanced(by: -1 - simulation.pick(3)))
        ask(.open(puzzle: puzzle, hard: .off, archive: true))
    }

    /// A guess that is refused whatever the answer is: today's, or of a round.
    func guessNoWord() {
        let word = ["zzzzz", "zz", "zz zz"][simulation.pick(3)]
        guard simulation.pick(2) == 0, let (code, board) = sprints.sorted(by: { $0.key < $1.key }).first else {
            return ask(.guess(puzzle: simulation.today, row: 0, word: word))
        }
        ask(.inRoom(room: code, .play(race: board.race, row: 0, word: word)))
    }
}
