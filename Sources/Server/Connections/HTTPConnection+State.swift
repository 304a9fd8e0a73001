extension HTTPConnection {
    /// The progress of a connection through its requests and answers, one pair at a time.
    enum State: Equatable {
        /// The first request is awaited, or has come in part.
        case beforeFirst
        /// A later request is awaited, or has come in part.
        case between
        /// A request has come whole and its answer has not been written. `isLast`: the connection ends with it.
        case answering(isLast: Bool)
        /// An answer has been written; when it has left, the next request is read. `isLast`: the connection ends then,
        /// as was decided after the answer had promised to go on.
        case sending(isLast: Bool)
        /// The last answer has been written.
        case over
        /// The socket belongs to a ``SocketConnection``.
        case upgraded

        /// The step after an answer has left, or may have.
        enum AfterAnswer: Equatable {
            case nothing
            case readOn
            case close
        }

        /// The step after a time-out.
        enum WhenDue: Equatable {
            /// Say that the request did not come in time.
            case refuse
            case abort
        }

        /// The step when the server goes down.
        enum WhenStopping: Equatable {
            /// The answer that is being given is the last.
            case finish
            /// Give the request that is on its way, or about to be, a little time: whoever was let in is answered once.
            case hurry
            case close
        }

        /// Whether requests are read; later ones wait, so that answers keep their order.
        var readsRequests: Bool {
            switch self {
            case .beforeFirst, .between: true
            case .answering, .sending, .over, .upgraded: false
            }
        }

        /// Whether a request waits for its answer.
        var awaitsAnswer: Bool {
            switch self {
            case .answering: true
            case .beforeFirst, .between, .sending, .over, .upgraded: false
            }
        }

        /// A request has come whole.
        mutating func asked(keepsAlive: Bool) {
            precondition(readsRequests, "requests are read one at a time")
            self = .answering(isLast: !keepsAlive)
        }

        /// The answer is written. Answers whether the connection goes on after it.
        mutating func answered() -> Bool {
            switch self {
            case .answering(isLast: false):
                self = .sending(isLast: false)
                return true
            case .answering(isLast: true), .beforeFirst, .between, .sending, .over, .upgraded:
                self = .over
                return false
            }
        }

        /// Nothing waits to be sent any more. Called some time after an answer was written, and whenever output has
        /// left: the next request may be waiting for its answer by then.
        mutating func answerLeft() -> AfterAnswer {
            switch self {
            case .sending(isLast: false):
                self = .between
                return .readOn
            case .sending(isLast: true):
                self = .over
                return .close
            case .beforeFirst, .between, .answering, .over, .upgraded: return .nothing
            }
        }

        /// The client sends no more. Answers whether the connection is to be closed now.
        mutating func inputEnded() -> Bool {
            switch self {
            case .answering, .sending:
                beLast()
                return false
            case .beforeFirst, .between, .over, .upgraded: return true
            }
        }

        /// The server goes down. `isInsideRequest`: a request has come in part.
        mutating func stop(isInsideRequest: Bool) -> WhenStopping {
            switch self {
            case .answering, .sending:
                beLast()
                return .finish
            case .beforeFirst: return .hurry
            case .between: return isInsideRequest ? .hurry : .close
            case .over, .upgraded: return .close
            }
        }

        /// Has nothing more read after the answer that is being given.
        mutating func beLast() {
            switch self {
            case .answering: self = .answering(isLast: true)
            case .sending: self = .sending(isLast: true)
            case .beforeFirst, .between, .over, .upgraded: break
            }
        }

        /// Returns what a time-out of a request, an answer or its reading leads to. `isInsideRequest`: a request has
        /// come in part.
        func whenDue(isInsideRequest: Bool) -> WhenDue {
            switch self {
            case .beforeFirst, .between: isInsideRequest ? .refuse : .abort
            case .answering, .sending, .over, .upgraded: .abort
            }
        }
    }
}
