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
        // What was held later waits for what was held before, though its own ticket is settled.
        #expect(told.value == ["a+"])
        for action in outbox.confirmed(tickets[1]) { action(true) }
        #expect(told.value == ["a+", "b+", "c+"])
        #expect(!outbox.hold(until: tickets[1]) { _ in })
        #expect(!outbox.isSettled(tickets[2]))
        for action in outbox.failed() { action(false) }
        #expect(told.value.last == "d-")
        #expect(outbox.isSettled(outbox.submitted))
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
