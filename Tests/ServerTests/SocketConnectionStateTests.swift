import Testing

@testable import Server

/// How a WebSocket comes to its end, without a socket.
@Suite struct SocketConnectionStateTests {
    typealias State = SocketConnection.State

    @Test("The closing handshake begins once")
    func closesOnce() {
        var state = State.open
        #expect(state.isOpen)
        #expect(state.close() == true)
        #expect(!state.isOpen)
        #expect(state.close() == false)
        #expect(state == .closing)
    }

    @Test("The hub hears once that a WebSocket is gone, whether its Close came first or not")
    func leavesOnce() {
        for isClosed in [false, true] {
            var state = State.open
            if isClosed { _ = state.close() }
            #expect(state.leave() == true)
            #expect(state.leave() == false)
            #expect(!state.isOpen)
            #expect(state.hasConnection, "the reason still has to leave")
        }
    }

    @Test("What has left the hub, or has no connection, begins no closing handshake and leaves no more")
    func finalStates() {
        for final in [State.left, .gone] {
            var state = final
            #expect(state.close() == false)
            #expect(state.leave() == false)
            #expect(!state.isOpen)
            #expect(state == final)
        }
        #expect(!State.gone.hasConnection)
    }
}
