/// One offer of permessage-deflate (RFC 7692 section 7.1), as a client makes it.
package struct DeflateOffer: Hashable, Sendable {
    /// The registered name.
    static let name = "permessage-deflate"

    /// `client_max_window_bits`: whether the server may limit the client's window.
    package enum ClientWindow: Hashable, Sendable {
        /// The server may not limit the window.
        case notOffered
        /// The server may limit the window.
        case offered
        /// The server may limit the window, and the client will use no larger one than this anyway.
        case atMost(WindowBits)
    }

    /// The server must forget each message after it.
    package var serverNoContextTakeover = false
    /// The client forgets each message after it, whatever the answer says.
    package var clientNoContextTakeover = false
    /// The largest window that the server may use. Nil if any.
    package var serverMaxWindow: WindowBits?
    /// The client's offer to limit its own window.
    package var clientMaxWindow = ClientWindow.notOffered

    /// An offer without parameters.
    package init() {}

    /// Creates the offer of a client with these settings.
    package init(_ settings: DeflateSettings) {
        clientNoContextTakeover = !settings.sendsWithContext
        serverNoContextTakeover = !settings.receivesWithContext
        serverMaxWindow = settings.receiveWindow == .largest ? nil : settings.receiveWindow
        clientMaxWindow = settings.sendWindow == .largest ? .offered : .atMost(settings.sendWindow)
    }

    /// Reads an offer. Nil if a server must decline it (section 7): a parameter that is not defined, one with an
    /// invalid value, or one that comes twice.
    init?(_ offer: WebSocketExtension) {
        guard offer.name == DeflateOffer.name, offer.hasDistinctParameters else { return nil }
        for parameter in offer.parameters {
            switch (parameter.name, parameter.value) {
            case ("server_no_context_takeover", nil): serverNoContextTakeover = true
            case ("client_no_context_takeover", nil): clientNoContextTakeover = true
            case ("server_max_window_bits", let value?):
                guard let window = WindowBits(text: value) else { return nil }
                serverMaxWindow = window
            case ("client_max_window_bits", nil): clientMaxWindow = .offered
            case ("client_max_window_bits", let value?):
                guard let window = WindowBits(text: value) else { return nil }
                clientMaxWindow = .atMost(window)
            default: return nil
            }
        }
    }

    /// The offer as it is written in `Sec-WebSocket-Extensions`.
    package var text: String {
        var text = DeflateOffer.name
        if serverNoContextTakeover { text += "; server_no_context_takeover" }
        if clientNoContextTakeover { text += "; client_no_context_takeover" }
        if let serverMaxWindow { text += "; server_max_window_bits=\(serverMaxWindow.rawValue)" }
        switch clientMaxWindow {
        case .notOffered: break
        case .offered: text += "; client_max_window_bits"
        case .atMost(let window): text += "; client_max_window_bits=\(window.rawValue)"
        }
        return text
    }
}

extension WebSocketExtension {
    /// Whether no parameter comes twice (section 7.1).
    var hasDistinctParameters: Bool { Set(parameters.map(\.name)).count == parameters.count }
}
