import Bytes
import Glibc

extension Connection {
    /// Bytes encrypted in advance of what the socket takes, at most.
    private static var sealedAhead: Int { 65_536 }

    /// Whether the peer speaks TLS.
    package var isSecure: Bool { tls != nil }

    /// Sends output through TLS. The turn's output goes out with it, so that it is left with nothing here.
    func sendOutput(through tls: TLSStream) {
        if tls.isEstablished && !flags.contains(.watchesOutput) && backlog == nil {
            sealSegments(tls)
        } else if segment.count > 0 {
            moveToBacklog()
        }
        if !flags.contains(.watchesOutput) { drain(through: tls) }
    }

    /// Encrypts the turn's output as one run of bytes: each piece as a record of its own would cost more than its
    /// bytes.
    private func sealSegments(_ tls: TLSStream) {
        guard segment.count > 0 else { return }
        let isSealed: Bool
        if moreSegments.isEmpty {
            isSealed = loop.output.withBytes(of: segment) { tls.seal($0) }
        } else {
            let scratch = loop.tlsScratch
            forEachSegment { loop.output.withBytes(of: $0) { scratch.gathered.append($0) } }
            isSealed = scratch.sealGathered(by: tls)
        }
        clearSegments()
        if !isSealed { loop.end(self, .aborted) }
    }

    /// Sends records; watches for room if the socket does not take all.
    func drain(through tls: TLSStream) {
        repeat {
            if tls.isEstablished, let backlog, tls.unsentCount < Connection.sealedAhead {
                let scratch = loop.tlsScratch
                backlog.move(upTo: Connection.sealedAhead, to: &scratch.gathered)
                if backlog.count == 0 { self.backlog = nil }
                guard scratch.sealGathered(by: tls) else { return loop.end(self, .aborted) }
            }
            while tls.unsentCount > 0 {
                if tls.sendRecords(to: descriptor) >= 0 || errno == EINTR { continue }
                guard errno == EAGAIN else { return loop.end(self, .failed(errno: errno)) }
                flags.insert(.watchesOutput)
                return updateInterest()
            }
        } while tls.isEstablished && backlog != nil
        flags.remove(.watchesOutput)
        updateInterest()
    }

    /// Says in TLS that our side is about to be shut. Answers whether that has left.
    func sayEnd(through tls: TLSStream) -> Bool {
        tls.sealEnd()
        if !flags.contains(.watchesOutput) { drain(through: tls) }
        return tls.unsentCount == 0
    }

    /// Ends it for a fault of TLS: what waits is dropped, but the alert is still sent.
    func fail(_ fault: TLSFault, in tls: TLSStream) {
        tls.fault = fault
        if fault == .plainHTTP { tls.answerPlainly() }
        clearSegments()
        backlog = nil
        close()
        markDirty()
    }
}

extension EventLoop {
    /// Handles what the socket of a TLS connection gave.
    func receive(_ bytes: UnsafeRawBufferPointer, through tls: TLSStream, for connection: Connection) {
        // Whoever leaves is not listened to any more, except for the handshake that our last words wait for.
        guard !connection.flags.contains(.closing) || !tls.isEstablished && !connection.isLeaving else { return }
        let wasEstablished = tls.isEstablished
        let input = tls.receive(bytes)
        if tls.unsentCount > 0 || !wasEstablished && connection.backlog != nil { connection.markDirty() }
        if input.count > 0 && !connection.flags.contains(.closing) {
            deliver(UnsafeMutableRawBufferPointer(rebasing: tlsScratch.plain[..<input.count]), to: connection)
        }
        guard !connection.flags.contains(.closed) else { return }
        if let fault = input.fault {
            connection.fail(fault, in: tls)
        } else if input.isEnd {
            // Behind what the handler has not taken yet, as it would come of itself over plain TCP.
            if connection.flags.contains(.readingPaused) {
                connection.flags.insert(.endHeld)
            } else {
                inputEnded(connection)
            }
        }
    }
}
