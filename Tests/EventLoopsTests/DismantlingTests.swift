import Testing

@testable import EventLoops

/// The end of a loop, in a process that goes on.
@Suite struct DismantlingTests {
    private final class Held: Sendable {}

    private func run(_ group: ShardGroup, _ work: @escaping @Sendable (EventLoop) -> Void) async {
        await withCheckedContinuation { done in
            group.shards[0].execute { loop in
                work(loop)
                done.resume()
            }
        }
    }

    @Test("A loop that was dismantled holds nothing for timers that will not come", arguments: [false, true])
    func timers(isPrecise: Bool) async throws {
        let group = try ShardGroup(count: 1)
        weak var kept: Held?
        do {
            let held = Held()
            kept = held
            await run(group) { loop in
                loop.after(milliseconds: 86_400_000, precisely: isPrecise) { _ in withExtendedLifetime(held) {} }
            }
        }
        #expect(kept != nil)
        await group.stop(graceMilliseconds: 10)
        await run(group) { $0.dismantle() }
        #expect(kept == nil)
    }
}
