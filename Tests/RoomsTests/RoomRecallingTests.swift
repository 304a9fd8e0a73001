import GameRules
import TestKit
import Testing

@testable import Rooms

/// Events that are left out when a room is read change nothing of the room.
@Suite struct RoomRecallingTests {
    private static let row = LaneRow(verdict: .marks(Pattern([.absent, .correct])), elapsed: 5)

    /// A room in which chance decides what happens, for so many steps.
    private static func history(seed: UInt64, steps: Int) -> [LoggedEvent] {
        var random = SplitMix(seed: seed)
        var room = TestRoom(seats: 3)
        var day = Day(number: 20_000)
        var lanes: [PuzzleID: [Int: Lane]] = [:]
        for _ in 0..<steps {
            room.advance(ms: Int.random(in: 0...20_000, using: &random))
            let player = Int.random(in: 1...6, using: &random)
            let id = TestRoom.player(player)
            // What is refused does not happen.
            switch Int.random(in: 0..<19, using: &random) {
            case 0: _ = try? room.use(.kick(Int.random(in: 1...9, using: &random)), by: player)
            case 1: room.take((try? room.state.decide(.leave(id))) ?? [])
            case 2, 3:
                let isHeld = room.state.namesHeld.contains(id)
                room.take((try? room.state.decide(.join(id, name: "Racer \(player)", pseudonym: isHeld))) ?? [])
            case 4: room.take((try? room.state.decideReady(id, Bool.random(using: &random))) ?? [])
            case 5:
                // A calendar that was set back comes to a day again.
                day = day.advanced(by: Int.random(in: -1...2, using: &random))
                room.take((try? room.state.decide(.openDaily(PuzzleID(line: .standard, day: day)))) ?? [])
            case 6, 7, 8:
                let puzzle = PuzzleID(line: .standard, day: day.advanced(by: Int.random(in: -2...0, using: &random)))
                var lane = lanes[puzzle]?[player] ?? Lane()
                if lane.rows.count < 6 { lane.rows.append(Self.row) }
                if lane.rows.count == 6 { lane.finish = LaneFinish(solved: false, turns: 6, elapsed: 5) }
                lanes[puzzle, default: [:]][player] = lane
                room.take((try? room.state.decide(.follow(id, puzzle: puzzle, lane))) ?? [])
            case 9:
                if let host = room.state.host, let member = room.state.member(at: host) {
                    var settings = room.state.sprintSettings
                    settings.rounds = Int.random(in: 1...3, using: &random)
                    let number = (1...6).first { TestRoom.player($0) == member.player } ?? 1
                    _ = try? room.use(.settings(settings), by: number)
                    _ = try? room.use(.start, by: number)
                }
            case 10, 11: _ = try? room.use(Bool.random(using: &random) ? .endSeries : .nextRound, by: player)
            case 12, 13, 14:
                let row = room.round?.games[room.state.member(for: id)?.seat ?? 0]?.moveCount ?? 0
                _ = try? room.play(
                    ["adieu", "banjo", "vivid"].randomElement(using: &random) ?? "", row: row, by: player)
            case 15:
                let powers: [HostPower] = [
                    .lock(true), .lock(false), .list(true), .name("Kites \(room.now)"), .handOver(2),
                    .holdName(2, pseudonym: "Otter 2"), .holdName(3, pseudonym: "Otter 3"),
                    .holdName(2, pseudonym: nil),
                ]
                if let power = powers.randomElement(using: &random) { _ = try? room.use(power, by: player) }
            case 16:
                let (isOn, name) = (Bool.random(using: &random), "Racer \(player)")
                room.take(
                    (try? room.state.decide(.pseudonym(id, on: isOn, name: isOn ? "Otter \(player)" : name))) ?? [])
            case 17: room.take((try? room.state.decideSitOut(id, Bool.random(using: &random))) ?? [])
            default: room.take(room.state.decideLateStart(id, now: room.now))
            }
            room.presence.present = Set(room.state.members.map(\.seat))
            room.tick()
        }
        return room.log
    }

    @Test("A room recalled from a part of its log equals the room", arguments: 1...20)
    func nothingIsMissing(seed: Int) {
        let log = Self.history(seed: UInt64(seed), steps: 150)
        var (state, left) = (RoomState(), 0)
        for logged in log {
            state.apply(logged)
            guard logged.sequence % 7 == 0 || logged.sequence > log.count - 30 else { continue }
            let known = Array(log.prefix(logged.sequence))
            for tail in [0, 1, 10] {
                let needed = RoomState.needed(of: known, tail: tail)
                left += known.count - needed.count
                #expect(RoomState(recalling: needed) == state, "\(tail) of \(known.count)")
                #expect(needed.suffix(tail).elementsEqual(known.suffix(tail)))
            }
        }
        // In a room that all leave at once nothing happens.
        #expect(left > 0 || log.count < 100, "something is left out")
    }

    @Test("An old room is recalled from few events")
    func ofAnOldRoomLittleIsRead() {
        var room = TestRoom()
        for day in 0..<200 {
            let puzzle = PuzzleID(line: .standard, day: Day(number: 20_000 + day))
            room.take(.opened(race: .daily(puzzle), puzzle: puzzle))
            for seat in 1...2 {
                room.take(.started(race: .daily(puzzle), seat: seat))
                for row in 0..<6 {
                    room.take(
                        .guessed(
                            race: .daily(puzzle), seat: seat, row: row, pattern: .marks(Pattern([.absent])),
                            elapsed: row))
                }
            }
        }
        #expect(room.log.count > 3_000)
        #expect(RoomState.needed(of: room.log, tail: 20).count < 250)
    }

    /// A host who sets the same thing again and again does not make the room slow to read.
    @Test("Only the last event of a setting that changed often is read")
    func ofWhatIsSetOftenTheLastIsRead() throws {
        var room = TestRoom()
        for turn in 0..<500 {
            let isOn = turn % 2 == 0
            try room.use(.lock(isOn))
            try room.use(.name("Kites \(turn)"))
            room.take(try room.state.decideReady(TestRoom.player(2), isOn))
            room.take(try room.state.decide(.pseudonym(TestRoom.player(2), on: isOn, name: "Otter \(turn)")))
        }
        #expect(room.log.count > 2_000)
        let needed = RoomState.needed(of: room.log, tail: 10)
        #expect(needed.count < 30)
        #expect(RoomState(recalling: needed) == room.state)
    }
}
