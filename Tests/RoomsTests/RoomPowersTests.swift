import Foundation
import GameRules
import Testing

@testable import Rooms

/// Every command × everybody who may give it × every state of a room. `docs/protocol.md` says the same in words.
@Suite struct RoomPowersTests {
    /// States, in the order of the columns of `table`.
    private static let states = ["idle", "locked", "password", "countdown", "running", "pause", "over", "closed"]
    private static let roles = ["host", "member", "stranger", "kicked"]

    /// A command, and what it comes to for each role: one word if it is the same in all states, else one for each. In a
    /// closed room everything is `closed`.
    private static let table: [(command: String, results: [String])] = [
        ("name", ["ok", "notHost", "notAMember", "notAMember"]),
        ("daily line", ["ok", "notHost", "notAMember", "notAMember"]),
        ("lock", ["ok", "notHost", "notAMember", "notAMember"]),
        ("unlock", ["ok", "notHost", "notAMember", "notAMember"]),
        ("password", ["ok", "notHost", "notAMember", "notAMember"]),
        ("no password", ["ok", "notHost", "notAMember", "notAMember"]),
        ("list", ["ok", "notHost", "notAMember", "notAMember"]),
        ("kick", ["ok", "notHost", "notAMember", "notAMember"]),
        ("kick oneself", ["badSeat", "notHost", "notAMember", "notAMember"]),
        ("kick nobody", ["badSeat", "notHost", "notAMember", "notAMember"]),
        ("unkick", ["ok", "notHost", "notAMember", "notAMember"]),
        ("unkick a member", ["badSeat", "notHost", "notAMember", "notAMember"]),
        ("hold a name", ["ok", "notHost", "notAMember", "notAMember"]),
        ("hold one's own name", ["badSeat", "notHost", "notAMember", "notAMember"]),
        ("hold nobody's name", ["badSeat", "notHost", "notAMember", "notAMember"]),
        ("free a name", ["ok", "notHost", "notAMember", "notAMember"]),
        ("hand over", ["ok", "notHost", "notAMember", "notAMember"]),
        ("hand over to nobody", ["badSeat", "notHost", "notAMember", "notAMember"]),
        ("new code", ["ok", "notHost", "notAMember", "notAMember"]),
        ("close", ["ok", "notHost", "notAMember", "notAMember"]),
        (
            "settings",
            ["ok ok ok seriesRunning seriesRunning seriesRunning ok", "notHost", "notAMember", "notAMember"]
        ),
        (
            "bad settings",
            [
                "badSettings badSettings badSettings seriesRunning seriesRunning seriesRunning badSettings", "notHost",
                "notAMember", "notAMember",
            ]
        ),
        ("start", ["ok ok ok seriesRunning seriesRunning seriesRunning ok", "notHost", "notAMember", "notAMember"]),
        (
            "next round",
            ["noSeries noSeries noSeries roundRunning roundRunning ok noSeries", "notHost", "notAMember", "notAMember"]
        ),
        (
            "end round",
            ["noSeries noSeries noSeries ok ok roundOver noSeries", "notHost", "notAMember", "notAMember"]
        ),
        ("end series", ["noSeries noSeries noSeries ok ok ok noSeries", "notHost", "notAMember", "notAMember"]),
        ("ready", ["ok", "ok", "notAMember", "notAMember"]),
        ("sit out", ["ok", "ok", "notAMember", "notAMember"]),
        ("pseudonym", ["ok", "ok", "notAMember", "notAMember"]),
        (
            "play",
            [
                "noSuchRace noSuchRace noSuchRace notStarted ok roundOver roundOver",
                "noSuchRace noSuchRace noSuchRace notStarted ok roundOver roundOver", "notAMember", "notAMember",
            ]
        ),
        ("join", ["ok", "ok", "ok locked passwordNeeded ok ok ok ok", "kicked"]),
        ("watch", ["ok", "ok", "ok ok passwordNeeded ok ok ok ok", "kicked"]),
        ("leave", ["ok", "ok", "notAMember", "notAMember"]),
        ("rename", ["ok", "ok", "notAMember", "notAMember"]),
    ]

