import Bytes

/// Puts lines together from bytes that may be cut anywhere (RFC 9112 section 2.2).
struct LineReader: ~Copyable {
    /// A fault in a line.
    enum Fault: Error {
        /// More bytes than the limit came before its end.
        case tooLong
        /// The line does not end in CR LF, or a CR stands inside it. A bare LF could be taken; to refuse it is safer.
        case badEnd
    }

    /// The part of a line that has come so far.
    private var pending = ByteBuffer()

    /// Whether no part of a line has come.
    var isEmpty: Bool { pending.isEmpty }

    /// The next line without its end, or nil (and all consumed) if it is not all there. A line of more than `limit`
    /// bytes, CR included, is a fault as soon as so many have come, with or without its end. So the division into reads
    /// makes no difference.
    mutating func next(_ input: inout ReceivedBytes, limit: Int) throws(Fault) -> ArraySlice<UInt8>? {
        let end = input.withRemaining { $0.firstIndex(of: 0x0A) }
        let length = end ?? input.remaining
        guard pending.count + length <= limit else { throw .tooLong }
        let range = input.consume(length)
        input.withBytes(in: range) { pending.append($0) }
        guard end != nil else { return nil }
        input.consume(1)
        let line = pending.array
        pending.removeAll()
        guard line.last == 0x0D, !line.dropLast().contains(0x0D) else { throw .badEnd }
        return line.dropLast()
    }
}
