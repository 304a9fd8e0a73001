import Messages
import Testing

@testable import Sessions

/// The links and sessions of the admin page.
@Suite struct AdminSessionsTests {
    private func opened(_ opening: AdminSessions.Opening) -> AdminSessions.Session? {
        if case .opened(let session) = opening { session } else { nil }
    }

    private func isBad(_ opening: AdminSessions.Opening) -> Bool {
        if case .badLink = opening { true } else { false }
    }

    private func isFull(_ opening: AdminSessions.Opening) -> Bool {
        if case .full = opening { true } else { false }
    }

    @Test("A link opens one session, once, and only before its time is over")
    func links() throws {
        var sessions = AdminSessions()
        let made = sessions.addLink("k1", .moderator, now: 0)
        let link = try #require(made)
        #expect(link.expires == 300_000 && link.role == .moderator)
        #expect(isBad(sessions.open("k2", token: "t", now: 0)) && isBad(sessions.open("", token: "t", now: 0)))
        let opening = sessions.open("k1", token: "t", now: 299_999)
        let session = try #require(opened(opening))
        #expect(session.role == .moderator && session.number == 1)
        #expect(isBad(sessions.open("k1", token: "u", now: 299_999)), "it was used")
        _ = sessions.addLink("k3", .owner, now: 0)
        #expect(isBad(sessions.open("k3", token: "u", now: 300_000)))
        #expect(sessions.use("u", now: 300_000) == nil && sessions.use("k1", now: 300_000) == nil)
    }

    @Test("A session ends after an hour without a request, and after 8 hours")
    func expiry() throws {
        var sessions = AdminSessions()
        for (key, token) in [("k1", "busy"), ("k2", "idle")] {
            _ = sessions.addLink(key, .owner, now: 0)
            _ = sessions.open(key, token: token, now: 0)
        }
        for hour in 1...8 {
            let now = hour * (AdminSessions.idle - 1)
            #expect(sessions.use("busy", now: now) != nil, "\(hour)")
            if hour == 1 { #expect(sessions.use("idle", now: now) != nil) }
        }
        #expect(sessions.use("idle", now: 2 * 3_600_000) == nil)
        #expect(sessions.use("busy", now: AdminSessions.lifetime) == nil)
        #expect(sessions.all(now: AdminSessions.lifetime).isEmpty)
    }

    @Test("Links and sessions are bounded in number")
    func bounds() {
        var sessions = AdminSessions()
        for number in 1...AdminSessions.mostLinks {
            #expect(sessions.addLink("l\(number)", .owner, now: 0) != nil)
        }
        #expect(sessions.addLink("x", .owner, now: 0) == nil)
        #expect(sessions.addLink("y", .owner, now: AdminSessions.linkLifetime) != nil, "the others are over")
        var full = AdminSessions()
        for number in 0..<AdminSessions.mostSessions {
            _ = full.addLink("\(number)", .owner, now: 0)
            #expect(opened(full.open("\(number)", token: "t\(number)", now: 0)) != nil)
        }
        _ = full.addLink("z", .owner, now: 0)
        #expect(isFull(full.open("z", token: "tz", now: 0)) && isBad(full.open("z", token: "tz", now: 0)))
    }

    @Test("Sessions are ended one by one, or all with the links")
    func ending() {
        var sessions = AdminSessions()
        for number in 0..<3 {
            _ = sessions.addLink("\(number)", .owner, now: 0)
            _ = sessions.open("\(number)", token: "t\(number)", now: 0)
        }
        _ = sessions.addLink("late", .owner, now: 0)
        #expect(sessions.end(number: 2, now: 0) == 1 && sessions.end(number: 2, now: 0) == 0)
        #expect(sessions.use("t1", now: 0) == nil && sessions.all(now: 0).map(\.number) == [1, 3])
        sessions.end("t0")
        #expect(sessions.all(now: 0).map(\.number) == [3])
        #expect(sessions.end(number: nil, now: 0) == 2 && sessions.use("t2", now: 0) == nil)
        #expect(isBad(sessions.open("late", token: "u", now: 0)))
    }

    @Test("A session that asks too often waits, and acts cost more than reads")
    func rates() {
        var sessions = AdminSessions()
        _ = sessions.addLink("k", .owner, now: 0)
        _ = sessions.open("k", token: "t", now: 0)
        for _ in 0..<30 { #expect(sessions.charge("t", AdminSessions.costOfAct, now: 0) == nil) }
        #expect(sessions.charge("t", AdminSessions.costOfAct, now: 0) == 2_000)
        #expect(sessions.charge("t", 1, now: 0) == 250 && sessions.charge("t", 1, now: 250) == nil)
    }
}
