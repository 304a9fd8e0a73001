import GameRules
import Testing

@testable import Rooms

@Suite struct RoomStateTests {
    private let puzzle = PuzzleID(line: .standard, day: Day(number: 20_778))
    private var race: RaceID { .daily(puzzle) }
    private func player(_ number: UInt64) -> PlayerID { PlayerID(high: 0, low: number) }

    /// A room folded from the commands, which must all be accepted.
    private func room(_ commands: RoomCommand...) throws -> RoomState {
        var room = RoomState()
        for command in commands { try room.perform(command) }
        return room
    }

    private var create: RoomCommand { .create(name: "Kites", by: player(1), playerName: "Mika") }

    @Test("The founder is host on seat 1")
    func theFounderIsHostOnSeatOne() throws {
        let room = try room(create)
        #expect(room.name == "Kites")
        #expect(room.host == 1)
        #expect(room.members.map(\.seat) == [1])
        #expect(room.sequence == 3)
    }

    @Test("A player who joins again keeps the one seat")
    func aPlayerHasOneSeatHoweverOftenJoining() throws {
        var room = try room(create, .join(player(2), name: "Noor"))
        #expect(try room.decide(.join(player(2), name: "Noor")).isEmpty)
        #expect(try room.perform(.join(player(2), name: "Nour")) == [.renamed(seat: 2, name: "Nour")])
        #expect(room.members.count == 2)
    }

    @Test("Seats are never given twice")
    func seatsAreNeverGivenTwice() throws {
        var room = try room(create, .join(player(2), name: "Noor"), .leave(player(2)), .join(player(3), name: "Ana"))
        #expect(room.members.map(\.seat) == [1, 3])
        try room.perform(.join(player(2), name: "Noor"))
        #expect(room.members.map(\.seat) == [1, 3, 4])
    }

    @Test("The longest-seated member inherits the room")
    func theLongestSeatedMemberInheritsTheRoom() throws {
        var room = try room(create, .join(player(2), name: "Noor"), .join(player(3), name: "Ana"), .leave(player(1)))
        #expect(room.host == 2)
        try room.perform(.leave(player(2)))
        try room.perform(.leave(player(3)))
        #expect(room.host == nil)
        try room.perform(.join(player(4), name: "Olu"))
        #expect(room.host == 4)
    }

    @Test("Two members never look the same")
    func twoMembersNeverLookTheSame() throws {
        let room = try room(create, .join(player(2), name: "Noor"))
        #expect(throws: RoomRefusal.nameTaken) { try room.decide(.join(player(3), name: "mika")) }
        #expect(throws: RoomRefusal.nameTaken) { try room.decide(.rename(player(2), name: "MIKA")) }
        #expect(try room.decide(.rename(player(1), name: "MIKA")) == [.renamed(seat: 1, name: "MIKA")])
    }

    @Test("A pseudonym stays when the player is renamed")
    func aPseudonymStaysWhateverThePlayerIsCalled() throws {
        var room = try room(create, .join(player(2), name: "Calm Otter", pseudonym: true))
        #expect(room.member(at: 2)?.hasPseudonym == true)
        #expect(try room.perform(.rename(player(2), name: "Noor")).isEmpty)
        #expect(try room.perform(.join(player(2), name: "Noor")).isEmpty)
        #expect(room.member(at: 2)?.name == "Calm Otter")
        #expect(try room.decide(.pseudonym(player(2), on: true, name: "Bold Lynx")).isEmpty)
        let own = try room.perform(.pseudonym(player(2), on: false, name: "Noor"))
        #expect(own == [.renamed(seat: 2, name: "Noor"), .pseudonym(seat: 2, on: false)])
        #expect(try room.perform(.rename(player(2), name: "Nour")) == [.renamed(seat: 2, name: "Nour")])
    }

