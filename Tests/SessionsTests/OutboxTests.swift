import Testing

@testable import Sessions

@Suite struct OutboxTests {
    /// Everything that may go now.
    private func release<Entry>(_ outbox: inout Outbox<Entry>) -> [Entry] {
        var gone: [Entry] = []
        while let entry = outbox.next() { gone.append(entry) }
        return gone
    }

    private func hold<Entry>(_ entry: Entry, in outbox: inout Outbox<Entry>, until ticket: Int) -> Bool {
        guard !outbox.isReleased(ticket) else { return false }
        outbox.hold(entry, until: ticket)
        return true
    }

    @Test("Entries leave in order as soon as their ticket is settled")
    func settledOrder() {
        var outbox = Outbox<String>()
        let tickets = (0..<3).map { _ in outbox.ticket() }
        for (ticket, name) in [(tickets[0], "a"), (tickets[1], "b"), (tickets[0], "c"), (tickets[2], "d")] {
            #expect(hold(name, in: &outbox, until: ticket))
        }
        #expect(release(&outbox) == [])
        outbox.settle(tickets[0])
        // Nothing of a settled ticket waits for what comes later: it would be overtaken by what acts at once.
        #expect(release(&outbox) == ["a", "c"])
        outbox.settle(tickets[1])
        #expect(release(&outbox) == ["b"])
        #expect(!hold("e", in: &outbox, until: tickets[1]))
        #expect(!outbox.isSettled(tickets[2]))
        outbox.settle(outbox.submitted)
        #expect(release(&outbox) == ["d"])
        #expect(outbox.isSettled(outbox.submitted) && outbox.underWay == 0)
    }

    @Test("An entry held while earlier ones leave goes out behind them")
    func heldBehindOthers() {
        var outbox = Outbox<String>()
        let ticket = outbox.ticket()
        for name in ["a", "b"] { #expect(hold(name, in: &outbox, until: ticket)) }
        outbox.settle(ticket)
        let first = outbox.next()
        #expect(first == "a")
        #expect(hold("c", in: &outbox, until: ticket), "b has not gone yet")
        #expect(release(&outbox) == ["b", "c"])
        #expect(!hold("d", in: &outbox, until: ticket))
    }

    @Test(
        "Entries of one ticket leave in the order they came, and none before the ticket is settled",
        arguments: 0..<50)
    func noOvertaking(seed: UInt64) {
        var chance = SeededRandom(seed: seed)
        var outbox = Outbox<(ticket: Int, step: Int)>()
        var told: [Int: [Int]] = [:]
        var asked: [Int: [Int]] = [:]
        for step in 0..<400 {
            if outbox.submitted == 0 || chance.next() % 4 == 0 { _ = outbox.ticket() }
            if chance.next() % 5 == 0 {
                outbox.settle(min(outbox.submitted, outbox.settled + Int(chance.next() % 3)))
                for entry in release(&outbox) { told[entry.ticket, default: []].append(entry.step) }
            }
            let ticket = max(1, outbox.submitted - Int(chance.next() % 6))
            asked[ticket, default: []].append(step)
            if !hold((ticket, step), in: &outbox, until: ticket) { told[ticket, default: []].append(step) }
            for (ticket, steps) in told {
                #expect(outbox.isSettled(ticket) && steps.elementsEqual(asked[ticket, default: []].prefix(steps.count)))
            }
            #expect(asked.filter { $0.key <= outbox.released } == told)
        }
    }

    @Test("The outbox stays small although something always waits in it")
    func boundedMemory() {
        var outbox = Outbox<Int>()
        var told = 0
        for _ in 0..<8 { hold(&outbox) }
        for ticket in 1...10_000 {
            hold(&outbox)
            outbox.settle(ticket)
            told += release(&outbox).count
            #expect(outbox.submitted - outbox.settled == 8)
            #expect(outbox.count <= 2 * 9)
        }
        #expect(told == 10_000)
    }

    private func hold(_ outbox: inout Outbox<Int>) {
        let ticket = outbox.ticket()
        #expect(hold(ticket, in: &outbox, until: ticket))
    }
}
