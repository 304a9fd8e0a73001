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
        // Rounds of anagrams are few.
        let isRare = sprints[code]?.isAnagram == true
        if simulation.isCompared, isHost(in: code), isRare ? simulation.pick(3) > 0 : simulation.pick(4) == 0 {
            return ask(.inRoom(room: code, power(in: code)))
        }
        let seat = 1 + simulation.pick(8)
        let request: RoomRequest =
            switch simulation.pick(100) {
            case 0..<60: sprints[code].map { play($0, code) } ?? goOn(code)
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
            case 98: .daily(simulation.anyLine())
            case 99 where simulation.pick(2) == 0: .newCode
            default: .nextRound
            }
        ask(.inRoom(room: code, request))
        // Clumsy fingers.
        if case .play = request, simulation.pick(8) == 0 { ask(.inRoom(room: code, request)) }
    }

    private func play(_ board: SprintBoard, _ code: String) -> RoomRequest {
        guard !board.isOver else { return goOn(code) }
        if board.isAnagram {
            let word = simulation.laidWord(on: board.tiles, from: simulation.sprintAnswer(in: code))
            return .play(race: board.race, row: nil, word: word)
        }
        let row = max(0, board.rows - (simulation.pick(8) == 0 ? 1 : 0))
        let answer = simulation.pick(6) == 0 ? simulation.sprintAnswer(in: code) : nil
        return .play(race: board.race, row: row, word: answer ?? simulation.roundWord())
    }

    /// Returns a sensible request for a room in which nothing is to be played.
    func goOn(_ code: String) -> RoomRequest {
        guard isHost(in: code) else { return .ready(true) }
        return ["round", "pause"].contains(rooms[code]?.fields["series"]?["phase"]?.text) ? .nextRound : .start
    }

    func isHost(in code: String) -> Bool {
        rooms[code].map { $0.fields["host"]?.integer == seats[code] } ?? false
    }

    private func change() -> SprintChange {
        SprintChange(
            kind: ["guess", "anagram", "anagram", nil][simulation.pick(4)],
            rows: 4 + simulation.pick(3), hard: simulation.pick(4) == 0 ? .hard : .off, limit: 30 + simulation.pick(30),
            rounds: 1 + simulation.pick(4), late: ["start", "wait"][simulation.pick(2)],
            next: ["auto", "host"][simulation.pick(2)])
    }
}

// What somebody asks who is after a secret, besides playing.
extension SimulatedPage {
    /// Something that a host does.
    func power(in code: String) -> RoomRequest {
        // Whoever was sent away is to come back.
        if rooms[code]?.fields["kicked"]?.elements.isEmpty == false, simulation.pick(4) == 0 {
            return request(.unkick, in: code)
        }
        // In turn: a round of anagrams sees few of them in one world, and other worlds begin with others.
        let act = HostAct.allCases[simulation.powersUsed % HostAct.allCases.count]
        simulation.powersUsed += 1
        return request(act, in: code)
    }

    private func request(_ act: HostAct, in code: String) -> RoomRequest {
        func other(in list: String) -> Int {
            let all = rooms[code]?.fields[list]?.elements.compactMap { $0["seat"]?.integer } ?? []
            // Nobody, if there is nobody else.
            return all.filter { $0 != seats[code] }.randomElement(using: &simulation.random) ?? 99
        }
        return switch act {
        case .settings: .settings(change())
        case .name: .name(roomName())
        case .lock: .lock(simulation.pick(3) == 0)
        case .password: .password(simulation.pick(2) == 0 ? Simulation.password : nil)
        case .list: .list(simulation.pick(3) > 0)
        case .kick: .kick(seat: other(in: "members"))
        case .unkick: .unkick(seat: other(in: "kicked"))
        case .holdName: .holdName(seat: other(in: "members"), held: simulation.pick(3) > 0)
        case .handOver: .handOver(seat: other(in: "members"))
        case .newCode: .newCode
        case .close: .close
        case .start: .start
        case .nextRound: .nextRound
        case .endRound: .endRound
        case .endSeries: .endSeries
        case .sitOut: .sitOut(simulation.pick(2) == 0)
        case .nudge: .react(.nudge)
        case .daily: .daily(simulation.anyLine())
        case .stageKey: .stageKey
        }
    }

    /// A name for the room: secrets, from whoever knows none; the word that was found, to see whether it gets through.
    private func roomName() -> String {
        if let word = simulation.probe(by: player) { return simulation.joined(word, player) }
        if let found, simulation.pick(2) == 0, simulation.speak(found, player) { return "Aha \(found)" }
        return "Room \(simulation.pick(100))"
    }

    /// Returns the use of a power of a host that a request is, if the page believes to be host.
    func use(of request: RoomRequest, in code: String) -> HostUse? {
        guard isHost(in: code), let act = HostAct(request) else { return nil }
        return HostUse(
            act: act, stand: stand(in: code), knowsToday: isOver, isProbing: simulation.isProbing(player))
    }

    private func stand(in code: String) -> HostStand {
        guard let fields = rooms[code]?.fields, fields["series"]?["phase"] == "round",
            let race = fields["races"]?.elements.first, race["kind"] == "sprint"
        else { return .between }
        if race["game"] == "anagram", race["tiles"] == nil { return .beforeTheDeal }
        guard let board = sprints[code], board.race == race["race"]?.text else { return .hosting }
        return board.isAnagram ? .laying : board.isOver ? .home : .racing
    }

    /// The first of the rooms in which it is host, or has a seat.
    var roomToRule: String? { seats.keys.sorted().first(where: isHost) ?? seats.keys.sorted().first }

    /// A ranking, be it of the server or of a room; or none any more.
    func look() {
        guard simulation.pick(4) > 0 else { return ask(.look(nil)) }
        let line = simulation.anyLine()
        let board = simulation.pick(2) == 0 ? simulation.puzzle(of: line).text : "\(line.text)/all"
        let room = simulation.pick(3) == 0 ? seats.keys.sorted().first : nil
        ask(.look(RankingRequest(board: board, room: room, isClean: simulation.pick(2) == 0)))
    }

    /// A guess that is refused whatever the answer is: today's, or of a round.
    func guessNoWord() {
        let word = ["zzzzz", "zz", "zz zz"][simulation.pick(3)]
        guard simulation.pick(2) == 0, let (code, board) = sprints.sorted(by: { $0.key < $1.key }).first else {
            let line = simulation.anyLine()
            return ask(.guess(puzzle: simulation.puzzle(of: line), row: line.kind.hasRows ? 0 : nil, word: word))
        }
        ask(.inRoom(room: code, .play(race: board.race, row: board.isAnagram ? nil : 0, word: word)))
    }
}
