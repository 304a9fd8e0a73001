import Bytes

// Delivery of received bytes, and the instant at which they came.
extension EventLoop {
    /// Runs work as a turn of its own, once all is read that the sockets have now.
    package func whenRead(_ work: @escaping () -> Void) {
        readingWaits.add(looks: looksForAll, work)
        wake()
    }

    /// Looks at the sockets that report all that are ready at once: each reports so many at most.
    var looksForAll: Int { slots.count / EventLoop.eventsPerWait + 1 }

    /// Has a loop that rests look at its sockets.
    func wake() { after(milliseconds: 0, precisely: true) { _ in } }

    func hasRead(all: Bool, _ asked: Int) {
        guard asked > 0 else { return }
        let due = readingWaits.looked(findingAll: all, asked)
        if !due.isEmpty { turn { for work in due { work() } } }
    }

    /// The ms that have passed since ``arrival``.
    package var sinceArrival: Int { Int(EventLoop.readClock() - arrival) }

    func deliver(_ bytes: UnsafeMutableRawBufferPointer, to connection: Connection) {
        guard let handler = connection.handler else { return }
        if let carried = connection.carried {
            carried.append(RawSpan(_unsafeBytes: UnsafeRawBufferPointer(bytes)), arrival: arrival)
            redeliver(to: connection)
            return
        }
        var input = ReceivedBytes(lending: bytes)
        handler.received(&input, on: connection)
        if input.remaining > 0 && connection.isOpen {
            connection.carried = input.withRemaining { CarriedInput($0, arrival: arrival, ledger: ledger) }
        }
    }

    /// Gives the handler the bytes again that it had left.
    func redeliver(to connection: Connection) {
        guard let handler = connection.handler, let carried = connection.carried else { return }
        connection.carried = nil
        let own = arrival
        arrival = carried.arrival
        defer { arrival = own }
        let isLeft = carried.offer { bytes in
            var input = ReceivedBytes(lending: bytes)
            handler.received(&input, on: connection)
            return input.remaining
        }
        if isLeft && connection.isOpen { connection.carried = carried }
    }

    func inputEnded(_ connection: Connection) {
        if connection.flags.contains(.lingering) { return end(connection, .closed) }
        guard !connection.flags.contains(.inputEnded) else { return }
        connection.flags.insert(.inputEnded)
        connection.updateInterest()
        if !connection.flags.contains(.closing) { connection.handler?.inputEnded(on: connection) }
    }
}
