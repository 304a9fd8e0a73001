import Testing

@testable import Server

/// The end of a WebSocket, without a socket.
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

    @Test("The hub is told once that a WebSocket closed, with or without a Close frame")
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

    @Test("A WebSocket that has left the hub begins no closing handshake and does not leave again")
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
