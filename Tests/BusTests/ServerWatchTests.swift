import TestKit
import Testing

@testable import Bus

@Suite struct SilenceTests {
    @Test("A server that answers is asked at each look, and never given up")
    func answers() {
        var silence = Silence()
        for _ in 0..<100 {
            let step = silence.look(isAway: false)
            silence.answered(true)
            #expect(step == .ask)
        }
    }

    @Test("A server that owes an answer for eight looks is given up, and not before")
    func owes() {
        var silence = Silence()
        let steps = (0...Silence.most).map { _ in silence.look(isAway: false) }
        #expect(steps == [.ask] + Array(repeating: .nothing, count: Silence.most - 1) + [.giveUp])
    }

    @Test("A question that ended without an answer is asked again, and the silence goes on")
    func again() {
        var silence = Silence()
        var steps: [Silence.Step] = []
        for _ in 0...Silence.most {
            steps.append(silence.look(isAway: false))
            silence.answered(false)
        }
        #expect(steps == Array(repeating: .ask, count: Silence.most) + [.giveUp])
    }

    @Test("The silence of a server that was away begins when it is there again")
    func away() {
        var silence = Silence()
        for _ in 0..<Silence.most { _ = silence.look(isAway: false) }
        let away = (0..<20).map { _ in silence.look(isAway: true) }
        silence.answered(false)
        let back = silence.look(isAway: false)
        #expect(away == Array(repeating: .nothing, count: 20) && back == .ask)
    }

    @Test("A server that is away for sixty looks is given up each time: the library may have ceased to try")
    func awayForLong() {
        var silence = Silence()
        func steps(_ count: Int) -> [Silence.Step] { (0..<count).map { _ in silence.look(isAway: true) } }
        let nothing = Array(repeating: Silence.Step.nothing, count: Silence.mostAway - 1)
        #expect(steps(2 * Silence.mostAway) == nothing + [.giveUp] + nothing + [.giveUp])
        // It was there meanwhile.
        let before = steps(Silence.mostAway - 1)
        let there = silence.look(isAway: false)
        let after = steps(Silence.mostAway - 1)
        #expect(before == nothing && there == .ask && after == nothing)
    }
}

@Suite(.blocking, .enabled(if: NATSServer.isThere, "apt-get install nats-server libnats3.4"))
struct ServerWatchTests {
    @Test("A server that falls silent is away, also where the library would ask in an hour")
    func silentServer() throws {
        let server = try HalfDeafServer()
        defer { server.close() }
        let events = Events()
        var limits = NATSBus.Limits()
        // As after the wall's clock was set back.
        limits.ping = 3_600_000
        limits.look = 20
        let bus = try NATSBus.open(
            try BusAddress("nats://127.0.0.1:\(server.port)"), name: "test", password: nil, limits: limits,
            report: { events.add($0) })
        defer { bus.close() }
        #expect(events.wait(for: .silent))
        #expect(events.all == [.state(.connected), .silent] && bus.state == .away)
    }

    @Test("A server that is there is not taken for silent, however often it is looked at")
    func busyServer() throws {
        let server = try NATSServer()
        let events = Events()
        var limits = NATSBus.Limits()
        limits.look = 20
        let bus = try NATSBus.open(
            try BusAddress("nats://127.0.0.1:\(server.port)"), name: "test", password: nil, limits: limits,
            report: { events.add($0) })
        defer { bus.close() }
        let (arrivals, subject) = (Arrivals(), Subject("tilerace", "test"))
        _ = bus.subscribe(to: subject) { arrivals.add($0) }
        // Some hundred ms of work.
        for _ in 0..<2_000 {
            bus.publish([1], to: subject)
            #expect(arrivals.wait())
        }
        #expect(events.all == [.state(.connected)])
    }
}
