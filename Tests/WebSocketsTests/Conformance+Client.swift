// The same rules hold for a client, but for masks: it sends them, and must not get them (RFC 6455 section 5.1).
extension Conformance {
    /// The catalogue as a client must keep to it.
    static let forClients = forBothRoles.map(\.fromServer) + masksFromServer

    /// Section 5.1: a client fails the connection when a frame has a mask, whatever it is.
    private static var masksFromServer: [ConformanceCase] {
        var cases: [ConformanceCase] = []
        let good = frame(0x82, [1], masked: false)
        for first: UInt8 in [0x81, 0x82, 0x01, 0x88, 0x89, 0x8A] {
            let answers: [Answer] = [.binary([1]), .close(1_002)]
            cases.append(.init("5.1", "\(hex(first)) with a mask", good + frame(first, [0x61, 0x62]), answers))
            cases.append(.init("5.1", "\(hex(first)), empty, with a mask", good + frame(first), answers))
        }
        let zeros: [UInt8] = [0x81, 0x83, 0, 0, 0, 0, 0x61, 0x62, 0x63]
        cases.append(.init("5.3", "a mask of zeros is one", zeros, fails))
        let within = frame(0x01, [0x61], masked: false) + frame(0x80, [0x62])
        cases.append(.init("5.1", "a continuation with a mask", within, fails))
        return cases
    }
}

extension ConformanceCase {
    /// This case with the roles exchanged: a server sends the stream, and a client answers it.
    fileprivate var fromServer: ConformanceCase {
        ConformanceCase(
            section, rule, ConformanceCase.unmasked(wholeStream), allAnswers, isCompressed: isCompressed)
    }

    /// The frames of a stream without their masks. The last one may end early.
    private static func unmasked(_ stream: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var rest = stream[...]
        while rest.count >= 2 {
            let (first, second) = (rest.removeFirst(), rest.removeFirst())
            result += [first, second & 0x7F]
            let more = second & 0x7F == 126 ? 2 : second & 0x7F == 127 ? 8 : 0
            result += rest.prefix(more)
            let length = more == 0 ? UInt64(second & 0x7F) : rest.prefix(more).reduce(0) { $0 << 8 | UInt64($1) }
            rest = rest.dropFirst(more)
            var key: [UInt8] = [0, 0, 0, 0]
            if second & 0x80 != 0 {
                key = Array(rest.prefix(4))
                rest = rest.dropFirst(4)
            }
            let payload = rest.prefix(Int(clamping: length))
            result += payload.enumerated().map { $1 ^ key[$0 & 3] }
            rest = rest.dropFirst(payload.count)
        }
        precondition(rest.isEmpty, "a stream that ends in the first bytes of a frame")
        return result
    }
}
