import EventLoops
import Testing

@testable import LoadGenerator

@Suite("The alarm of a load", .timeLimit(.minutes(1)))
struct AlarmTests {
    @Test("An alarm fires once, at its time")
    func alarm() async throws {
        let group = try ShardGroup(count: 1)
        let (stream, continuation) = AsyncStream<Int64>.makeStream()
        let due = EventLoop.nanoseconds() + 3_000_000
        group.shards[0].execute { loop in
            do throws(EventLoopError) {
                let alarm = try Alarm(on: loop) { continuation.yield(EventLoop.nanoseconds()) }
                alarm.set(at: due + 60_000_000_000)
                alarm.set(at: due)
                loop.attachment = alarm
            } catch { continuation.finish() }
        }
        let fired = try #require(await stream.first { _ in true })
        #expect(fired >= due)
        await group.stop(graceMilliseconds: 100)
    }
}
