import Testing

@testable import Server

/// The state of an HTTP connection among its requests and answers, without a socket.
@Suite struct HTTPConnectionStateTests {
    typealias State = HTTPConnection.State

    /// A connection of which the first request has come whole.
    private static func answering(keepsAlive: Bool = true) -> State {
        var state = State.beforeFirst
        state.asked(keepsAlive: keepsAlive)
        return state
    }

    /// A connection of which the first answer is written.
    private static func sending() -> State {
        var state = answering()
        _ = state.answered()
        return state
    }

    @Test("Requests are read one at a time, each when the answer before it has left")
    func oneAfterTheOther() {
        var state = State.beforeFirst
        for _ in 0..<3 {
            #expect(state.readsRequests)
            state.asked(keepsAlive: true)
            #expect(!state.readsRequests)
            #expect(state.awaitsAnswer)
            #expect(state.answered() == true)
            #expect(!state.readsRequests)
            #expect(!state.awaitsAnswer)
            #expect(state.answerLeft() == .readOn)
        }
    }

    @Test("Output that leaves while a request waits for its answer lets no later request be read")
    func earlierOutputLeaves() {
        var state = Self.answering()
        #expect(state.answerLeft() == .nothing)
        #expect(state == .answering(isLast: false))
    }

    @Test("A sent answer is recorded once, however often output leaves")
    func leavesOnce() {
        var state = Self.sending()
        #expect(state.answerLeft() == .readOn)
        #expect(state.answerLeft() == .nothing)
    }

    @Test("A request without keep-alive gets the last answer")
    func noKeepAlive() {
        var state = Self.answering(keepsAlive: false)
        #expect(state.answered() == false)
        #expect(state == .over)
        #expect(!state.readsRequests)
    }

    @Test("A request that cannot be read gets the last answer", arguments: [State.beforeFirst, .between])
    func unreadable(before: State) {
        var state = before
        #expect(state.answered() == false)
        #expect(state == .over)
    }

    @Test("A client that shuts its side gets the pending answer, and the connection ends")
    func inputEnds() {
        var waiting = Self.answering()
        #expect(waiting.inputEnded() == false)
        #expect(waiting.answered() == false, "nothing is read after it, and the answer says so")

        var reading = Self.sending()
        #expect(reading.inputEnded() == false)
        #expect(reading.answerLeft() == .close, "the answer had promised to go on")

        for idle in [State.beforeFirst, .between] {
            var state = idle
            #expect(state.inputEnded() == true)
        }
    }

    @Test("A stopping server finishes answers, hurries requests, and closes idle connections")
    func stopping() {
        var waiting = Self.answering()
        #expect(waiting.stop(isInsideRequest: false) == .finish)
        #expect(waiting.answered() == false)

        var reading = Self.sending()
        #expect(reading.stop(isInsideRequest: false) == .finish)
        #expect(reading.answerLeft() == .close)

        var new = State.beforeFirst
        #expect(new.stop(isInsideRequest: false) == .hurry, "whoever was let in is answered once")
        var idle = State.between
        #expect(idle.stop(isInsideRequest: true) == .hurry)
        #expect(idle.stop(isInsideRequest: false) == .close)
        #expect(idle == .between)
    }

    @Test("Only a partial request is answered on time-out")
    func due() {
        for state in [State.beforeFirst, .between] {
            #expect(state.whenDue(isInsideRequest: true) == .refuse)
            #expect(state.whenDue(isInsideRequest: false) == .abort)
        }
        for state in [Self.answering(), Self.sending(), .over, .upgraded] {
            #expect(state.whenDue(isInsideRequest: true) == .abort)
        }
    }

    @Test("After the upgrade and after the last answer nothing is read, answered or waited for")
    func finalStates() {
        for final in [State.over, .upgraded] {
            var state = final
            state.beLast()
            #expect(state == final)
            #expect(!state.readsRequests)
            #expect(!state.awaitsAnswer)
            #expect(state.answerLeft() == .nothing)
            #expect(state.stop(isInsideRequest: false) == .close)
        }
    }
}