    /// A room in a state: player 1 is host, 2 is a member, 3 has nothing to do with it, 4 was kicked.
    private static func room(_ state: String) throws -> TestRoom {
        var room = TestRoom(seats: 4)
        try room.use(.kick(4))
        room.take(.left(seat: 3))
        switch state {
        case "locked": try room.use(.lock(true))
        case "password": try room.use(.password(RoomPassword(salt: "00", digest: "11")))
        case "countdown": try room.use(.start)
        case "running": try room.start()
        case "pause":
            try room.start()
            room.advance(ms: 180_000)
            room.tick()
        case "over":
            try room.start { $0.rounds = 1 }
            room.advance(ms: 180_000)
            room.tick()
        case "closed": try room.use(.close)
        default: break
        }
        return room
    }

    private static let powers: [String: HostPower] = {
        var settings = SprintSettings()
        settings.limit = 60
        var bad = settings
        bad.rounds = 21
        guard let code = RoomCode("KYTE7") else { preconditionFailure("a code") }
        return [
            "name": .name("Larks"), "daily line": .daily(.standard), "lock": .lock(true), "unlock": .lock(false),
            "password": .password(RoomPassword(salt: "22", digest: "33")), "no password": .password(nil),
            "list": .list(true), "kick": .kick(2), "kick oneself": .kick(1), "kick nobody": .kick(9),
            "unkick": .unkick(4), "unkick a member": .unkick(2), "hold a name": .holdName(2, pseudonym: "Calm Otter"),
            "hold one's own name": .holdName(1, pseudonym: "Calm Otter"),
            "hold nobody's name": .holdName(9, pseudonym: "Calm Otter"), "free a name": .holdName(2, pseudonym: nil),
            "hand over": .handOver(2),
            "hand over to nobody": .handOver(9), "new code": .newCode(code), "close": .close,
            "settings": .settings(settings), "bad settings": .settings(bad), "start": .start,
            "next round": .nextRound, "end round": .endRound, "end series": .endSeries,
        ]
    }()

    /// The name of what a command comes to.
    private static func outcome(_ command: String, by player: Int, in room: TestRoom) -> String {
        var room = room
        let id = TestRoom.player(player)
        do {
            if let power = powers[command] {
                try room.use(power, by: player)
                return "ok"
            }
            switch command {
            case "ready": room.take(try room.state.decideReady(id, true))
            case "sit out": room.take(try room.state.decideSitOut(id, true))
            case "pseudonym": room.take(try room.state.decide(.pseudonym(id, on: true, name: "Calm Otter")))
            case "play": try room.play("crane", row: 0, by: player)
            case "join":
                try room.state.admit(id, takesSeat: true, showing: .nothing)
                room.take(try room.state.decide(.join(id, name: "Racer \(player)")))
            case "watch": try room.state.admit(id, takesSeat: false, showing: .nothing)
            case "leave": room.take(try room.state.decide(.leave(id)))
            case "rename": room.take(try room.state.decide(.rename(id, name: "Other")))
            default: Issue.record("\(command)")
            }
            return "ok"
        } catch let refusal as RoomRefusal {
            return name(refusal)
        } catch SprintMoveRefusal.room(let refusal) {
            return name(refusal)
        } catch {
            return "\(error)"
        }
    }

    private static func name(_ refusal: RoomRefusal) -> String {
        if case .badSettings = refusal { "badSettings" } else { "\(refusal)" }
    }

    @Test("Every power has its outcome for every role in every state", arguments: RoomPowersTests.table.map(\.command))
    func everyCommandForEveryRoleInEveryState(command: String) throws {
        let row = try #require(Self.table.first { $0.command == command })
        for (player, role) in Self.roles.enumerated() {
            let words = row.results[player].split(separator: " ").map(String.init)
            for (column, state) in Self.states.enumerated() {
                let expected = state == "closed" ? "closed" : words.count == 1 ? words[0] : words[column]
                let outcome = Self.outcome(command, by: player + 1, in: try Self.room(state))
                #expect(outcome == expected, "\(command) by the \(role) in a room that is \(state)")
            }
        }
    }

