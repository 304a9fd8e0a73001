import Bytes

/// The permessage-deflate state of one WebSocket, in one pointer. It owns no memory while no message is under way and
/// neither side's messages refer back to earlier ones.
enum DeflateLink {
    /// Compression was not agreed on.
    case none
    /// Agreed on; nothing to remember.
    case idle(DeflateTerms)
    /// Something to remember.
    case active(DeflateState)

    init(_ terms: DeflateTerms?) {
        guard let terms else {
            self = .none
            return
        }
        // Sending does not change a WebSocket, so what sending has to remember must have its place from the beginning.
        self = terms.sends.hasContext ? .active(DeflateState(terms)) : .idle(terms)
    }

    /// Whether RSV1 marks compressed messages (RFC 7692 section 6).
    var isAgreed: Bool {
        if case .none = self { return false }
        return true
    }

    /// About the bytes of memory that decompressing a message that has come in part takes.
    var unfinishedMemory: Int {
        guard case .active(let state) = self else { return 0 }
        return state.inflaterMemory
    }

    /// The agreed terms; nil without compression.
    var terms: DeflateTerms? {
        switch self {
        case .none: nil
        case .idle(let terms): terms
        case .active(let state): state.terms
        }
    }
}

/// The compression context of one WebSocket, or of its incoming message.
final class DeflateState {
    let terms: DeflateTerms
    /// Has our earlier messages, if we refer back to them.
    var deflater: Deflater?
    private var inflater: Inflater?
    /// Compressed bytes of the message that is coming in.
    private(set) var consumed = 0

    /// The bytes that follow each compressed message and are not sent (RFC 7692 section 7.2.2).
    private static let tail: [UInt8] = [0x00, 0x00, 0xFF, 0xFF]

    init(_ terms: DeflateTerms) {
        self.terms = terms
    }

    /// About the bytes of memory that the decompressor takes, if there is one.
    var inflaterMemory: Int { inflater?.memory ?? 0 }

    /// Whether there is anything to remember.
    var isIdle: Bool { !terms.sends.hasContext && inflater == nil }

    /// Decompresses the next bytes of a message to the end of `output`, which may grow to `limit` bytes. `text` checks
    /// every byte that is appended before a fault after it is reported; nil for a binary message. So the first fault of
    /// a message is the same however the message is divided.
    func inflate(
        _ piece: RawSpan, to output: inout ByteBuffer, limit: Int, text: inout UTF8Validator?
    ) throws(WebSocketError) {
        let inflater = inflater ?? terms.stock.takeInflater(terms.receives.window)
        self.inflater = inflater
        var position = 0
        while true {
            let start = output.count
            let rest = piece.extracting(position...)
            let step = try step(inflater, rest, &output, limit: limit)
            position += step.read
            guard output.withBytes({ text?.accepts($0.extracting(start...)) ?? true }) else { throw .invalidUTF8 }
            guard step.pause != .corrupt else { throw .invalidDeflate }
            if position == piece.byteCount && output.count - start < step.room { return }
        }
    }

    /// Checks, after the last piece of a message, that it ends as one must. Forgets it, if the peer has no context.
    func finish(
        _ output: inout ByteBuffer, limit: Int, text: inout UTF8Validator?
    ) throws(WebSocketError) {
        // A message that ends with a final block has no need of the tail, and cannot take it. Section 7.2.3.4 wants a
        // byte of zeros after such a block, with which the tail is an empty block; not all peers send it.
        if inflater?.isAtFinalEnd != true || consumed == 0 {
            try inflate(DeflateState.tail.span.bytes, to: &output, limit: limit, text: &text)
            guard let inflater, inflater.isBetweenBlocks else { throw .invalidDeflate }
        }
        consumed = 0
        if !terms.receives.hasContext, let inflater {
            terms.stock.give(inflater)
            self.inflater = nil
        }
    }

    /// The end of a step that was given `room` bytes for its output.
    private typealias Step = (read: Int, pause: Inflater.Pause, room: Int)

    /// Decompresses up to the end of the input, or up to the next length at which a check is due. The limit is checked
    /// at its length, and the ratio every `ratioStep` bytes.
    private func step(
        _ inflater: Inflater, _ rest: RawSpan, _ output: inout ByteBuffer, limit: Int
    ) throws(WebSocketError) -> Step {
        let every = terms.settings.ratioStep
        let start = output.count
        if start == limit || start > 0 && start % every == 0 {
            return try stepBeyond(inflater, rest, &output, limit: limit)
        }
        if output.capacity == start {
            output.reserveExactly(min(limit - start, max(256, start, 3 * rest.byteCount)))
        }
        let next = min(limit, (start / every + 1) * every)
        let room = min(next, output.capacity) - start
        let (read, pause) = inflater.step(rest, to: &output, room: room)
        consumed += read
        return (read, pause, room)
    }

    /// Decompresses one byte more, if there is one and it is allowed. The input is first read as far as it goes without
    /// room for output, then not at all, then by a byte. So the ratio is judged at that byte, however much input there
    /// is.
    private func stepBeyond(
        _ inflater: Inflater, _ rest: RawSpan, _ output: inout ByteBuffer, limit: Int
    ) throws(WebSocketError) -> Step {
        var next = ByteBuffer()
        var (read, pause) = inflater.step(rest, to: &next, room: 0)
        if pause == .none { pause = inflater.step(rest.extracting(read..<read), to: &next, room: 1).pause }
        if pause == .none, next.isEmpty, read < rest.byteCount {
            let step = inflater.step(rest.extracting(read..<(read + 1)), to: &next, room: 1)
            read += step.read
            pause = step.pause
        }
        consumed += read
        if !next.isEmpty {
            guard output.count < limit else { throw .messageTooLong(limit: limit) }
            let (allowed, isHuge) = consumed.multipliedReportingOverflow(by: terms.settings.maximumRatio)
            guard isHuge || output.count < allowed else { throw .ratioTooHigh(limit: terms.settings.maximumRatio) }
            output.reserveExactly(min(limit - output.count, max(output.count, 1)))
            next.withBytes { output.append($0) }
        }
        return (read, pause, 1)
    }
}
