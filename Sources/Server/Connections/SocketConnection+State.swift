extension SocketConnection {
    /// The progress of a WebSocket from the upgrade to its end.
    enum State: Equatable {
        /// Messages are exchanged.
        case open
        /// A Close is through in one direction at least, or the client broke the protocol. The hub counts it as
        /// connected until it is gone.
        case closing
        /// The hub knows it no more, or never did. What has been written still leaves.
        case left
        /// The connection is gone. A feed may hold what is left for a moment longer.
        case gone

        /// Whether messages are exchanged.
        var isOpen: Bool {
            switch self {
            case .open: true
            case .closing, .left, .gone: false
            }
        }

        /// Whether the hub counts it as connected.
        var isAtHub: Bool {
            switch self {
            case .open, .closing: true
            case .left, .gone: false
            }
        }

        /// Whether there is a connection to write to.
        var hasConnection: Bool {
            switch self {
            case .open, .closing, .left: true
            case .gone: false
            }
        }

        /// The closing handshake begins, on either side. Answers whether it had not.
        mutating func close() -> Bool {
            switch self {
            case .open:
                self = .closing
                return true
            case .closing, .left, .gone: return false
            }
        }

        /// The hub is to forget it. Answers whether the hub has to be told so.
        mutating func leave() -> Bool {
            switch self {
            case .open, .closing:
                self = .left
                return true
            case .left, .gone: return false
            }
        }
    }

    /// Why a WebSocket is not read.
    enum Pause: Equatable {
        /// The hub does not keep up.
        case forHub
        /// The others on its shard are to be heard first.
        case forOthers
        /// The client is to read what it was sent.
        case forReader
    }
}