    /// The messages of `docs/protocol.md`, by command.
    private static let messages = [
        "name": "`name_room`", "daily line": "`daily_line`", "lock": "`lock` with `true`",
        "unlock": "`lock` with `false`",
        "password": "`password`", "no password": "`password` without one", "list": "`list`",
        "kick": "`kick` of a member", "kick oneself": "`kick` of one’s own seat", "kick nobody": "`kick` of nobody",
        "unkick": "`unkick`", "unkick a member": "`unkick` of a member", "hold a name": "`hold_name` with `true`",
        "hold one's own name": "`hold_name` of one’s own seat",
        "hold nobody's name": "`hold_name` of nobody", "free a name": "`hold_name` with `false`",
        "hand over": "`hand_over`",
        "hand over to nobody": "`hand_over` to nobody", "new code": "`new_code`", "close": "`close_room`",
        "settings": "`settings`", "bad settings": "`settings` that cannot be", "start": "`start`",
        "next round": "`next_round`", "end round": "`end_round`", "end series": "`end_series`", "ready": "`ready`",
        "sit out": "`sit_out`", "pseudonym": "`pseudonym`", "play": "`play`",
        "join": "`join`", "watch": "`watch`", "leave": "`leave`",
    ]
    private static let codes = [
        "ok": "done", "notHost": "`not_host`", "notAMember": "`not_in_room`", "badSeat": "`bad_seat`",
        "badSettings": "`bad_settings`", "seriesRunning": "`series_running`", "noSeries": "`no_series`",
        "roundRunning": "`round_running`", "noSuchRace": "`no_such_race`", "notStarted": "`not_started`",
        "roundOver": "`round_over`", "locked": "`room_locked`", "passwordNeeded": "`password_needed`",
        "kicked": "`kicked`",
    ]

    /// The cell of the page for a command: each outcome, with its states if there are several.
    private static func cell(_ results: String) -> String {
        let words = results.split(separator: " ").map { codes[String($0)] ?? "?" }
        let outcomes = words.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        guard outcomes.count > 1 else { return outcomes[0] }
        return outcomes.map { outcome in
            "\(outcome) (\(zip(states, words).filter { $0.1 == outcome }.map(\.0).joined(separator: " ")))"
        }.joined(separator: ", ")
    }

    @Test("The table of powers in docs/protocol.md says the same")
    func theProtocolSaysTheSame() throws {
        let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("docs/protocol.md")
        let lines = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n")
        let table = lines.drop { $0 != "| message | host | member | no seat | kicked |" }.dropFirst(2)
            .prefix { $0.hasPrefix("|") }
        // To take another name is nothing of one room.
        let expected = Self.table.filter { $0.command != "rename" }.map { row in
            "| \(Self.messages[row.command] ?? "?") | \(row.results.map(Self.cell).joined(separator: " | ")) |"
        }
        #expect(Array(table) == expected, "\(expected.joined(separator: "\n"))")
    }

    @Test("The table of powers is complete")
    func theTableHasEveryPower() {
        #expect(Set(Self.powers.keys).isSubset(of: Self.table.map(\.command)))
        #expect(Self.table.count == Self.powers.count + 8)
    }

    @Test("A command that changes nothing makes no event")
    func whatIsSoAlreadyIsNoEvent() throws {
        var room = TestRoom()
        for power in [
            HostPower.name("Kites"), .lock(false), .password(nil), .list(false), .handOver(1),
            .holdName(2, pseudonym: nil),
            .settings(SprintSettings()),
        ] {
            #expect(try room.use(power).isEmpty)
        }
        #expect(try room.state.decideReady(TestRoom.player(2), false).isEmpty)
    }

    @Test("A host who hands over loses the powers to the new host")
    func powersReallyMove() throws {
        var room = TestRoom(seats: 3)
        try room.use(.handOver(2))
        #expect(throws: RoomRefusal.notHost) { try room.use(.lock(true)) }
        try room.use(.kick(1), by: 2)
        #expect(room.state.members.map(\.seat) == [2, 3])
        #expect(room.state.door.kicked.map(\.name) == ["Racer 1"])
    }

