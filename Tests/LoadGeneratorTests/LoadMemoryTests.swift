import Clients
import EventLoops
import TestKit
import Testing

@testable import EventLoops
@testable import LoadGenerator

/// Dropping the last reference to a load drops its guests too, in whatever state they are. They end with the run, not
/// with the program.
@Suite("Memory after a load")
struct LoadMemoryTests {
    private static let connector = Connector(
        location: ServerLocation(host: "127.0.0.1", port: 1), address: .loopback(port: 1), process: nil, random: { 1 })

    @Test("A run that is ended in its middle leaves nothing in memory")
    func run() async throws {
        weak var leftRun: LoadRun?
        weak var leftSlot: Slot?
        weak var leftRoom: LoadRoom?
        weak var leftPlayer: Guest?
        weak var leftNewcomer: Guest?
        let group = try ShardGroup(count: 2)
        do {
            let run = LoadRun(
                LoadPlan(), on: try EventLoop(load: ShardLoad()), Self.connector,
                shards: (own: group.shards[0], crowd: group.shards[1]), lexicon: try TestServer.lexicon.get(),
                progress: { _ in }, finished: { _ in })
            let slot = run.slots[0]
            let (player, newcomer) = (Guest(run, slot: slot), Guest(run, slot: slot))
            (slot.current, slot.standby) = (player, newcomer)
            slot.room.seat(player, at: 1)
            run.free = run.slots
            (leftRun, leftSlot, leftRoom, leftPlayer, leftNewcomer) = (run, slot, slot.room, player, newcomer)
            #expect(leftPlayer != nil && leftNewcomer != nil)
        }
        #expect(leftRun == nil && leftSlot == nil && leftRoom == nil)
        #expect(leftPlayer == nil && leftNewcomer == nil)
        await group.stop(graceMilliseconds: 0)
    }

    @Test("A crowd of watchers leaves nothing in memory")
    func crowd() throws {
        weak var leftRoom: LoadRoom?
        weak var leftWatcher: Guest?
        do {
            let loop = try EventLoop(load: ShardLoad())
            let crowd = WatcherCrowd(LoadPlan(), on: loop, Self.connector, rooms: [("KYTE7", DueTimes())]) { _ in }
            let room = LoadRoom(number: 0, code: "KYTE7")
            let watcher = Guest(crowd, watching: room)
            room.listen(watcher)
            (leftRoom, leftWatcher) = (room, watcher)
            #expect(leftWatcher != nil)
        }
        #expect(leftRoom == nil && leftWatcher == nil)
    }
}
