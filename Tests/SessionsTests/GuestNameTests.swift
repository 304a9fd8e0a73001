import GameRules
import Testing

@testable import Sessions

@Suite struct GuestNameTests {
    @Test("Every drawn guest name is a valid display name, and all 4,096 differ")
    func everyNameMayBeShown() throws {
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

    @Test(
        "A chosen name is not taken for a drawn one",
        arguments: ["Mika", "Brisk", "Brisk  Otter", "Otter Brisk", "brisk otter", "Brisk Otter 2", "", " "])
    func chosenNames(name: String) { #expect(!GuestName.isDrawn(name)) }

    private func name(of client: TestClient) -> String {
        client.messages.first?.object("player")["name"] as? String ?? ""
    }

    /// The server draws from 4,096 names, so in one of four rooms with 50 guests two have drawn the same.
    @Test("A guest whose drawn name is taken in the room gets another drawn name")
    func takenName() throws {
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

    @Test("A player whose chosen name is taken in the room is refused, not renamed")
    func chosenNameStays() throws {
        let world = try HubWorld()
        let host = try world.guest(name: "Mika")
        let code = host.ask(.createRoom(name: "Swans"))["room"] as? String ?? ""
        let rival = try world.guest(name: "MIKA")
        #expect(rival.ask(.join(room: code, resume: nil))["code"] as? String == "name_taken")
        #expect(rival.pushes("renamed").isEmpty)
    }

    @Test("Guest names do not depend on the day's answer")
    func namesDoNotKnowTheAnswer() throws {
        let names = try (0..<3).map { day in
            let world = try HubWorld(now: HubWorld.morning + day * 86_400_000)
            return try (0..<50).map { _ in try world.guest().messages.first?.object("player")["name"] as? String }
        }
        #expect(names[0] == names[1] && names[1] == names[2] && !names[0].contains(nil))
    }
}
