import TestKit
import Testing

@testable import Bus

@Suite struct LinkEndTests {
    private var bounds: LinkEnd.Bounds {
        var bounds = LinkEnd.Bounds()
        (bounds.payload, bounds.window, bounds.message) = (10, 40, 1_000)
        return bounds
    }

    private func ends(_ bounds: LinkEnd.Bounds? = nil) -> (LinkEnd, LinkEnd) {
        let end = LinkEnd(link: 7, version: 1, bounds: bounds ?? self.bounds, now: 0)
        return (end, end)
    }

    /// Hands over what is to go, and returns the messages that came.
    private func pass(_ from: inout LinkEnd, _ to: inout LinkEnd, now: Int) throws -> [[UInt8]] {
        var messages: [[UInt8]] = []
        for envelope in from.takeEnvelopes(now: now) {
            if case .message(let bytes, let number) = try to.receive(envelope, now: now) {
                messages.append(bytes)
                to.handled(upTo: number)
            }
        }
        return messages
    }

    @Test("Messages of any length come whole and in order", arguments: 0..<20)
    func messages(seed: Int) throws {
        var random = SplitMix(seed: UInt64(seed))
        var (a, b) = ends()
        let sent = (0..<30).map { _ in (0..<Int.random(in: 0...95, using: &random)).map { UInt8($0) } }
        var came: [[UInt8]] = []
        for message in sent {
            _ = a.send(message)
            came += try pass(&a, &b, now: 1)
            if Bool.random(using: &random) { _ = try pass(&b, &a, now: 1) }
        }
        for now in 1...1_000 where a.unacknowledged > 0 {
            _ = try pass(&b, &a, now: now)
            came += try pass(&a, &b, now: now)
        }
        #expect(came == sent && a.unacknowledged == 0)
    }

    @Test("An acknowledgment goes with mail that comes before its bound, and alone at it")
    func acknowledgment() throws {
        var (a, b) = ends()
        _ = a.send([1])
        _ = try pass(&a, &b, now: 1)
        #expect(b.takeEnvelopes(now: 1).isEmpty)
        #expect(b.acknowledgmentDue == 26)
        #expect(b.takeEnvelopes(now: 25).isEmpty)
        #expect(b.acknowledgmentDue == 26)
        let beat = b.takeEnvelopes(now: 26)
        #expect(beat.map(\.kind) == [.beat] && beat.map(\.acknowledged) == [1])
        #expect(b.acknowledgmentDue == nil)
        _ = a.send([2])
        _ = try pass(&a, &b, now: 30)
        #expect(b.takeEnvelopes(now: 30).isEmpty)
        #expect(b.acknowledgmentDue == 55)
        _ = b.send([3])
        let mail = b.takeEnvelopes(now: 40)
        #expect(mail.map(\.kind) == [.mail] && mail.map(\.acknowledged) == [2])
        #expect(b.acknowledgmentDue == nil)
        #expect(b.takeEnvelopes(now: 100).isEmpty)
    }

    @Test("Half a window, and 4 KiB where that is more, are acknowledged at once", arguments: [40, 100 << 10])
    func promptAcknowledgment(window: Int) throws {
        var bounds = bounds
        (bounds.window, bounds.payload, bounds.message) = (window, window / 4, window)
        let bound = min(window / 2, 4 << 10)
        for (bytes, isPrompt) in [(bound - 1, false), (bound, true)] {
            var (a, b) = ends(bounds)
            _ = a.send(Array(repeating: 1, count: bytes))
            #expect(try pass(&a, &b, now: 1).map(\.count) == [bytes])
            #expect(b.takeEnvelopes(now: 1).count == (isPrompt ? 1 : 0))
        }
    }

    @Test("A sender that has used its window up waits for no clock", arguments: 0..<20)
    func noWaitForTheClock(seed: Int) throws {
        var random = SplitMix(seed: UInt64(seed))
        var (a, b) = ends()
        let sent = (0..<100).map { _ in (0..<Int.random(in: 0...95, using: &random)).map { UInt8($0) } }
        for message in sent { _ = a.send(message) }
        var came: [[UInt8]] = []
        for _ in 0..<2_000 where came.count < sent.count {
            came += try pass(&a, &b, now: 1)
            _ = try pass(&b, &a, now: 1)
        }
        #expect(came == sent)
    }

    @Test("No more than the window is under way, and what is handled makes room")
    func window() throws {
        var (a, b) = ends()
        for _ in 0..<10 { _ = a.send(Array(repeating: 1, count: 10)) }
        let first = a.takeEnvelopes(now: 1)
        #expect(first.count == 4 && a.unacknowledged == 100)
        #expect(a.takeEnvelopes(now: 1).isEmpty)
        for envelope in first { _ = try b.receive(envelope, now: 1) }
        b.handled(upTo: 2)
        for envelope in b.takeEnvelopes(now: 1) { _ = try a.receive(envelope, now: 1) }
        #expect(a.acknowledged == 2 && a.unacknowledged == 80)
        #expect(a.takeEnvelopes(now: 1).count == 2)
    }

