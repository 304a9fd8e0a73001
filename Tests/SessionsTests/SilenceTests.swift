import Foundation
import Messages
import Rooms
import Testing

@testable import Sessions

/// Connections that are open and say nothing.
@Suite struct SilenceTests {
    /// A host, a rival and a watcher of one room.
    private func race(_ world: HubWorld) throws -> (code: String, TestClient, TestClient, TestClient) {
        let host = try world.guest(name: "Mika")
        let rival = try world.guest(name: "Noor")
        let watcher = try world.guest(name: "Chidi")
        let code = host.ask(.createRoom(name: "Kites"))["room"] as? String ?? ""
        #expect(rival.ask(.join(room: code, resume: nil))["seat"] as? Int == 2)
        #expect(watcher.ask(.watch(room: code, resume: nil)).type == "watching")
        return (code, host, rival, watcher)
    }

    @Test("A silent racer counts as absent until heard again")
    func silence() throws {
        let world = try HubWorld()
        let (code, host, rival, watcher) = try race(world)
        #expect(host.isAttended && rival.isAttended && !watcher.isAttended)
        let session = try #require(rival.session)
        func present() -> [Int]? {
            world.tick()
            return host.pushes("presence").last?["present"] as? [Int]
        }
        #expect(present() == [1, 2])
        world.hub.fellSilent(session)
        #expect(present() == [1])
        let count = host.pushes("presence").count
        world.hub.fellSilent(session)
        #expect(present() == [1] && host.pushes("presence").count == count, "it is told once")
        world.hub.isHeard(session)
        #expect(present() == [1, 2])
        world.hub.fellSilent(session)
        #expect(present() == [1])
        #expect(rival.ask(.ping).type == "pong")
        #expect(present() == [1, 2])
        // Another connection on the same seat is enough.
        let second = world.connect(rival.player)
        _ = second.ask(.join(room: code, resume: nil))
        world.hub.fellSilent(session)
        #expect(present() == [1, 2])
        second.disconnect()
        #expect(present() == [1])
        rival.disconnect()
        world.hub.fellSilent(session)
        world.hub.isHeard(session)
        #expect(present() == [1])
    }

    @Test("A host who stays silent is succeeded by another member")
    func silentHost() throws {
        let world = try HubWorld()
        let (_, host, rival, _) = try race(world)
        world.hub.fellSilent(try #require(host.session))
        world.tick()
        world.advance(ms: RoomState.hostPatience + 1_000)
        world.tick()
        let hosts = rival.pushes("event").compactMap { ($0["event"] as? [String: Any])?["kind"] as? String }
        #expect(hosts.filter { $0 == "hosted" }.count == 1)
    }
}
