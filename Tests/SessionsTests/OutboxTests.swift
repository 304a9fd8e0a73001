import Testing

@testable import Sessions

@Suite struct OutboxTests {
    @Test func actionsComeInOrderWhenTheirTicketIsConfirmed() {
        var outbox = Outbox()
        let told = Mutable<[String]>([])
        let tickets = (0..<3).map { _ in outbox.ticket() }
        for (ticket, name) in [(tickets[0], "a"), (tickets[1], "b"), (tickets[0], "c"), (tickets[2], "d")] {
            #expect(outbox.hold(until: ticket) { durable in told.value.append(name + (durable ? "+" : "-")) })
        }
        for action in outbox.confirmed(tickets[0]) { action(true) }
        // Nothing of a settled ticket waits for what comes later: it would be overtaken by what acts at once.
        #expect(told.value == ["a+", "c+"])
        for action in outbox.confirmed(tickets[1]) { action(true) }
        #expect(told.value == ["a+", "c+", "b+"])
        #expect(!outbox.hold(until: tickets[1]) { _ in })
        #expect(!outbox.isSettled(tickets[2]))
        for action in outbox.failed() { action(false) }
        #expect(told.value.last == "d-")
        #expect(outbox.isSettled(outbox.submitted))
    }

    /// Whatever waits for one ticket happens in the order in which it was asked for, also what is asked for when the
    /// ticket has just been settled, and nothing happens before its ticket is.
    @Test(arguments: 0..<50) func nothingOvertakesWhatWaitsForTheSameTicket(seed: UInt64) {
        var chance = SeededRandom(seed: seed)
        var outbox = Outbox()
        let told = Mutable<[Int: [Int]]>([:])
        var asked: [Int: [Int]] = [:]
        for step in 0..<400 {
            if outbox.submitted == 0 || chance.next() % 4 == 0 { _ = outbox.ticket() }
            if chance.next() % 5 == 0 {
                let upTo = min(outbox.submitted, outbox.settled + Int(chance.next() % 3))
                for action in outbox.confirmed(upTo) { action(true) }
            }
            let ticket = max(1, outbox.submitted - Int(chance.next() % 6))
            asked[ticket, default: []].append(step)
            let action: Outbox.Action = { _ in told.value[ticket, default: []].append(step) }
            if !outbox.hold(until: ticket, action) { action(true) }
            for (ticket, steps) in told.value {
                #expect(outbox.isSettled(ticket) && steps.elementsEqual(asked[ticket, default: []].prefix(steps.count)))
            }
            #expect(asked.filter { outbox.isSettled($0.key) } == told.value)
        }
    }

    @Test func memoryIsBoundedThoughSomethingAlwaysWaits() {
        var outbox = Outbox()
        var told = 0
        for _ in 0..<8 { hold(&outbox) }
        for ticket in 1...10_000 {
            hold(&outbox)
            told += outbox.confirmed(ticket).count
            #expect(outbox.submitted - outbox.settled == 8)
            #expect(outbox.count <= 2 * 9)
        }
        #expect(told == 10_000)
    }

    private func hold(_ outbox: inout Outbox) {
        let ticket = outbox.ticket()
        #expect(outbox.hold(until: ticket) { _ in })
    }
}
