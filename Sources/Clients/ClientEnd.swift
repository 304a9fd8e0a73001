import EventLoops
import HTTP1
import WebSockets

/// The end of a client's connection.
package enum ClientEnd: Error, Hashable, Sendable {
    /// The end by a closing handshake, begun by whichever side.
    case closed(CloseCode, reason: String)
    /// The end before a closing handshake, or without one.
    case failed(ClientFault)
}

/// A fault between a client and a server.
package enum ClientFault: Error, Hashable, Sendable {
    /// No connection came about, for the system's reason.
    case connecting(EventLoopError)
    /// The server did not answer in time.
    case timedOut(ClientPhase)
    /// The server's answer is no HTTP.
    case http(ResponseError)
    /// The server answers the opening handshake with something else than an open WebSocket.
    case handshake(ClientHandshakeError)
    /// The server broke the WebSocket protocol; it was told so.
    case webSocket(WebSocketError)
    /// The connection ended where more was wanted.
    case lost(ClientPhase)
    /// The server does not take what we send.
    case notReading
    /// We ended it ourselves, without a closing handshake.
    case abandoned
}

/// The step that a client was waiting for.
package enum ClientPhase: Hashable, Sendable {
    /// The answer to an HTTP request.
    case answer
    /// The answer to the opening handshake.
    case handshake
    /// Messages.
    case messages
    /// The server's Close.
    case close
}
