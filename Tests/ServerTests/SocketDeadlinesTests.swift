import TestKit
import Testing

@testable import Server

/// The time-outs of one client under a clock of our own: the pings it is sent, and whether the hub thinks it is there.
private struct TimedSocket {
    private let timeouts = Timeouts()
    private var times = SocketDeadlines()
    private(set) var now: Int64 = 0
    /// The steps that looks asked for, with their instants.
    private(set) var steps: [(at: Int64, step: SocketDeadlines.Step)] = []

    init(isAttended: Bool) {
        times.expectStep(within: timeouts.hello, now: 0)
        if isAttended { times.attend(true, timeouts, now: 0) }
    }

    var isSilent: Bool { times.isSilent }

    /// Bytes come at this instant; a pong if it is one.
    mutating func hear(at instant: Int64, pong: Bool = false) {
        run(until: instant)
        _ = times.bytesArrived()
        if pong { _ = times.answered(timeouts, now: now) }
    }

    mutating func attend(_ isAttended: Bool) { times.attend(isAttended, timeouts, now: now) }

    /// Lets the timer fire as often as it is due before `instant`.
    mutating func run(until instant: Int64) {
        while times.end < instant, steps.last?.step != .end {
            now = max(now, times.end)
            let step = times.look(timeouts, now: now)
            if step != .wait { steps.append((now, step)) }
        }
        now = instant
    }
}

@Suite struct SocketDeadlinesTests {
    @Test("A client without a seat is pinged 25 s after the last pong, and closed 8 s after a ping")
    func unattended() {
        var socket = TimedSocket(isAttended: false)
        socket.hear(at: 10_100, pong: true)
        socket.hear(at: 20_000)
        socket.run(until: 60_000)
        #expect(socket.steps.map(\.at) == [10_000, 35_100, 43_100])
        #expect(socket.steps.map(\.step) == [.ping, .ping, .end])
    }

    @Test("A client with a seat that sends nothing is pinged, silent within 10 s, and closed later")
    func silence() {
        var socket = TimedSocket(isAttended: true)
        socket.hear(at: 1)
        socket.run(until: 60_000)
        #expect(socket.steps.map(\.at) == [6_000, 9_000, 14_000])
        #expect(socket.steps.map(\.step) == [.ping, .silent, .end])
    }

    @Test("A client whose network stalls is present again as soon as it is heard")
    func stall() {
        var socket = TimedSocket(isAttended: true)
        socket.run(until: 8_000)
        #expect(socket.isSilent)
        socket.hear(at: 9_500, pong: true)
        #expect(!socket.isSilent)
        for second in 10..<60 { socket.hear(at: Int64(second) * 1_000, pong: socket.steps.last?.step == .ping) }
        #expect(socket.steps.map(\.step) == [.ping, .silent, .ping])
    }

    @Test("A client that talks is pinged no more often than one without a seat")
    func talk() {
        var socket = TimedSocket(isAttended: true)
        for tick in 1..<1_000 {
            socket.hear(at: Int64(tick) * 200, pong: socket.steps.last?.step == .ping)
        }
        #expect(socket.steps.allSatisfy { $0.step == .ping })
        #expect(socket.steps.count <= 200_000 / 25_000, "\(socket.steps)")
    }

    @Test("A client that gives up its seat is no longer checked closely, and not silent")
    func seatGivenUp() {
        var socket = TimedSocket(isAttended: true)
        socket.run(until: 7_000)
        #expect(socket.isSilent)
        socket.attend(false)
        #expect(!socket.isSilent)
        socket.hear(at: 7_100, pong: true)
        socket.run(until: 32_000)
        #expect(socket.steps.map(\.at) == [3_000, 6_000])
    }

    @Test(
        "A client is never silent within 3 s of its last byte, and always after 9 s")
    func anyTalk() {
        var random = SplitMix(seed: 15)
        for _ in 0..<2_000 {
            var socket = TimedSocket(isAttended: true)
            var last: Int64 = 0
            for _ in 0..<20 {
                let pause = Int64.random(in: 1...12_000, using: &random)
                let instant = last + pause
                var probe = socket
                probe.run(until: last + 2_999)
                #expect(!probe.isSilent)
                socket.run(until: instant)
                if socket.steps.last?.step == .end { break }
                if pause > 9_000 { #expect(socket.isSilent, "\(socket.steps), last heard at \(last)") }
                socket.hear(at: instant, pong: Bool.random(using: &random))
                #expect(!socket.isSilent)
                last = instant
            }
        }
    }
}