    @Test("A pseudonym must differ from other members' names")
    func pseudonymsAreNamesLikeOthers() throws {
        let room = try room(create, .join(player(2), name: "Calm Otter", pseudonym: true))
        #expect(throws: RoomRefusal.nameTaken) { try room.decide(.join(player(3), name: "calm otter")) }
        #expect(throws: RoomRefusal.nameTaken) { try room.decide(.pseudonym(player(1), on: true, name: "Calm Otter")) }
        #expect(throws: RoomRefusal.nameTaken) { try room.decide(.pseudonym(player(2), on: false, name: "Mika")) }
        #expect(throws: RoomRefusal.notAMember) { try room.decide(.pseudonym(player(3), on: true, name: "Lynx")) }
    }

    @Test("A member beyond the maximum is refused with full")
    func theBoundOfSeatsHolds() throws {
        var room = try room(create)
        for number in 2...UInt64(RoomState.maximumMembers) {
            try room.perform(.join(player(number), name: "Racer \(number)"))
        }
        #expect(throws: RoomRefusal.full) { try room.decide(.join(player(999), name: "Late")) }
        #expect(try room.decide(.join(player(7), name: "Racer 7")).isEmpty)
    }

    @Test("A lane catches up in one step or many")
    func aLaneCatchesUpInOneStepOrMany() throws {
        let rows = [
            LaneRow(verdict: .marks(Pattern([.absent, .present, .absent, .absent, .correct])), elapsed: 8_000),
            LaneRow(verdict: .marks(Pattern([.correct, .correct, .correct, .correct, .correct])), elapsed: 21_000),
        ]
        let finish = LaneFinish(solved: true, turns: 2, elapsed: 21_000)
        let whole = Lane(rows: rows, finish: finish)
        var atOnce = try room(create, .openDaily(puzzle))
        let events = try atOnce.perform(.follow(player(1), puzzle: puzzle, whole))
        #expect(events.count == 4)
        var byStep = try room(create, .openDaily(puzzle))
        for lane in [Lane(), Lane(rows: [rows[0]]), Lane(rows: rows), whole, whole] {
            try byStep.perform(.follow(player(1), puzzle: puzzle, lane))
        }
        #expect(atOnce == byStep)
        #expect(atOnce.race(race)?.lanes[1] == whole)
        // A stale picture takes nothing back.
        #expect(try atOnce.decide(.follow(player(1), puzzle: puzzle, Lane())).isEmpty)
    }

    @Test("A game of a race that is not open makes no event")
    func aRaceNotOpenIsNotFollowed() throws {
        let room = try room(create)
        #expect(try room.decide(.follow(player(1), puzzle: puzzle, Lane())).isEmpty)
        #expect(throws: RoomRefusal.notAMember) { try room.decide(.follow(player(9), puzzle: puzzle, Lane())) }
    }

    @Test("Yesterday's race stays in the state, and older races leave it")
    func yesterdayStaysAndOlderRacesGo() throws {
        let days = (0...2).map { PuzzleID(line: .standard, day: puzzle.day.advanced(by: $0)) }
        var room = try room(create, .openDaily(days[0]), .openDaily(days[1]))
        #expect(try room.decide(.openDaily(days[1])).isEmpty)
        try room.perform(.follow(player(1), puzzle: days[0], Lane()))
        #expect(room.races.map(\.puzzle) == [days[0], days[1]])
        try room.perform(.openDaily(days[2]))
        #expect(room.races.map(\.puzzle) == [days[1], days[2]])
    }

    @Test("A member who leaves takes the lane along")
    func aMemberWhoLeavesTakesTheLaneAlong() throws {
        let room = try room(
            create, .openDaily(puzzle), .follow(player(1), puzzle: puzzle, Lane()), .leave(player(1)))
        #expect(room.race(race)?.lanes.isEmpty == true)
    }
}

extension RoomState {
    /// Decides and applies.
    @discardableResult
    mutating func perform(_ command: RoomCommand) throws(RoomRefusal) -> [RoomEvent] {
        let events = try decide(command)
        for event in events { apply(LoggedEvent(sequence: sequence + 1, time: 0, event: event)) }
        return events
    }
}
