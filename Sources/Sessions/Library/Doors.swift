import Messages
import Rooms
import Storage

/// The credentials and the purpose of an entry into a room.
struct Visit {
    let takesSeat: Bool
    let password: String?
    /// The room's stage key, if the client shows one.
    var stageKey: String?
    /// Whether the room is entered, not left.
    var isEntry = true
}

/// The password checks of rooms. A check takes some 50 ms on another thread. The room may have changed or been evicted
/// meanwhile, so it is looked up again.
final class Doors: HubPart {
    let context: HubContext
    private unowned let library: Library

    init(_ context: HubContext, _ library: Library) {
        self.context = context
        self.library = library
    }

    /// Charges a room code that may be guessed, and refuses the search if the network has guessed too much. Rooms in
    /// memory are refused too, or the difference would reveal them. Members and watchers of the room are exempt.
    func countSearch(for code: RoomCode, by asker: Asker) throws(ErrorReply) {
        let room = library.rooms[code]
        let isKnown = asker.player.seats.values.contains { $0.code == code }
        if room?.view(of: asker.session) != nil || isKnown { return }
        if let retry = environment.searches.wait(asker.session.client) { throw .rateLimited(retry) }
        if room == nil { environment.searches.count(asker.session.client) }
    }

    /// Finds the room with this code, and checks the player's password. Wrong passwords are rate-limited like codes.
    func get(
        _ code: RoomCode, for asker: Asker, _ visit: Visit, tried: TriedPassword? = nil,
        then: @escaping (Result<Gathered, ErrorReply>) -> Void
    ) {
        library.rooms.get(code) { [self] result in
            switch result {
            case .failure: return then(.failure(.unavailable))
            case .success(nil): return follow(code, for: asker, visit, then: then)
            case .success(let room?):
                guard let text = visit.password, let password = room.state.door.password,
                    asksForPassword(room, asker, visit)
                else { return then(.success(Gathered(room: room))) }
                if let tried, tried.password == password {
                    guard tried.isRight else { return then(.success(Gathered(room: room, shown: .wrong))) }
                    // A weak one is asked for again where the entry is refused.
                    if tried.renewed == nil { room.learn(text, for: password) }
                    let renewed = tried.renewed.map { RenewedPassword(text: text, password: $0) }
                    return then(.success(Gathered(room: room, shown: .right, renewed: renewed)))
                }
                if let retry = environment.searches.wait(asker.session.client) {
                    return then(.failure(.rateLimited(retry)))
                }
                guard RoomPassword.isPossible(text) else {
                    environment.searches.count(asker.session.client)
                    return then(.success(Gathered(room: room, shown: .wrong)))
                }
                if room.isKnown(text, for: password) {
                    return then(.success(Gathered(room: room, shown: .right)))
                }
                // Charged before the check ends: otherwise parallel connections could try passwords without limit.
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

    /// Finds the room that had this code before, for its members and for holders of its stage key. For everybody else a
    /// former code is as unknown as any, and no room is looked at.
    private func follow(
        _ code: RoomCode, for asker: Asker, _ visit: Visit,
        then: @escaping (Result<Gathered, ErrorReply>) -> Void
    ) {
        guard visit.isEntry, visit.stageKey != nil || !asker.player.seats.isEmpty else {
            return then(.failure(.noSuchRoom))
        }
        library.rooms.getFormer(code) { [self] result in
            switch result {
            case .failure: then(.failure(.unavailable))
            case .success(let record):
                // The key of no room at all where none had the code: the time tells nobody whether one had.
                let isFollower = isFollower(asker, of: record?.id ?? RoomID(number: .max), visit)
                guard let record, isFollower else { return then(.failure(.noSuchRoom)) }
                get(record.code, for: asker, visit, then: then)
            }
        }
    }

    private func isFollower(_ asker: Asker, of room: RoomID, _ visit: Visit) -> Bool {
        asker.player.seats[room] != nil
            || visit.stageKey.map { environment.tokens.isStageKey($0, of: room) } ?? false
    }

    /// Whether the password decides. A player who is refused in any case causes no check.
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

    /// Computes the digest of a new password, which the log keeps.
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

/// The result of checking a text against a room's password.
struct TriedPassword: Sendable {
    /// The password of the room when the check began.
    let password: RoomPassword
    let isRight: Bool
    /// The password in today's stronger form, if the log has it in a weaker one.
    let renewed: RoomPassword?
}

/// A right text with the room's password in today's stronger form, which the log is to keep.
struct RenewedPassword {
    let text: String
    let password: RoomPassword
}
