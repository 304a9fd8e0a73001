import Testing

@testable import Sessions

/// Codes and passwords of rooms keep strangers out: a network may try so many, whichever player tries them.
@Suite struct RoomSearchTests {
    private static let password = "open sesame"

    /// A room with a password, and its host.
    private func room(_ world: HubWorld) throws -> (code: String, host: TestClient) {
        let host = try world.guest()
        let code = host.ask(.createRoom(name: nil))["room"] as? String ?? ""
        #expect(host.ask(.inRoom(room: code, .password(Self.password))).type == "done")
        return (code, host)
    }

    @Test("Wrong codes and wrong passwords of rooms count for the network together, whoever tries them")
    func counted() throws {
        let world = try HubWorld()
        let (code, host) = try room(world)
        world.roomSearchesAllowed.value = 3
        #expect(try world.guest().ask(.watch(room: "22AAA", resume: nil)).code == "no_such_room")
        for wrong in ["open sesam", "kites"] {
            #expect(try world.guest().ask(.join(room: code, resume: nil, password: wrong)).code == "wrong_password")
        }
        #expect(world.roomSearches.value.count == 3)
        // The right one waits too: else whoever has to wait would be told which it is.
        for text in ["open sesam", Self.password] {
            let refused = try world.guest().ask(.join(room: code, resume: nil, password: text))
            #expect(refused.code == "rate_limited" && refused["retry"] as? Int == 500, "\(text)")
        }
        #expect(world.roomSearches.value.count == 3, "a try that is refused is none")
        let elsewhere = try world.guest(from: 2)
        #expect(elsewhere.ask(.join(room: code, resume: nil, password: Self.password)).type == "joined")
        let again = world.connect(host.player)
        #expect(again.ask(.join(room: code, resume: nil)).type == "joined", "who has a seat does not search")
    }

    @Test("The right password of a room is no try while the room knows it from its host")
    func rightPassword() throws {
        let world = try HubWorld()
        let (code, _) = try room(world)
        for _ in 0..<4 {
            let guest = try world.guest()
            #expect(guest.ask(.join(room: code, resume: nil, password: Self.password)).type == "joined")
        }
        #expect(world.roomSearches.value.isEmpty)
    }

    /// Its digest takes some 50 ms, for which the words of its host wait, and with them the end of a round.
    @Test("A room's password counts as twelve changes: five at once, then one a minute")
    func passwordRate() throws {
        let world = try HubWorld()
        let host = try world.guest()
        let code = host.ask(.createRoom(name: "Kites"))["room"] as? String ?? ""
        for number in 0..<5 {
            #expect(host.ask(.inRoom(room: code, .password("secret \(number)"))).type == "done")
        }
        #expect(host.ask(.inRoom(room: code, .password("another"))).code == "rate_limited")
        world.advance(ms: 60_000)
        #expect(host.ask(.inRoom(room: code, .password(nil))).type == "done")
        #expect(host.ask(.inRoom(room: code, .password("another"))).code == "rate_limited")
        world.advance(ms: 5_000)
        #expect(host.ask(.inRoom(room: code, .password("another"))).type == "done")
    }
}
