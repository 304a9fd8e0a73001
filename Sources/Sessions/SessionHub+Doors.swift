import Messages
import Rooms

/// What somebody brings to the door of a room.
struct Visit {
    let takesSeat: Bool
    let password: String?
}

/// What came of trying a text as a room's password.
struct TriedPassword: Sendable {
    /// The password of that moment.
    let password: RoomPassword
    let isRight: Bool
    /// The same password as it is kept today, where the log has it in a weaker form.
    let renewed: RoomPassword?
}

// Passwords at the doors of rooms. To tell a right one from a wrong one takes some 50 ms, on another thread. By then
// the room may have changed, or be out of memory: it is looked up again.
extension SessionHub {
    /// The room with this code, and what a player shows at its door. Passwords are tried like codes: with patience.
    func withDoor(
        of code: RoomCode, for player: LivePlayer, _ session: Session, _ visit: Visit, tried: TriedPassword? = nil,
        then: @escaping (Result<(LiveRoom, ShownPassword), ErrorReply>) -> Void
    ) {
        withRoom(code) { [self] result in
            switch result {
            case .failure: return then(.failure(SessionHub.unavailable))
            case .success(nil): return then(.failure(SessionHub.noSuchRoom))
            case .success(let room?):
                guard let text = visit.password, let password = room.state.door.password,
                    asksForPassword(room, player, session, visit)
                else { return then(.success((room, .nothing))) }
                if let tried, tried.password == password {
                    if tried.isRight { opened(room, by: text, tried) }
                    return then(.success((room, tried.isRight ? .right : .wrong)))
                }
                if let retry = environment.searches.wait(session.client) {
                    return then(.failure(rateLimited(retry)))
                }
                if room.isKnown(text, for: password) { return then(.success((room, .right))) }
                // Before the answer: else as many could be tried at once as connections ask.
                environment.searches.count(session.client)
                attempt(text, as: password) { [self] result in
                    switch result {
                    case .failure(let refusal): then(.failure(refusal))
                    case .success(let tried): withDoor(of: code, for: player, session, visit, tried: tried, then: then)
                    }
                }
            }
        }
    }

    /// Whether the password decides. Nobody who is kept out in any case has one worked out.
    private func asksForPassword(_ room: LiveRoom, _ player: LivePlayer, _ session: Session, _ visit: Visit) -> Bool {
        guard room.state.member(for: player.id) == nil, visit.takesSeat || room.view(of: session) == nil else {
            return false
        }
        do throws(RoomRefusal) {
            try room.state.admit(player.id, takesSeat: visit.takesSeat, showing: .right)
            return true
        } catch {
            return false
        }
    }

    private func attempt(
        _ text: String, as password: RoomPassword, then: @escaping (Result<TriedPassword, ErrorReply>) -> Void
    ) {
        let (salt, cost) = (randomBytes(), settings.passwordCost)
        let work: @Sendable () -> TriedPassword? = {
            guard let isRight = password.isText(text) else { return nil }
            let isWeak = isRight && password.cost != cost
            let renewed = isWeak ? RoomPassword(text, salt: salt, cost: cost) : nil
            return TriedPassword(password: password, isRight: isRight, renewed: renewed)
        }
        compute(work) { result in
            switch result {
            case .failure(let refusal): then(.failure(refusal))
            case .success(nil): then(.failure(SessionHub.unavailable))
            case .success(let tried?): then(.success(tried))
            }
        }
    }

    /// Somebody showed the password: the next who does is let in without waiting, and the log has it in today's form.
    private func opened(_ room: LiveRoom, by text: String, _ tried: TriedPassword) {
        room.learn(text, for: tried.renewed ?? tried.password)
        guard let renewed = tried.renewed else { return }
        var decision = Decision()
        decision.append([.password(hash: renewed)], to: room, time: now)
        commit(decision) { _ in }
    }

    /// Works something out on another thread, and goes on with it on the hub's; refuses where too much waits already.
    func compute<Value: Sendable>(
        _ work: @escaping @Sendable () -> Value, then: @escaping (Result<Value, ErrorReply>) -> Void
    ) {
        let confined = Confined(value: then)
        let executor = environment.executor
        let isTaken = environment.compute {
            let value = work()
            executor.enqueue { confined.value(.success(value)) }
        }
        if !isTaken { then(.failure(rateLimited(1_000))) }
    }
}
