import Bytes

extension WebSocket {
    /// Sends a message compressed, if that is agreed on and worth it. False if it was not sent.
    func sendCompressed(_ kind: MessageKind, _ payload: RawSpan, to sink: some ByteSink) -> Bool {
        guard let terms = deflate.terms, payload.byteCount >= terms.settings.threshold else { return false }
        let stock = terms.stock
        guard case .active(let state) = deflate, terms.sends.hasContext else {
            let deflater = stock.takeDeflater(terms.sends.window)
            defer { stock.give(deflater) }
            return stock.compress(payload, with: deflater) { compressed in
                guard compressed.byteCount < payload.byteCount else { return false }
                writeCompressed(kind, compressed, to: sink)
                return true
            }
        }
        let deflater = state.deflater ?? stock.takeDeflater(terms.sends.window)
        state.deflater = deflater
        // Sent even if it became longer: the next message may refer to it.
        stock.compress(payload, with: deflater) { writeCompressed(kind, $0, to: sink) }
        return true
    }

    private func writeCompressed(_ kind: MessageKind, _ payload: RawSpan, to sink: some ByteSink) {
        writeFrame(kind.opcode, payload, isCompressed: true, key: maskingKeys?(), to: sink)
    }

    /// The compressed copy of a message that was encoded once for many. Nil if it must be sent as it is.
    func compressedCopy(of message: EncodedMessage) -> SharedBytes? {
        guard let terms = deflate.terms, let copy = message.compressed(for: terms) else { return nil }
        if case .active(let state) = deflate { state.deflater?.forget() }
        return copy
    }

    /// Bytes that may still come of the message under way: of one that is not compressed no more than the limit has
    /// left. A compressed one is stopped where it exceeds the limit; here it only must not be endless without ever
    /// saying anything.
    var allowance: Int {
        guard isCompressed else { return messageLimit - (message?.bytes.count ?? 0) }
        let (most, isHuge) = messageLimit.multipliedReportingOverflow(by: 2)
        guard !isHuge, most <= .max - WebSocket.compressedExtra else { return .max }
        guard case .active(let state) = deflate else { return most + WebSocket.compressedExtra }
        return most + WebSocket.compressedExtra - state.consumed
    }

    /// Bytes that any message may have as blocks' headers and ends.
    private static var compressedExtra: Int { 1_024 }

    /// Takes a piece of a compressed message.
    mutating func inflate(
        _ kind: MessageKind, _ range: Range<Int>, ends: Bool, _ input: borrowing ReceivedBytes
    ) throws(WebSocketError) -> Payload? {
        let state: DeflateState
        switch deflate {
        case .none: preconditionFailure("a compressed message that was not agreed on")
        case .idle(let terms):
            state = DeflateState(terms)
            deflate = .active(state)
        case .active(let known): state = known
        }
        let gathered = message ?? Gathered()
        message = gathered
        var text = kind == .text ? utf8 : nil
        try input.withBytes(in: range) { piece throws(WebSocketError) in
            try state.inflate(piece, to: &gathered.bytes, limit: messageLimit, text: &text)
        }
        if ends { try state.finish(&gathered.bytes, limit: messageLimit, text: &text) }
        if let text { utf8 = text }
        guard ends else { return nil }
        message = nil
        if state.isIdle { deflate = .idle(state.terms) }
        return .assembled(gathered.bytes.take().share())
    }
}
