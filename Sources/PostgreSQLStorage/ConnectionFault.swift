import Storage

/// Why an exchange with the server failed.
enum ConnectionFault: Error, Hashable, Sendable {
    /// The connection broke, the server was silent for too long, or it goes down: nobody knows what became of a commit
    /// that was under way.
    case lost(String)
    /// The server refused a statement, with this SQLSTATE. Nothing of its transaction was done.
    case refused(state: String, text: String)

    /// The SQLSTATE by which the function `tilerace_fence` says that the generation is gone.
    static let fenced = "TR001"

    /// The storage error for callers of the engine.
    var storageError: StorageError {
        switch self {
        case .lost(let text): .unavailable(text)
        case .refused(ConnectionFault.fenced, _): .fenced
        case .refused(let state, let text): ConnectionFault.storageError(state, text)
        }
    }

    /// PostgreSQL, Appendix A. Error Codes: the first two characters are the class.
    private static func storageError(_ state: String, _ text: String) -> StorageError {
        switch state.prefix(2) {
        // Integrity constraint violation.
        case "23": .conflict("\(text) (\(state))")
        // Data exception; data or index corrupted.
        case "22", "XX": .corrupt("\(text) (\(state))")
        // Everything else: the place, not the contents.
        default: .unavailable("\(text) (\(state))")
        }
    }
}
