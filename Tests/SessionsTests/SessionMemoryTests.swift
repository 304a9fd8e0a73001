import CMalloc
import Foundation
import GameRules
import Messages
import Rooms
import Storage
import Testing

@testable import Sessions

/// The cost of a mere watcher for the hub and the feeds, in bytes of the heap. It is measured in a process of its own,
/// in which nothing else allocates. `Tests/load/load.sh idle` measures the whole server.
@Suite struct SessionMemoryTests {
    /// A connection that reads nothing of what it is sent.
    private final class Idle: SessionOutput, FeedReceiver {
        var queuedBytes: Int { 0 }
        func send(_ message: OutgoingMessage, isGreeted: Bool) {}
        func send(_ batch: OutgoingBatch) {}
        func close(code: UInt16, reason: String) {}
        func attend(_ isAttended: Bool) {}
    }

    /// Sessions, a room with them as watchers, and what that took.
    private struct Crowd {
        let world: HubWorld
        let code: String
        let players: [PlayerID]
        let outputs: [Idle]
        private(set) var sessions: [Session] = []

        init(_ count: Int) throws {
            world = try HubWorld()
            code = try world.guest().ask(.createRoom(name: nil))["room"] as? String ?? ""
            var ids: [PlayerID] = []
            for _ in 0..<count {
                world.hub.accounts.createGuest { result in
                    if case .success(let player) = result { ids.append(player.id) }
                }
            }
            world.run()
            players = ids
            outputs = ids.map { _ in Idle() }
            for (index, output) in outputs.enumerated() {
                world.clients.value[UInt64(1_000 + index)] = WeakClient(client: output)
            }
            sessions.reserveCapacity(count)
        }

        /// Lets some more of them in.
        mutating func enter(upTo end: Int) {
            for index in sessions.count..<end {
                let place = SessionPlace(shard: 0, connection: UInt64(1_000 + index))
                let session = world.hub.connect(
                    outputs[index], at: place, identity: SessionClaim(player: players[index], sessions: 0),
                    of: ClientNetwork(bits: 1, isIPv4: true))
                // One behind the other, so that the second waits: that must leave nothing behind.
                let requests: [ClientMessage] = [.hello(protocol: 1, token: nil), .watch(room: code, resume: nil)]
                for (id, message) in requests.enumerated() {
                    world.hub.receive(ClientRequest(id: id, message: message).encoded(), from: session)
                }
                world.run()
                sessions.append(session)
            }
            // Presence has been sent, and rates are forgiven.
            for _ in 0..<8 {
                world.advance(ms: 1_000)
                world.tick()
            }
        }

        var watchers: Int { world.hub.library.rooms.values.first?.watchers.reduce(0, +) ?? 0 }
    }

    /// AddressSanitizer has a heap of its own, of which nobody can say how much is in use.
    private static let hasOwnHeap = ProcessInfo.processInfo.environment["ASAN_OPTIONS"] != nil

    @Test("An idle watcher takes at most 392 bytes of the heap", .disabled(if: hasOwnHeap))
    func anIdleWatcherTakesFewBytes() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            var crowd = try Crowd(5_000)
            crowd.enter(upTo: 1_000)
            let before = malloc_bytes_in_use()
            crowd.enter(upTo: 5_000)
            let each = (malloc_bytes_in_use() - before) / 4_000
            precondition(crowd.watchers == 5_000)
            print("bytes for each: \(each)")
        }
        let output = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
        let line = output.split(separator: "\n").first { $0.hasPrefix("bytes for each: ") }
        let each = try #require(line.flatMap { Int($0.dropFirst("bytes for each: ".count)) }, "\(output)")
        #expect(each <= 392)
    }
}
