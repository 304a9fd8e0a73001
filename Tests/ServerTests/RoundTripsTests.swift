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

    @Test func theFirstPingsComeInPauses() {
        var trips = RoundTrips()
        trips.sent(now: 1_000)
        trips.answered(now: 1_050)
        #expect(
            RoundTripsTests.heard([1_060, 1_070, 6_049, 6_050, 6_060], by: &trips) == [false, false, false, true, true])
        trips.sent(now: 6_070)
        #expect(!trips.isDue, "another ping has left meanwhile")
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
