import Testing

@testable import Server

@Suite struct CandidateTests {
    @Test("A node that cannot serve under its lease leaves it to others, for longer each time, until it has served")
    func backoff() {
        var backoff = Backoff()
        #expect(backoff.left(at: 0) == nil)
        var (now, pauses) = (0, [Int]())
        for _ in 0..<7 {
            backoff.failed(at: now)
            let pause = backoff.left(at: now) ?? 0
            pauses.append(pause)
            // What wakes it does not end the pause.
            #expect(backoff.left(at: now + pause - 1) == 1 && backoff.left(at: now + pause) == nil)
            now += pause
        }
        #expect(pauses == [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
        backoff.reset()
        #expect(backoff.left(at: now) == nil)
        backoff.failed(at: now)
        #expect(backoff.left(at: now) == 1_000)
    }

    @Test("A start may take as long as is bearable at first, and longer after each failure, up to 30 s")
    func startTimes() {
        var backoff = Backoff()
        var times = [backoff.patience(first: 1_500)]
        for now in 0..<6 {
            backoff.failed(at: now)
            times.append(backoff.patience(first: 1_500))
        }
        #expect(times == [1_500, 3_000, 6_000, 12_000, 24_000, 30_000, 30_000])
        backoff.reset()
        #expect(backoff.patience(first: 1_500) == 1_500)
    }

    @Test("A hub gives its lease up when that is over for as long as it lasts, and not before")
    func lapsed() {
        var term = HubTerm(ClusterBounds(), lease: 4_000)
        func isOver(_ now: Int, _ holdsLease: Bool) -> Bool {
            term.isOver(at: now, hasBus: true, holdsLease: holdsLease)
        }
        #expect(!isOver(0, true) && !isOver(5_000, true))
        #expect(!isOver(6_000, false) && !isOver(9_999, false))
        #expect(!isOver(10_000, true), "it has it again")
        #expect(!isOver(11_000, false) && !isOver(14_999, false) && isOver(15_000, false))
    }

    @Test("A hub without the bus gives its lease up: soon if it had it, and else now and then")
    func withoutBus() {
        let bounds = ClusterBounds()
        var term = HubTerm(bounds, lease: 4_000)
        func isOver(_ now: Int, _ hasBus: Bool) -> Bool { term.isOver(at: now, hasBus: hasBus, holdsLease: true) }
        #expect(!isOver(0, false) && !isOver(bounds.loneTerm - 1, false) && isOver(bounds.loneTerm, false))
        #expect(!isOver(100_000, true))
        #expect(!isOver(100_100, false) && !isOver(100_099 + bounds.busPatience, false))
        #expect(isOver(100_100 + bounds.busPatience, false))
    }

    @Test("A node without a bus takes a lease only when it was free for a while, from its own first look on")
    func courtesy() {
        var courtesy = Courtesy(milliseconds: 1_000)
        #expect(courtesy.wait(for: 4_000, now: 0) == 1_000)
        #expect(courtesy.wait(for: 70, now: 0) == 70)
        #expect(courtesy.wait(for: 0, now: 100) == 100)
        #expect(courtesy.wait(for: 0, now: 1_099) == 100)
        #expect(courtesy.wait(for: 0, now: 1_100) == nil)
        // It had the lease, and has given it up.
        #expect(courtesy.wait(for: 0, now: 3_000) == 100)
        // Somebody had it meanwhile.
        #expect(courtesy.wait(for: 10, now: 1_200) == 10)
        #expect(courtesy.wait(for: 0, now: 1_300) == 100)
        courtesy.end()
        #expect(courtesy.wait(for: 0, now: 5_000) == 100)
    }
}
