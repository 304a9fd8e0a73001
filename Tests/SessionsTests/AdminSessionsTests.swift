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
        let made = sessions.addLink("k1", .moderator, number: 7, now: 0)
        let link = try #require(made)
        #expect(link.expires == 300_000 && link.role == .moderator)
        #expect(isBad(sessions.open("k2", token: "t", now: 0)) && isBad(sessions.open("", token: "t", now: 0)))
        let opening = sessions.open("k1", token: "t", now: 299_999)
        let session = try #require(opened(opening))
        #expect(session.role == .moderator && session.number == 7)
        #expect(isBad(sessions.open("k1", token: "u", now: 299_999)), "it was used")
        _ = sessions.addLink("k3", .owner, number: 8, now: 0)
        #expect(isBad(sessions.open("k3", token: "u", now: 300_000)))
        #expect(sessions.session(of: "u", now: 300_000) == nil && sessions.session(of: "k1", now: 300_000) == nil)
    }

    @Test("A session that is ended while its opening is under way does not come back when that fails")
    func endedWhileOpening() {
        var sessions = AdminSessions()
        _ = sessions.addLink("k", .owner, number: 7, now: 0)
        _ = sessions.open("k", token: "t", now: 0)
        let ended = sessions.end(number: 7, now: 0)
        let isOpen = sessions.settle("k", token: "t", isDone: false)
        #expect(ended == 1 && !isOpen)
        #expect(isBad(sessions.open("k", token: "u", now: 0)))
    }

    @Test("A session ends after an hour without a request, and after 8 hours")
    func expiry() throws {
        var sessions = AdminSessions()
        for (key, token) in [("k1", "busy"), ("k2", "idle")] {
            _ = sessions.addLink(key, .owner, number: 1, now: 0)
            _ = sessions.open(key, token: token, now: 0)
        }
        for hour in 1...8 {
            let now = hour * (AdminSessions.idle - 1)
            #expect(sessions.session(of: "busy", now: now) != nil, "\(hour)")
            if hour == 1 { #expect(sessions.session(of: "idle", now: now) != nil) }
        }
        #expect(sessions.session(of: "idle", now: 2 * 3_600_000) == nil)
        #expect(sessions.session(of: "busy", now: AdminSessions.lifetime) == nil)
        #expect(sessions.all(now: AdminSessions.lifetime).isEmpty)
    }

    @Test("Links and sessions are bounded in number")
    func bounds() {
        var sessions = AdminSessions()
        for number in 1...AdminSessions.mostLinks {
            #expect(sessions.addLink("l\(number)", .owner, number: number, now: 0) != nil)
        }
        #expect(sessions.addLink("x", .owner, number: 99, now: 0) == nil)
        let late = sessions.addLink("y", .owner, number: 99, now: AdminSessions.linkLifetime)
        #expect(late != nil, "the others are over")
        var full = AdminSessions()
        for number in 0..<AdminSessions.mostSessions {
            _ = full.addLink("\(number)", .owner, number: number, now: 0)
            #expect(opened(full.open("\(number)", token: "t\(number)", now: 0)) != nil)
            #expect(full.settle("\(number)", token: "t\(number)", isDone: true) == true)
        }
        _ = full.addLink("z", .owner, number: 99, now: 0)
        #expect(isFull(full.open("z", token: "tz", now: 0)) && isFull(full.open("z", token: "tz", now: 0)))
        full.end("t3")
        #expect(opened(full.open("z", token: "tz", now: 0)) != nil, "the link was not used up")
    }

    @Test("Sessions are ended one by one, or all with the links")
    func ending() {
        var sessions = AdminSessions()
        for number in 0..<3 {
            _ = sessions.addLink("\(number)", .owner, number: number + 1, now: 0)
            _ = sessions.open("\(number)", token: "t\(number)", now: 0)
        }
        _ = sessions.addLink("late", .owner, number: 4, now: 0)
        #expect(sessions.end(number: 2, now: 0) == 1 && sessions.end(number: 2, now: 0) == 0)
        #expect(sessions.session(of: "t1", now: 0) == nil && sessions.all(now: 0).map(\.number) == [1, 3])
        sessions.end("t0")
        #expect(sessions.all(now: 0).map(\.number) == [3])
        #expect(sessions.end(number: nil, now: 0) == 2 && sessions.session(of: "t2", now: 0) == nil)
        #expect(isBad(sessions.open("late", token: "u", now: 0)))
    }

    @Test("A link whose session is not logged can be used again until its time is over, and by nobody meanwhile")
    func settling() {
        var sessions = AdminSessions()
        _ = sessions.addLink("k", .owner, number: 5, now: 0)
        #expect(opened(sessions.open("k", token: "t", now: 0)) != nil)
        #expect(isBad(sessions.open("k", token: "u", now: 0)))
        #expect(sessions.settle("k", token: "t", isDone: false) == false && sessions.session(of: "t", now: 0) == nil)
        #expect(opened(sessions.open("k", token: "u", now: 1))?.number == 5)
        #expect(sessions.settle("k", token: "u", isDone: true) == true)
        #expect(isBad(sessions.open("k", token: "v", now: 1)))
        _ = sessions.addLink("l", .owner, number: 6, now: 0)
        #expect(opened(sessions.open("l", token: "v", now: 1)) != nil)
        #expect(sessions.end(number: nil, now: 1) == 2, "the link is not counted beside its session")
        #expect(sessions.settle("l", token: "v", isDone: true) == false, "it was ended meanwhile")
        _ = sessions.addLink("m", .owner, number: 7, now: 0)
        #expect(opened(sessions.open("m", token: "w", now: 1)) != nil)
        #expect(sessions.settle("m", token: "w", isDone: false) == false)
        #expect(isBad(sessions.open("m", token: "w", now: AdminSessions.linkLifetime)))
    }

    @Test("A session that is only looked up does not last longer")
    func lookedUp() {
        var sessions = AdminSessions()
        _ = sessions.addLink("k", .owner, number: 1, now: 0)
        _ = sessions.open("k", token: "t", now: 0)
        #expect(sessions.session(of: "t", isUse: false, now: AdminSessions.idle - 1) != nil)
        #expect(sessions.session(of: "t", isUse: false, now: AdminSessions.idle) == nil)
    }

    @Test("A session that asks too often waits; acts cost more than looks, and searches more than acts")
    func rates() {
        for (weight, count) in [(AdminRequest.Weight.look, 240), (.act, 30), (.search, 15)] {
            var sessions = AdminSessions()
            _ = sessions.addLink("k", .owner, number: 1, now: 0)
            _ = sessions.open("k", token: "t", now: 0)
            let cost = AdminSessions.cost(of: weight)
            for _ in 0..<count { #expect(sessions.charge("t", cost, now: 0) == nil) }
            #expect(sessions.charge("t", cost, now: 0) == 250 * cost)
            #expect(sessions.charge("t", cost, now: 250 * cost) == nil)
        }
    }
}
