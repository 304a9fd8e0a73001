import Clients

/// Advice for users whose load a server refuses.
enum LoadAdvice {
    /// A pointer to the documentation, which has the whole command.
    private static let manual = "docs/performance.md says how to start a server for a load test."

    static func onRefusal(status: Int) -> String {
        switch status {
        case 429:
            "the server takes no more from this address (429). Start it with --guests-per-minute 60000 and "
                + "--requests-per-second 100000. \(manual)"
        case 503:
            "the server takes no more connections (503). Start it with --connections and --connections-per-address above the "
                + "number of players and watchers. \(manual)"
        default: "the server answers POST /api/v1/session with \(status): is it a Tilerace server?"
        }
    }

    static func onRefusal(code: String) -> String {
        switch code {
        case "rate_limited":
            "the server says rate_limited: somebody else uses this address too, or its limits are low. \(manual)"
        default: "the server refuses a guest on the way to its room: \(code)"
        }
    }

    static func onLoss(_ text: String, _ end: ClientEnd, _ location: ServerLocation) -> String {
        switch end {
        case .failed(.connecting(let error)): "there is no server at \(location): \(error)"
        case .failed(.handshake(.refused(status: 429))): onRefusal(status: 429)
        case .failed(.handshake(.refused(status: 503))):
            "the server takes no more connections. Start it with --connections and --connections-per-address above the number "
                + "of players and watchers. \(manual)"
        case .closed, .failed(.handshake), .failed(.timedOut), .failed(.http), .failed(.webSocket), .failed(.lost),
            .failed(.notReading), .failed(.abandoned):
            "a connection was lost while the guests arrived: \(text)"
        }
    }

    /// The name of an end among the errors of a report.
    static func text(of end: ClientEnd) -> String {
        switch end {
        case .closed(let code, _): "close \(code.rawValue)"
        case .failed(.connecting(let error)): "\(error)"
        case .failed(let fault): "\(fault)"
        }
    }
}
