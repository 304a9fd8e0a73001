import Bytes
import HTTP1

/// A client's opening handshake, found in order (RFC 6455 section 4.2). The Origin is for the caller to judge.
package struct ServerHandshake: Hashable, Sendable {
    /// The answer to the client's key: the value of `Sec-WebSocket-Accept`.
    package let accept: String
    /// The subprotocol both speak. Nil if the client offered none of ours.
    package let subprotocol: String?
    /// The compression of messages; nil for none.
    package let deflate: DeflateAgreement?

    /// Checks a request. `subprotocols` are ours; of those that the client offers too, its own first choice is taken.
    /// `deflate` is how we would compress; nil if we would not.
    package init(
        checking head: RequestHead, subprotocols: [String] = [], deflate: DeflateSettings? = nil
    ) throws(HandshakeError) {
        guard head.method == .get else { throw .methodNotAllowed }
        guard head.isVersion11 else { throw .versionTooOld }
        guard head.fields.list("upgrade", contains: "websocket"), head.fields.list("connection", contains: "upgrade")
        else {
            throw .notAnUpgrade
        }
        guard head.contentLength == 0, !head.isChunked else { throw .bodyNotAllowed }
        guard head.fields.withOnlyValue(of: "sec-websocket-version", { $0.equals("13") }) == true else {
            throw .unsupportedVersion
        }
        let accept = head.fields.withOnlyValue(of: "sec-websocket-key") { key in
            AcceptKey.isValid(key) ? AcceptKey.answering(key) : nil
        }
        guard let accept, let accept else { throw .badKey }
        self.accept = accept
        let offered = head.fields.list("sec-websocket-protocol")
        guard offered.allSatisfy(FieldLine.isToken), Set(offered).count == offered.count else {
            throw .malformedSubprotocols
        }
        // RFC 6455 section 9.1: an offer of something unknown is ignored, one that cannot be read fails the handshake.
        guard let extensions = WebSocketExtension.list(head.fields) else { throw .malformedExtensions }
        self.deflate = deflate.flatMap { DeflateAgreement(choosingFrom: extensions, $0) }
        subprotocol = offered.lazy.map(String.init).first(where: subprotocols.contains)
    }

    /// Writes the answer that opens the WebSocket (section 4.2.2). Every connection begins with it, so it is put
    /// together here and not field by field as a ``HTTP1/ResponseHead``.
    package func writeResponse(to sink: some ByteSink) {
        var text = ByteBuffer()
        text.reserve(256)
        text.append(literal: "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n")
        text.append(literal: "Sec-WebSocket-Accept: ")
        text.append(accept)
        if let subprotocol {
            text.append(literal: "\r\nSec-WebSocket-Protocol: ")
            text.append(subprotocol)
        }
        if let deflate {
            text.append(literal: "\r\nSec-WebSocket-Extensions: ")
            text.append(deflate.text)
        }
        text.append(literal: "\r\n\r\n")
        sink.write(text)
    }
}
