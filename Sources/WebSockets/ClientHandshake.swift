import Bytes
import HTTP1

/// A client's side of the opening handshake (RFC 6455 section 4.1): the request, and the check of what answers it. A
/// value: the caller sends, receives and waits.
package struct ClientHandshake: Sendable {
    /// The terms that both sides agreed on.
    package struct Agreement: Hashable, Sendable {
        /// The subprotocol that the server chose of ours. Nil if it chose none.
        package let subprotocol: String?
        /// The compression of messages; nil for none.
        package let deflate: DeflateAgreement?
    }

    private let host: String
    private let target: String
    private let subprotocols: [String]
    private let deflate: DeflateOffer?
    private let fields: [(name: String, value: String)]
    /// The `Sec-WebSocket-Key`: 16 random bytes in Base64.
    package let key: String

    /// A handshake with the server `host` (with its port, unless that is the scheme's own) for `target`, a path with
    /// its query.
    ///
    /// `random` gives bits that nobody can foresee; a key is used once. `deflate` is how we would have messages
    /// compressed; nil if not at all. `fields` are further field lines, such as a cookie.
    package init(
        host: String, target: String, subprotocols: [String] = [], deflate: DeflateOffer? = nil,
        fields: [(name: String, value: String)] = [], random: () -> UInt64
    ) {
        precondition(subprotocols.allSatisfy(FieldLine.isToken), "a subprotocol is a token")
        precondition(target.utf8.first == UInt8(ascii: "/") && target.utf8.allSatisfy { (0x21...0x7E).contains($0) })
        self.host = host
        self.target = target
        self.subprotocols = subprotocols
        self.deflate = deflate
        self.fields = fields
        let numbers = [random(), random()]
        key = Base64.standard.encode(
            numbers.flatMap { number in (0..<8).map { UInt8(truncatingIfNeeded: number >> UInt64($0 * 8)) } })
    }

    /// Writes the request.
    package func writeRequest(to sink: some ByteSink) {
        var all: [(name: String, value: String)] = [
            ("Host", host), ("Upgrade", "websocket"), ("Connection", "Upgrade"), ("Sec-WebSocket-Version", "13"),
            ("Sec-WebSocket-Key", key),
        ]
        if !subprotocols.isEmpty { all.append(("Sec-WebSocket-Protocol", subprotocols.joined(separator: ", "))) }
        if let deflate { all.append(("Sec-WebSocket-Extensions", deflate.text)) }
        RequestText.write(.get, target, fields: all + fields, to: sink)
    }

    /// Checks the answer. Bytes that came behind it are frames.
    package func check(_ response: Response) throws(ClientHandshakeError) -> Agreement {
        guard response.status == 101 else {
            if (300...399).contains(response.status), let location = response.fields["location"] {
                throw .redirected(status: response.status, location: location)
            }
            throw .refused(status: response.status)
        }
        guard response.isVersion11 else { throw .versionTooOld }
        let isUpgrade = response.fields.withOnlyValue(of: "upgrade") { $0.equals(ignoringCase: "websocket") }
        guard isUpgrade == true else { throw .badAnswer(field: "Upgrade") }
        guard response.fields.list("connection", contains: "upgrade") else { throw .badAnswer(field: "Connection") }
        let accepts = response.fields.values(of: "sec-websocket-accept")
        guard accepts.count == 1, accepts[0].utf8.elementsEqual(AcceptKey.answering(key).utf8) else {
            throw .badAnswer(field: "Sec-WebSocket-Accept")
        }
        let chosen = response.fields.values(of: "sec-websocket-protocol")
        guard chosen.count <= 1, chosen.allSatisfy(subprotocols.contains) else {
            throw .badAnswer(field: "Sec-WebSocket-Protocol")
        }
        return Agreement(
            subprotocol: chosen.first, deflate: try DeflateAgreement(answering: deflate, response.fields))
    }
}