    @Test("A name held back stays held until the host frees it, even over leaving and rejoining")
    func heldNames() throws {
        var room = TestRoom()
        let player = TestRoom.player(2)
        #expect(
            try room.use(.holdName(2, pseudonym: "Calm Otter")) == [
                .renamed(seat: 2, name: "Calm Otter"), .pseudonym(seat: 2, on: true), .nameHeld(seat: 2, held: true),
            ])
        #expect(try room.use(.holdName(2, pseudonym: "Calm Otter")).isEmpty, "it is so already")
        #expect(try room.state.decide(.rename(player, name: "Crane")).isEmpty)
        #expect(throws: RoomRefusal.nameHeld) {
            try room.state.decide(.pseudonym(player, on: false, name: "Crane"))
        }
        room.take(try room.state.decide(.leave(player)))
        #expect(throws: RoomRefusal.nameHeld) { try room.state.decide(.join(player, name: "Crane")) }
        let back = try room.state.decide(.join(player, name: "Calm Otter", pseudonym: true))
        #expect(
            back == [
                .joined(seat: 3, player: player, name: "Calm Otter"), .pseudonym(seat: 3, on: true),
                .nameHeld(seat: 3, held: true),
            ])
        room.take(back)
        #expect(try room.use(.holdName(3, pseudonym: nil)) == [.nameHeld(seat: 3, held: false)])
        #expect(try room.state.decide(.pseudonym(player, on: false, name: "Crane")).count == 2)
    }

    @Test("A member with a pseudonym keeps it when the host holds the name back")
    func heldPseudonyms() throws {
        var room = TestRoom()
        room.take(try room.state.decide(.pseudonym(TestRoom.player(2), on: true, name: "Calm Otter")))
        #expect(try room.use(.holdName(2, pseudonym: "Brisk Fox")) == [.nameHeld(seat: 2, held: true)])
        #expect(room.state.member(at: 2)?.name == "Calm Otter")
    }

    @Test("A kicked player stays out until let in again")
    func aKickedPlayerStaysOutUntilLetIn() throws {
        var room = TestRoom()
        try room.use(.kick(2))
        let player = TestRoom.player(2)
        for shown in [ShownPassword.nothing, .right] {
            #expect(throws: RoomRefusal.kicked) { try room.state.admit(player, takesSeat: true, showing: shown) }
            #expect(throws: RoomRefusal.kicked) { try room.state.admit(player, takesSeat: false, showing: shown) }
        }
        try room.use(.unkick(2))
        try room.state.admit(player, takesSeat: true, showing: .nothing)
        #expect(try room.state.decide(.join(player, name: "Back")) == [.joined(seat: 3, player: player, name: "Back")])
    }

    @Test("One kick more than 100 lets in again who was kicked first")
    func mostKicked() throws {
        var room = TestRoom()
        for seat in 2...RoomDoor.mostKicked + 1 {
            if seat > 2 { room.take(.joined(seat: seat, player: TestRoom.player(seat), name: "Racer \(seat)")) }
            #expect(try room.use(.kick(seat)) == [.kicked(seat: seat)])
        }
        #expect(room.state.door.kicked.count == 100)
        let seat = RoomDoor.mostKicked + 2
        room.take(.joined(seat: seat, player: TestRoom.player(seat), name: "Racer \(seat)"))
        #expect(try room.use(.kick(seat)) == [.unkicked(seat: 2), .kicked(seat: seat)])
        #expect(room.state.door.kicked.count == 100)
        try room.state.admit(TestRoom.player(2), takesSeat: true, showing: .nothing)
        #expect(throws: RoomRefusal.kicked) {
            try room.state.admit(TestRoom.player(3), takesSeat: true, showing: .nothing)
        }
    }

    @Test("Only players without a seat are asked for the password")
    func thePasswordIsAskedOfThoseWithoutASeat() throws {
        var room = TestRoom()
        try room.use(.password(RoomPassword(salt: "00", digest: "11")))
        let stranger = TestRoom.player(9)
        #expect(throws: RoomRefusal.wrongPassword) {
            try room.state.admit(stranger, takesSeat: false, showing: .wrong)
        }
        try room.state.admit(stranger, takesSeat: true, showing: .right)
        try room.state.admit(TestRoom.player(2), takesSeat: true, showing: .nothing)
    }

    @Test("An empty locked room admits a player")
    func aLockedRoomThatAllHaveLeftLetsSomebodyIn() throws {
        var room = TestRoom()
        try room.use(.lock(true))
        room.take(.left(seat: 1), .left(seat: 2))
        try room.state.admit(TestRoom.player(9), takesSeat: true, showing: .nothing)
        room.take(try room.state.decide(.join(TestRoom.player(9), name: "Late")))
        #expect(room.state.host == 3)
        #expect(throws: RoomRefusal.locked) {
            try room.state.admit(TestRoom.player(8), takesSeat: true, showing: .nothing)
        }
    }

    @Test(
        "A setting out of bounds is refused by its name",
        arguments: [
            ("rows", 3), ("rows", 11), ("limit", 29), ("limit", 601), ("rounds", 0), ("rounds", 21),
        ])
    func settingsOutOfBoundsAreNamed(field: String, value: Int) {
        var settings = SprintSettings()
        switch field {
        case "rows": settings.rows = value
        case "limit": settings.limit = value
        default: settings.rounds = value
        }
        #expect(settings.firstFault?.rawValue == field)
    }
}
