import HTTP1

/// A fault in a client's opening handshake (RFC 6455 section 4.2).
package enum HandshakeError: Error, Hashable, Sendable {
    /// Not a GET (section 4.2.1).
    case methodNotAllowed
    /// The request is not HTTP/1.1.
    case versionTooOld
    /// No `Upgrade: websocket` or no `Connection: Upgrade`: an ordinary request to the socket's address.
    case notAnUpgrade
    /// A body, which a GET that upgrades has not.
    case bodyNotAllowed
    /// `Sec-WebSocket-Key` missing, given twice, or not 16 bytes in Base64.
    case badKey
    /// `Sec-WebSocket-Version` missing, given twice, or not 13 (section 4.4).
    case unsupportedVersion
    /// A `Sec-WebSocket-Protocol` that is no list of distinct tokens.
    case malformedSubprotocols
    /// A `Sec-WebSocket-Extensions` that does not follow its grammar (section 9.1).
    case malformedExtensions

    /// The answer to the client.
    package var response: ResponseHead {
        switch self {
        case .methodNotAllowed: ResponseHead(.methodNotAllowed, fields: [("Allow", "GET")])
        case .notAnUpgrade, .versionTooOld, .unsupportedVersion:
            // RFC 9110 section 7.8: who sends Upgrade says so in Connection.
            ResponseHead(
                .upgradeRequired,
                fields: [("Upgrade", "websocket"), ("Connection", "Upgrade"), ("Sec-WebSocket-Version", "13")])
        case .bodyNotAllowed, .badKey, .malformedSubprotocols, .malformedExtensions: ResponseHead(.badRequest)
        }
    }
}
