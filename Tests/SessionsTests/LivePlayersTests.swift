import GameRules
import Rooms
import Storage
import Testing

@testable import Sessions

/// Notes for players while they are being read.
@Suite struct LivePlayersTests {
    @Test("A seat that goes while its player is not found is kept from nobody who comes later")
    func seatOfNobody() throws {
        let world = try HubWorld()
        func submit(_ writes: [Write]) {
            world.storage.submit(Transaction(writes: writes)) { _ in }
            world.run()
        }
        let code = try #require(RoomCode("QYACK"))
        let room = RoomRecord(id: RoomID(number: 5), code: code, name: "Old", epoch: 1, createdAt: 0)
        let noor = PlayerRecord(id: PlayerID(high: 7, low: 7), name: "Noor", createdAt: 0)
        let joined = LoggedEvent(sequence: 1, time: 2, event: .joined(seat: 1, player: noor.id, name: "Noor"))
        let players = world.hub.library.players
        players.get(noor.id) { _ in }
        players.takeSeat(of: noor.id, in: room.id)
        world.run()
        submit([.createPlayer(noor), .createRoom(room), .appendEvent(room.id, joined)])
        let found = Mutable<LivePlayer?>(nil)
        players.get(noor.id) { found.value = try? $0.get() }
        world.run()
        #expect(found.value?.seats.keys.contains(room.id) == true)
    }
}
