import Sessions
import WebSockets

extension CloseCode {
    /// `hello` did not come in time.
    static let noHello = CloseCode(rawValue: 4000)
    /// A ping was not answered in time.
    static let noPong = CloseCode(rawValue: 4001)
    /// Too much waited for a client that does not read.
    static let tooSlow = CloseCode(rawValue: 4002)
    /// A message did not come whole in time.
    static let unfinishedMessage = CloseCode(rawValue: 4003)
    /// Too many messages, or too many frames that say nothing.
    static let tooMuch = CloseCode(rawValue: SessionEnd.tooMuch)
    /// The player signed out everywhere, or is no more.
    static let signedOut = CloseCode(rawValue: SessionEnd.signedOut)

    /// The player is banned.
    static let banned = CloseCode(rawValue: SessionEnd.banned)

    /// The codes with which the server closes WebSockets; `docs/protocol.md` says what each means to a client.
    static let ofServer: [CloseCode] = [
        .goingAway, .protocolError, .unsupportedMessage, .invalidPayload, .messageTooLong, .noHello, .noPong, .tooSlow,
        .unfinishedMessage, .tooMuch, .signedOut, .banned,
    ]
}
