import Synchronization

/// A server that is being started, as another thread sees it. Requests that come meanwhile are remembered.
package final class ServerStart<Server: Sendable>: Sendable {
    private struct State {
        var server: Server?
        var mustReload = false
    }

    private let state = Mutex(State())

    /// Begun, and not done.
    package init() {}

    /// The server. Nil while it starts.
    package var server: Server? { state.withLock { $0.server } }

    /// Keeps a server that serves. Answers whether it must read its certificates again: it read them before, perhaps
    /// before it waited for the data folder.
    package func finish(_ server: Server) -> Bool {
        state.withLock {
            $0.server = server
            return $0.mustReload
        }
    }

    /// The server, to have it read its certificates again. Nil while it starts; then ``finish(_:)`` tells of it.
    package func toReload() -> Server? {
        state.withLock {
            if $0.server == nil { $0.mustReload = true }
            return $0.server
        }
    }
}
