import TestKit
import Testing

@testable import Server

struct RoundTripsTests {
    /// Whether pings are due after messages at these instants.
    private static func areDue(_ instants: [Int64], by trips: inout RoundTrips) -> [Bool] {
        instants.map {
            _ = trips.messageArrived(now: $0)
            return trips.isDue
        }
    }

    /// Has trips of so many ms made, one every 10 s, beside what the kernel says at each. Returns the lag after each.
    private static func lags(_ trips: [(ms: Int64, kernel: Int?)]) -> [UInt16] {
        var roundTrips = RoundTrips()
        return trips.enumerated().map { index, trip in
            let now = Int64(index + 1) * 10_000
            roundTrips.sent(now: now)
            roundTrips.answered(now: now + trip.ms, kernel: trip.kernel)
            return roundTrips.lag
        }
    }

    @Test("The lag is the median of the last five round trips")
    func median() {
        var trips = RoundTrips()
        #expect(trips.lag == 0)
        #expect(RoundTripsTests.areDue([0, 1], by: &trips) == [false, true], "not with hello alone")
        var now: Int64 = 10
        for (trip, median) in [(80, 80), (20, 20), (900, 80), (40, 40), (60, 60), (70, 60), (70, 70)]
            as [(Int64, UInt16)]
        {
            trips.sent(now: now)
            #expect(trips.isUnderWay && !trips.isDue)
            #expect(RoundTripsTests.areDue([now + 5_000], by: &trips) == [false], "one at a time")
            now += trip
            trips.answered(now: now, kernel: .max)
            #expect(trips.lag == median && trips.messageArrived(now: now) == median)
            now += 6_000
        }
        #expect(RoundTripsTests.areDue([now], by: &trips) == [false], "there are five")
        trips.answered(now: now, kernel: 1)
        #expect(trips.lag == 70, "nobody asked")
        trips.sent(now: now)
        trips.answered(now: now + 70_000, kernel: .max)
        #expect(trips.lag == 70, "one long one is no slow line")
    }

    @Test("Delayed pongs count only as far as the kernel confirms them")
    func kernelBounds() {
        #expect(RoundTripsTests.lags([(480, 0), (480, 0), (480, 12), (480, 12)]) == [0, 0, 12, 12])
        #expect(RoundTripsTests.lags([(80, 78), (480, 78), (480, 78), (480, 79)]) == [78, 78, 78, 79], "nor later")
        #expect(RoundTripsTests.lags([(80, 200)]) == [80], "an acknowledgment may be late")
        #expect(
            RoundTripsTests.lags([(40, 38), (300, 290), (300, 290), (300, 290)]) == [38, 40, 290, 290], "a slower line")
        #expect(RoundTripsTests.lags([(70_000, 100_000)]) == [.max])
    }

    @Test("Without a kernel figure the shortest round trip counts, and the lag never grows")
    func leastWithoutKernel() {
        #expect(RoundTripsTests.lags([(80, nil), (480, nil), (480, nil), (480, nil)]) == [80, 80, 80, 80])
        #expect(
            RoundTripsTests.lags([(480, nil), (480, nil), (90, nil)] + Array(repeating: (480, nil), count: 9))
                == [480, 480] + Array(repeating: 90, count: 10), "also when the short one is none of the last five")
        var random = SplitMix(seed: 3)
        for _ in 0..<200 {
            let lags = RoundTripsTests.lags((0..<20).map { _ in (Int64.random(in: 0..<900, using: &random), nil) })
            #expect(zip(lags, lags.dropFirst()).allSatisfy { $0 >= $1 })
        }
    }

    @Test("The lag exceeds neither the median round trip nor the kernel's")
    func neverMore() {
        var random = SplitMix(seed: 4)
        for _ in 0..<200 {
            let trips = (0..<20).map { _ in
                (
                    ms: Int64.random(in: 0..<900, using: &random),
                    kernel: Bool.random(using: &random)
                        ? Int.random(in: 0..<900, using: &random) : nil
                )
            }
            for (index, lag) in RoundTripsTests.lags(trips).enumerated() {
                let last = trips[max(0, index - 4)...index].map(\.ms).sorted()
                #expect(lag <= last[(last.count - 1) / 2] && lag <= trips[index].kernel ?? .max)
            }
        }
    }

    @Test(
        "The first pings are sent at a pause from each other",
        arguments: [(1, 1_000), (2, 1_000), (3, 5_000), (4, 5_000)] as [(Int, Int64)])
    func firstPings(taken: Int, pause: Int64) {
        var trips = RoundTrips()
        _ = trips.messageArrived(now: 0)
        for _ in 0..<taken {
            trips.sent(now: 1_000)
            trips.answered(now: 1_050, kernel: nil)
        }
        let instants = [1_060, 1_049 + pause, 1_050 + pause, 1_051 + pause]
        #expect(RoundTripsTests.areDue(instants, by: &trips) == [false, false, true, true])
        trips.sent(now: 1_052 + pause)
        #expect(!trips.isDue, "another ping has left meanwhile")
    }

    @Test("A pong while two pings are under way counts for neither")
    func ambiguousPong() {
        var trips = RoundTrips()
        trips.sent(now: 1_000)
        trips.sent(now: 26_000)
        #expect(trips.isUnderWay)
        // Ten ms after the second, or 25 s after the first.
        trips.answered(now: 26_010, kernel: nil)
        #expect(trips.lag == 0 && !trips.isUnderWay)
        trips.sent(now: 60_000)
        trips.answered(now: 60_080, kernel: nil)
        #expect(trips.lag == 80)
    }

    /// A send to a socket costs more than all else that a guess wants of the server.
    @Test("A ping is sent in one write with an answer", arguments: TestServer.shardCounts)
    func pingsLeaveWithAnswers(shards: Int) throws {
        let player = try TestServer(shards: shards).player()
        // Its answer waits for the disk.
        _ = try player.post(["type": "rename", "name": "Quiet Otter 7"])
        try player.webSocket.socket.receive()
        let head = player.webSocket.socket.readPending().prefix(3)
        #expect(Array(head) == [0x89, 0, 0x81], "a ping, and in the same piece the answer")
    }
}
