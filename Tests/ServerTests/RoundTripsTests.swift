import TestKit
import Testing

@testable import Server

struct RoundTripsTests {
    /// Whether pings are due after messages at these instants.
    private static func heard(_ instants: [Int64], by trips: inout RoundTrips) -> [Bool] {
        instants.map {
            _ = trips.heard(now: $0)
            return trips.isDue
        }
    }

    @Test func theTripInTheMiddleOfFiveCounts() {
        var trips = RoundTrips()
        #expect(trips.median == 0)
        #expect(RoundTripsTests.heard([0, 1], by: &trips) == [false, true], "not with hello alone")
        var now: Int64 = 10
        for (trip, median) in [(80, 80), (20, 20), (900, 80), (40, 40), (60, 60), (70, 60), (70, 70)]
            as [(Int64, UInt16)]
        {
            trips.sent(now: now)
            #expect(trips.isUnderWay && !trips.isDue)
            #expect(RoundTripsTests.heard([now + 5_000], by: &trips) == [false], "one at a time")
            now += trip
            trips.answered(now: now)
            #expect(trips.median == median)
            now += 6_000
        }
        #expect(RoundTripsTests.heard([now], by: &trips) == [false], "there are five")
        trips.answered(now: now)
        #expect(trips.median == 70, "nobody asked")
        trips.sent(now: now)
        trips.answered(now: now + 70_000)
        #expect(trips.median == 70, "one long one is no slow line")
    }

    @Test(arguments: [(1, 1_000), (2, 1_000), (3, 5_000), (4, 5_000)] as [(Int, Int64)])
    func theFirstPingsComeInPauses(taken: Int, pause: Int64) {
        var trips = RoundTrips()
        _ = trips.heard(now: 0)
        for _ in 0..<taken {
            trips.sent(now: 1_000)
            trips.answered(now: 1_050)
        }
        let instants = [1_060, 1_049 + pause, 1_050 + pause, 1_051 + pause]
        #expect(RoundTripsTests.heard(instants, by: &trips) == [false, false, true, true])
        trips.sent(now: 1_052 + pause)
        #expect(!trips.isDue, "another ping has left meanwhile")
    }

    @Test func ofTwoPingsUnderWayNobodyKnowsWhichIsAnswered() {
        var trips = RoundTrips()
        trips.sent(now: 1_000)
        trips.sent(now: 26_000)
        #expect(trips.isUnderWay)
        // Ten ms after the second, or 25 s after the first.
        trips.answered(now: 26_010)
        #expect(trips.median == 0 && !trips.isUnderWay)
        trips.sent(now: 60_000)
        trips.answered(now: 60_080)
        #expect(trips.median == 80)
    }

    /// A send to a socket costs more than all else that a guess wants of the server.
    @Test(arguments: TestServer.shardCounts) func pingsLeaveWithAnswers(shards: Int) throws {
        let player = try TestServer(shards: shards).player()
        // Its answer waits for the disk.
        _ = try player.post(["type": "rename", "name": "Quiet Otter 7"])
        try player.webSocket.socket.receive()
        let head = player.webSocket.socket.readPending().prefix(3)
        #expect(Array(head) == [0x89, 0, 0x81], "a ping, and in the same piece the answer")
    }
}
