import Bytes
import HTTP1

/// A client's opening handshake, found in order (RFC 6455 section 4.2). The Origin is for the caller to judge.
package struct ServerHandshake: Hashable, Sendable {
    /// The answer to the client's key.
    package let accept: String
    /// The subprotocol both speak. Nil if the client offered none of ours.
    package let subprotocol: String?

    /// Checks a request. `subprotocols` are ours; of those that the client offers too, its own first choice is taken.
    package init(checking head: RequestHead, subprotocols: [String] = []) throws(HandshakeError) {
        guard head.method == .get else { throw .methodNotAllowed }
        guard head.isVersion11 else { throw .versionTooOld }
        guard head.fields.list("upgrade", contains: "websocket"), head.fields.list("connection", contains: "upgrade")
        else {
            throw .notAnUpgrade
        }
        guard head.contentLength == 0 else { throw .bodyNotAllowed }
        guard head.fields.values(of: "sec-websocket-version") == ["13"] else { throw .unsupportedVersion }
        let keys = head.fields.values(of: "sec-websocket-key")
        guard keys.count == 1, AcceptKey.isValid(keys[0]) else { throw .badKey }
        let offered = head.fields.list("sec-websocket-protocol")
        guard offered.allSatisfy(FieldLine.isToken), Set(offered).count == offered.count else {
            throw .malformedSubprotocols
        }
        accept = AcceptKey.answering(keys[0])
        subprotocol = offered.lazy.map(String.init).first(where: subprotocols.contains)
    }

    /// The answer that opens the WebSocket.
    package var response: ResponseHead {
        var head = ResponseHead(
            .switchingProtocols,
            fields: [("Upgrade", "websocket"), ("Connection", "Upgrade"), ("Sec-WebSocket-Accept", accept)])
        if let subprotocol { head.add("Sec-WebSocket-Protocol", subprotocol) }
        return head
    }

    /// Writes the answer that opens the WebSocket.
    package func writeResponse(to sink: some ByteSink) {
        response.write(bodyLength: 0, keepsAlive: true, to: sink)
    }
}
