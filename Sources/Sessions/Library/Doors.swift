import Messages
import Rooms

/// What somebody brings to the door of a room.
struct Visit {
    let takesSeat: Bool
    let password: String?
}

/// Passwords at the doors of rooms. To tell a right one from a wrong one takes some 50 ms, on another thread. By then
/// the room may have changed, or be out of memory: it is looked up again.
final class Doors: HubPart {
    let context: HubContext
    private unowned let library: Library
    private let committer: Committer

    init(_ context: HubContext, _ library: Library, _ committer: Committer) {
        self.context = context
        self.library = library
        self.committer = committer
    }

    /// Counts a code that may have been guessed; refuses to look, if its network has guessed too much. Then also rooms
    /// that are at hand are not shown, or the difference would tell; but to those who have a seat, or see the room.
    func countSearch(for code: RoomCode, by asker: Asker) throws(ErrorReply) {
        let room = library.rooms[code]
        let isKnown = asker.player.seats.values.contains { $0.code == code }
        if room?.view(of: asker.session) != nil || isKnown { return }
        if let retry = environment.searches.wait(asker.session.client) { throw .rateLimited(retry) }
        if room == nil { environment.searches.count(asker.session.client) }
    }

    /// The room with this code, and what a player shows at its door. Passwords are tried like codes: with patience.
    func get(
        _ code: RoomCode, for asker: Asker, _ visit: Visit, tried: TriedPassword? = nil,
        then: @escaping (Result<Gathered, ErrorReply>) -> Void
    ) {
        library.rooms.get(code) { [self] result in
            switch result {
            case .failure: return then(.failure(.unavailable))
            case .success(nil): return then(.failure(.noSuchRoom))
            case .success(let room?):
                guard let text = visit.password, let password = room.state.door.password,
                    asksForPassword(room, asker, visit)
                else { return then(.success(Gathered(room: room))) }
                if let tried, tried.password == password {
                    if tried.isRight { opened(room, by: text, tried) }
                    return then(.success(Gathered(room: room, shown: tried.isRight ? .right : .wrong)))
                }
                if let retry = environment.searches.wait(asker.session.client) {
                    return then(.failure(.rateLimited(retry)))
                }
                if room.isKnown(text, for: password) {
                    return then(.success(Gathered(room: room, shown: .right)))
                }
                // Before the answer: else as many could be tried at once as connections ask.
                environment.searches.count(asker.session.client)
                attempt(text, as: password) { [self] result in
                    switch result {
                    case .failure(let refusal): then(.failure(refusal))
                    case .success(let tried): get(code, for: asker, visit, tried: tried, then: then)
                    }
                }
            }
        }
    }

    /// Whether the password decides. Nobody who is kept out in any case has one worked out.
    private func asksForPassword(_ room: LiveRoom, _ asker: Asker, _ visit: Visit) -> Bool {
        let player = asker.player.id
        guard room.state.member(for: player) == nil, visit.takesSeat || room.view(of: asker.session) == nil else {
            return false
        }
        do throws(RoomRefusal) {
            try room.state.admit(player, takesSeat: visit.takesSeat, showing: .right)
            return true
        } catch {
            return false
        }
    }

    private func attempt(
        _ text: String, as password: RoomPassword, then: @escaping (Result<TriedPassword, ErrorReply>) -> Void
    ) {
        let (salt, cost) = (context.randomBytes(), settings.passwordCost)
        let work: @Sendable () -> TriedPassword? = {
            guard let isRight = password.isText(text) else { return nil }
            let isWeak = isRight && password.cost != cost
            let renewed = isWeak ? RoomPassword(text, salt: salt, cost: cost) : nil
            return TriedPassword(password: password, isRight: isRight, renewed: renewed)
        }
        context.compute(work) { result in
            switch result {
            case .failure(let refusal): then(.failure(refusal))
            case .success(nil): then(.failure(.unavailable))
            case .success(let tried?): then(.success(tried))
            }
        }
    }

    /// Somebody showed the password: the next who does is let in without waiting, and the log has it in today's form.
    private func opened(_ room: LiveRoom, by text: String, _ tried: TriedPassword) {
        room.learn(text, for: tried.renewed ?? tried.password)
        guard let renewed = tried.renewed else { return }
        var decision = Decision()
        decision.note(room.append([.password(hash: renewed)], time: now))
        committer.commit(decision)
    }

    /// What the log will keep of a new password.
    func digest(_ text: String, then: @escaping (Result<Gathered, ErrorReply>) -> Void) {
        let (salt, cost) = (context.randomBytes(), settings.passwordCost)
        context.compute({ RoomPassword(text, salt: salt, cost: cost) }) { result in
            then(
                result.flatMap { password in
                    password.map { .success(Gathered(password: $0)) } ?? .failure(.unavailable)
                })
        }
    }
}

/// What came of trying a text as a room's password.
struct TriedPassword: Sendable {
    /// The password of that moment.
    let password: RoomPassword
    let isRight: Bool
    /// The same password as it is kept today, where the log has it in a weaker form.
    let renewed: RoomPassword?
}
