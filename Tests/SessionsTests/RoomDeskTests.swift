import Foundation
import GameRules
import Messages
import Rooms
import Storage
import Testing

@testable import Sessions

/// The desks of rooms as functions: a request and what it needs go in, a decision or a refusal comes out.
@Suite struct RoomDeskTests {
    private let world: DeskWorld
    private let host: Asker
    private let room: LiveRoom
    private let founding: Decision

    init() throws {
        world = try DeskWorld()
        host = world.asker()
        founding = try world.entrance.found(host, "Kites", nil, Gathered(code: RoomCode("KYTE7")))
        room = try #require(founding.rooms.first)
        see(founding)
    }

    /// Connections see what a decision shows them, as after its commit.
    private func see(_ decision: Decision) {
        for change in decision.viewChanges { change.session.roomsChanged() }
    }

    private func guest(_ name: String) throws -> Asker {
        let guest = world.asker(name: name)
        see(try world.entrance.join(guest, nil, JoiningManner(), Gathered(room: room)))
        return guest
    }

    /// The events that a decision writes, by their kinds.
    private func events(_ decision: Decision) -> [RoomEvent.Kind] {
        decision.writes.compactMap { write in
            if case .appendEvent(_, let logged) = write { logged.event.kind } else { nil }
        }
    }

    /// The types of the answers to those who enter a room by a decision.
    private func entries(_ decision: Decision) -> [String?] {
        decision.tellings.compactMap { telling in
            guard case .entrance(let entrance) = telling else { return nil }
            let json = try? JSONSerialization.jsonObject(with: Data(entrance.message.json)) as? [String: Any]
            return json?["type"] as? String
        }
    }

    private func ask(_ asker: Asker, _ request: RoomRequest) throws(ErrorReply) -> Decision {
        try world.rooms.decide(asker, "KYTE7", request, Gathered())
    }

    @Test("Founding a room writes it with its first events, and answers with the founder's seat")
    func founded() {
        guard case .createRoom(let record)? = founding.writes.first else {
            return #expect(Bool(false), "no room is written")
        }
        #expect(record.name == "Kites" && record.code.text == "KYTE7")
        #expect(events(founding).prefix(3) == [.created, .joined, .hosted])
        #expect(entries(founding) == ["joined"])
        #expect(room.state.member(for: host.player.id)?.seat == room.state.host)
    }

    @Test("A newcomer's seat is one event, and an answer")
    func joined() throws {
        let guest = world.asker(name: "Noor")
        let decision = try world.entrance.join(guest, nil, JoiningManner(), Gathered(room: room))
        #expect(events(decision) == [.joined])
        #expect(entries(decision) == ["joined"])
        #expect(guest.player.seats.count == 1)
    }

    @Test("A locked room refuses a newcomer, and nothing of it is another one then")
    func locked() throws {
        #expect(events(try ask(host, .lock(true))) == [.locked])
        let before = room.state
        let guest = world.asker(name: "Noor")
        #expect(throws: ErrorReply(RoomRefusal.locked)) {
            try world.entrance.join(guest, nil, JoiningManner(), Gathered(room: room))
        }
        #expect(room.state == before && guest.player.seats.isEmpty)
    }

    @Test(
        "What only a host may do is refused to a member, and changes nothing",
        arguments: [
            RoomRequest.lock(true), .list(true), .kick(seat: 1), .handOver(seat: 2), .close, .start,
            .settings(SprintChange(rounds: 5)),
        ])
    func hostsAlone(request: RoomRequest) throws {
        let guest = try guest("Noor")
        let before = room.state
        #expect(throws: ErrorReply(.notHost)) { try ask(guest, request) }
        #expect(room.state == before)
    }

    @Test("A stranger's request about a room is refused as if there were none")
    func strangers() {
        #expect(throws: ErrorReply.notInRoom) { try ask(world.asker(name: "Chidi"), .react(.wave)) }
    }

    @Test("A seat that is handed over is one event, and a kick takes the seat from memory with its own")
    func powers() throws {
        let guest = try guest("Noor")
        #expect(events(try ask(host, .kick(seat: 2))) == [.kicked])
        #expect(room.state.member(for: guest.player.id) == nil)
        _ = try self.guest("Chidi")
        #expect(events(try ask(host, .handOver(seat: 3))) == [.hosted])
        #expect(throws: ErrorReply(.notHost)) { try ask(host, .lock(true)) }
    }

    @Test("The lobby shows a listed room once everybody in it was told, and an asker alone is answered")
    func lobby() throws {
        let decision = try ask(host, .list(true))
        #expect(events(decision) == [.listed])
        #expect(world.lobby.rooms.isEmpty, "it is not durable yet")
        for (room, logged, _) in founding.news + decision.news { room.told(logged.event) }
        world.library.rooms.told(room, .listing)
        #expect(world.lobby.rooms.map(\.name) == ["Kites"])
        let looker = world.asker(name: "Chidi")
        #expect(world.lobby.look(looker, isOn: true).answers == ["lobby"])
        #expect(!world.lobby.isEmpty)
        world.lobby.end(looker.session)
        #expect(world.lobby.isEmpty)
    }
}
