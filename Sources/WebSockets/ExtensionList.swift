import HTTP1

/// One member of a `Sec-WebSocket-Extensions` (RFC 6455 section 9.1), in an offer or in an answer.
struct WebSocketExtension: Hashable {
    /// `name`, `name=token` or `name="token"`.
    struct Parameter: Hashable {
        var name: String
        /// The value without its quotes; nil if there is none.
        var value: String?
    }

    /// The registered name.
    var name: String
    /// The parameters in the order in which they came; the same name may come twice.
    var parameters: [Parameter]

    /// The members of all field lines together, in order. Nil if they do not follow the grammar, which fails the
    /// handshake.
    static func list(_ fields: HeaderFields) -> [WebSocketExtension]? {
        let lines = fields.values(of: "sec-websocket-extensions")
        guard !lines.isEmpty else { return [] }
        var scanner = ExtensionScanner(bytes: Array(lines.joined(separator: ",").utf8))
        return scanner.list()
    }
}

/// Reads the grammar of RFC 6455 section 9.1 from left to right.
private struct ExtensionScanner {
    let bytes: [UInt8]
    var position = 0

    /// Reads at least one member; empty ones between commas are allowed (RFC 9110 section 5.6.1).
    mutating func list() -> [WebSocketExtension]? {
        var members: [WebSocketExtension] = []
        repeat {
            skipBlanks()
            if position == bytes.count || bytes[position] == UInt8(ascii: ",") { continue }
            guard let member = member() else { return nil }
            members.append(member)
        } while take(",")
        return position == bytes.count && !members.isEmpty ? members : nil
    }

    private mutating func member() -> WebSocketExtension? {
        guard let name = token() else { return nil }
        var parameters: [WebSocketExtension.Parameter] = []
        while take(";") {
            skipBlanks()
            guard let name = token() else { return nil }
            var value: String?
            if take("=") {
                skipBlanks()
                value = position < bytes.count && bytes[position] == UInt8(ascii: "\"") ? quoted() : token()
                guard value != nil else { return nil }
            }
            parameters.append(.init(name: name, value: value))
        }
        return WebSocketExtension(name: name, parameters: parameters)
    }

    private mutating func token() -> String? {
        let start = position
        while position < bytes.count, FieldLine.isTokenByte(bytes[position]) { position += 1 }
        return position > start ? String(decoding: bytes[start..<position], as: UTF8.self) : nil
    }

    /// A quoted string, the content of which must be a token.
    private mutating func quoted() -> String? {
        position += 1
        var content: [UInt8] = []
        while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
            if bytes[position] == UInt8(ascii: "\\") {
                position += 1
                guard position < bytes.count else { return nil }
            }
            guard FieldLine.isTokenByte(bytes[position]) else { return nil }
            content.append(bytes[position])
            position += 1
        }
        guard position < bytes.count, !content.isEmpty else { return nil }
        position += 1
        return String(decoding: content, as: UTF8.self)
    }

    /// Whether the next thing that is no blank is this separator, which is consumed with the blanks.
    private mutating func take(_ separator: Unicode.Scalar) -> Bool {
        skipBlanks()
        guard position < bytes.count, bytes[position] == UInt8(ascii: separator) else { return false }
        position += 1
        return true
    }

    private mutating func skipBlanks() {
        while position < bytes.count, bytes[position] == 0x20 || bytes[position] == 0x09 { position += 1 }
    }
}
