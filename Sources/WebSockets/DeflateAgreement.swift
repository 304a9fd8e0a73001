import HTTP1

/// The agreement of both ends on permessage-deflate (RFC 7692 section 7.1). Without one, nothing is compressed.
package struct DeflateAgreement: Hashable, Sendable {
    /// The compression in one direction.
    package struct Direction: Hashable, Sendable {
        /// Whether a message may refer back to those before it (context take-over).
        package var hasContext: Bool
        /// The maximum distance of a back reference.
        package var window: WindowBits
    }

    /// The server's compression.
    package var server: Direction
    /// The client's compression.
    package var client: Direction
    /// The parameters that the server's answer must name. All others hold by default.
    private let answer: DeflateOffer

    /// The server's choice: the first of the client's offers that can be accepted. Nil if there is none. Offers come in
    /// the order of the client's preference (RFC 6455 section 9.1).
    init?(choosingFrom offers: [WebSocketExtension], _ settings: DeflateSettings) {
        guard let offer = offers.lazy.compactMap(DeflateOffer.init).first else { return nil }
        self.init(accepting: offer, settings)
    }

    /// The answer to an offer. Every valid one can be accepted: we can keep to any window and do without any context.
    package init(accepting offer: DeflateOffer, _ settings: DeflateSettings) {
        var answer = DeflateOffer()
        // Section 7.1.1: a server may refuse itself or the client the context even if the offer does not ask for it.
        answer.serverNoContextTakeover = offer.serverNoContextTakeover || !settings.sendsWithContext
        answer.clientNoContextTakeover = offer.clientNoContextTakeover || !settings.receivesWithContext
        // Section 7.1.2.1: it may also narrow its own window unasked, and must say so if it was asked to.
        let serverWindow = min(offer.serverMaxWindow ?? .largest, settings.sendWindow)
        if offer.serverMaxWindow != nil || serverWindow < .largest { answer.serverMaxWindow = serverWindow }
        // Section 7.1.2.2: but the client's window only if the client lets it.
        var clientWindow = WindowBits.largest
        switch offer.clientMaxWindow {
        case .notOffered: break
        case .offered: clientWindow = settings.receiveWindow
        case .atMost(let window): clientWindow = min(window, settings.receiveWindow)
        }
        if offer.clientMaxWindow != .notOffered, clientWindow < .largest {
            answer.clientMaxWindow = .atMost(clientWindow)
        }
        self.answer = answer
        server = Direction(hasContext: !answer.serverNoContextTakeover, window: serverWindow)
        client = Direction(hasContext: !answer.clientNoContextTakeover, window: clientWindow)
    }

    /// The client's check of the server's answer to its offer. Nil if the server declined. Throws if the answer is none
    /// to this offer, upon which the client must fail the connection (RFC 6455 section 4.1, RFC 7692 section 5.1).
    init?(answering offer: DeflateOffer?, _ fields: HeaderFields) throws(ClientHandshakeError) {
        let fault = ClientHandshakeError.badAnswer(field: "Sec-WebSocket-Extensions")
        guard let members = WebSocketExtension.list(fields) else { throw fault }
        guard let member = members.first else { return nil }
        guard let offer else { throw fault }
        // The parameters of answers are those of offers, but for `client_max_window_bits`, which must have a value.
        guard members.count == 1, let answer = DeflateOffer(member), answer.clientMaxWindow != .offered else {
            throw fault
        }
        guard answer.serverNoContextTakeover || !offer.serverNoContextTakeover else { throw fault }
        if let asked = offer.serverMaxWindow {
            guard let window = answer.serverMaxWindow, window <= asked else { throw fault }
        }
        var clientWindow = WindowBits.largest
        if case .atMost(let window) = offer.clientMaxWindow { clientWindow = window }
        if case .atMost(let window) = answer.clientMaxWindow {
            guard offer.clientMaxWindow != .notOffered, window <= clientWindow else { throw fault }
            clientWindow = window
        }
        self.answer = answer
        server = Direction(hasContext: !answer.serverNoContextTakeover, window: answer.serverMaxWindow ?? .largest)
        let clientHasContext = !answer.clientNoContextTakeover && !offer.clientNoContextTakeover
        client = Direction(hasContext: clientHasContext, window: clientWindow)
    }

    /// The server's answer, as it is written in `Sec-WebSocket-Extensions`.
    package var text: String { answer.text }
}
