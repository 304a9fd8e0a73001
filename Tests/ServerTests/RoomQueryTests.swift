import TestKit
import Testing

/// Room codes are what keeps strangers out: they must not be found by trying.
@Suite(.blocking) struct RoomQueryTests {
    @Test func codesCannotBeSearchedFor() throws {
        let server = try TestServer()
        let path = "/api/v1/leaderboards/guess-en-5/2026-11-21"
        var statuses: [Int] = []
        // A token comes back every half second, so on a slow machine a few more are let through.
        while statuses.last != 429, statuses.count < 300 {
            statuses.append(try server.ask("GET", path + "?room=KYTE7").status)
        }
        #expect(statuses.count > 120)
        #expect(statuses.dropLast().allSatisfy { $0 == 404 })
        #expect(statuses.last == 429)
        #expect(try server.ask("GET", path).status == 200, "the server's own board is not concerned")
    }
}
