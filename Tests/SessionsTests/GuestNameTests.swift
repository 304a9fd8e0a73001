import GameRules
import Testing

@testable import Sessions

@Suite struct GuestNameTests {
    @Test func everyNameMayBeShown() throws {
        var names: Set<String> = []
        for adjective in 0..<UInt64(64) {
            for animal in 0..<UInt64(64) {
                let name = GuestName.make(from: adjective | animal << 32)
                try DisplayName.check(name, maximum: DisplayName.playerMaximum)
                names.insert(name)
                #expect(GuestName.isDrawn(name))
            }
        }
        #expect(names.count == 64 * 64)
        try DisplayName.check(GuestName.make(from: .max), maximum: DisplayName.playerMaximum)
    }

    @Test(arguments: ["Mika", "Brisk", "Brisk  Otter", "Otter Brisk", "brisk otter", "Brisk Otter 2", "", " "])
    func namesPeopleChooseAreTheirs(name: String) { #expect(!GuestName.isDrawn(name)) }

    private func name(of client: TestClient) -> String {
        client.messages.first?.object("player")["name"] as? String ?? ""
    }

    /// There are 4,096 names: in one room of 50 out of four, two guests draw the same.
    @Test func aGuestWhoseNameIsTakenInTheRoomGetsAnother() throws {
        let world = try HubWorld()
        let guest = try world.guest()
        let drawn = name(of: guest)
        let elsewhere = guest.ask(.createRoom(name: "Kites"))["room"] as? String ?? ""
        let witness = try world.guest(name: "Noor")
        _ = witness.ask(.join(room: elsewhere, resume: nil))
        let host = try world.guest(name: drawn.uppercased())
        let code = host.ask(.createRoom(name: "Swans"))["room"] as? String ?? ""
        let tab = world.connect(guest.player)
        let entry = guest.ask(.join(room: code, resume: nil))
        #expect(entry["seat"] as? Int == 2)
        let new = entry.object("snapshot").list("members").last?["name"] as? String ?? ""
        #expect(GuestName.isDrawn(new) && new != drawn)
        // Everybody who shows the name hears of it: the player's own tabs, and the rooms.
        for own in [guest, tab] { #expect(own.pushes("renamed").map { $0["name"] as? String } == [new]) }
        let events = witness.pushes("event").map { $0.object("event") }
        #expect(events.last?["kind"] as? String == "renamed" && events.last?["name"] as? String == new)
        #expect(name(of: try world.restarted().connect(guest.player)) == new)
    }

    @Test func aNameThatWasChosenIsKeptAndRefused() throws {
        let world = try HubWorld()
        let host = try world.guest(name: "Mika")
        let code = host.ask(.createRoom(name: "Swans"))["room"] as? String ?? ""
        let rival = try world.guest(name: "MIKA")
        #expect(rival.ask(.join(room: code, resume: nil))["code"] as? String == "name_taken")
        #expect(rival.pushes("renamed").isEmpty)
    }

    /// On a day whose word is an animal, or an adjective, no guest is called so.
    @Test func noGuestIsCalledLikeTheAnswer() throws {
        let library = try TestWords.library()
        let words = Set(
            (0..<UInt64(64)).flatMap { GuestName.make(from: $0 | $0 << 32).lowercased().split(separator: " ") })
        let today = library.day(at: HubWorld.morning)
        let day = try #require(
            (0..<2_000).map { today.advanced(by: $0) }.first { day in
                let puzzle = PuzzleID(line: .today, day: day)
                guard let drawn = library.draw(puzzle), let line = library.words(of: puzzle.line) else { return false }
                return words.contains(Substring(line.alphabet.text(drawn.answer)))
            })
        let world = try HubWorld(now: library.end(of: day) - 1)
        for _ in 0..<500 {
            let name = try world.guest().messages.first?.object("player")["name"] as? String ?? ""
            #expect(!name.isEmpty)
            #expect(!DisplayName.spells(world.answer, name), "\(name)")
        }
    }
}