    @Test("A message longer than the window comes whole, behind one that is not handled yet")
    func longMessage() throws {
        var (a, b) = ends()
        _ = a.send([1])
        let long = (0..<900).map { UInt8($0 % 251) }
        _ = a.send(long)
        var numbers: [UInt64] = []
        var came: [[UInt8]] = []
        for round in 0..<60 {
            for envelope in a.takeEnvelopes(now: 1) {
                guard case .message(let bytes, let number) = try b.receive(envelope, now: 1) else { continue }
                came.append(bytes)
                numbers.append(number)
            }
            // The first message is withheld for a while.
            if round == 5, let first = numbers.first { b.handled(upTo: first) }
            for envelope in b.takeEnvelopes(now: 1) { _ = try a.receive(envelope, now: 1) }
        }
        #expect(came == [[1], long])
        if let last = numbers.last { b.handled(upTo: last) }
        for now in [1, 26] {
            for envelope in b.takeEnvelopes(now: now) { _ = try a.receive(envelope, now: now) }
        }
        #expect(a.unacknowledged == 0)
    }

    @Test("A message at its bound is taken, and a longer one ends the link")
    func longestMessage() throws {
        var bounds = bounds
        bounds.window = 10_000
        var (a, b) = ends(bounds)
        _ = a.send(Array(repeating: 1, count: 1_000))
        #expect(try pass(&a, &b, now: 1).map(\.count) == [1_000])
        var greedy = bounds
        greedy.message = 1_001
        var (c, d) = (LinkEnd(link: 7, version: 1, bounds: greedy, now: 0), ends(bounds).1)
        _ = c.send(Array(repeating: 1, count: 1_001))
        #expect(throws: LinkFault.excess) { try pass(&c, &d, now: 1) }
    }

    @Test("Lost mail is noticed by the next mail, or by the next beat")
    func gaps() throws {
        for followed in [true, false] {
            var (a, b) = ends()
            _ = a.send([1])
            #expect(a.takeEnvelopes(now: 1).count == 1)
            if followed { _ = a.send([2]) }
            #expect(throws: LinkFault.gap(expected: followed ? 1 : 0, came: followed ? 2 : 1)) {
                try pass(&a, &b, now: followed ? 1 : 1_000)
            }
        }
    }

    @Test("A copy says nothing new, and a beat that was overtaken neither")
    func copies() throws {
        var (a, b) = ends()
        let beat = a.takeEnvelopes(now: 600)
        #expect(beat.map(\.kind) == [.beat])
        _ = a.send([1])
        let mail = a.takeEnvelopes(now: 601)
        #expect(try b.receive(mail[0], now: 601) == .message([1], number: 1))
        #expect(try b.receive(mail[0], now: 601) == .nothing)
        #expect(try b.receive(beat[0], now: 601) == .nothing)
    }

    @Test("Silence ends a link after its bound, and beats keep it")
    func silence() throws {
        var (a, b) = ends()
        for now in stride(from: 0, through: 10_000, by: 100) {
            _ = try pass(&a, &b, now: now)
            try b.checkIsHeard(now: now)
        }
        try b.checkIsHeard(now: 12_500)
        #expect(throws: LinkFault.silent) { try b.checkIsHeard(now: 12_501) }
    }

    @Test("A message of another kind, or one that acknowledges mail that was never sent, ends the link")
    func unexpected() throws {
        var (a, b) = ends()
        for kind: Envelope.Kind in [.announcement, .introduction, .welcome, .broken] {
            #expect(throws: LinkFault.unexpected) { try a.receive(Envelope(kind, link: 7), now: 1) }
        }
        #expect(throws: LinkFault.unexpected) { try a.receive(Envelope(.beat, link: 7, acknowledged: 1), now: 1) }
        #expect(throws: LinkFault.version(2)) { try b.receive(Envelope(.beat, version: 2, link: 7), now: 1) }
    }

    @Test("The other end's clock is known to half the shortest round trip")
    func clocks() throws {
        var (a, b) = ends()
        // The clock of b is 5,000 ms ahead; ways take 2 to 40 ms.
        for (time, way) in [(0, 40), (1_000, 20), (2_000, 2), (3_000, 30)] {
            for envelope in a.takeEnvelopes(now: time) { _ = try b.receive(envelope, now: 5_000 + time + way) }
            for envelope in b.takeEnvelopes(now: 5_000 + time + way + 600) {
                _ = try a.receive(envelope, now: time + 600 + 2 * way)
            }
        }
        #expect(abs(a.ahead - 5_000) <= 20)
    }

    @Test("Hostile numbers and times trap nothing", arguments: 0..<200)
    func hostileEnvelopes(seed: Int) {
        var random = SplitMix(seed: UInt64(seed))
        var (a, _) = ends()
        for _ in 0..<50 {
            var envelope = EnvelopeTests.random(&random)
            envelope.version = 1
            envelope.kind = Bool.random(using: &random) ? .mail : .beat
            if Bool.random(using: &random) { envelope.sequence = UInt64.random(in: 0...3, using: &random) }
            if Bool.random(using: &random) { envelope.acknowledged = 0 }
            do throws(LinkFault) {
                if case .message(_, let number) = try a.receive(envelope, now: Int.random(in: 0...9, using: &random)) {
                    a.handled(upTo: number)
                }
            } catch {
                continue
            }
            _ = a.takeEnvelopes(now: Int.random(in: 0...9_999, using: &random))
            _ = a.ahead
        }
    }
}
