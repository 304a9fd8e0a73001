import Messages
import Storage

/// Lets owners and moderators into the admin page: makes links on the machine, opens sessions by them, and says what a
/// session may do.
///
/// A link has the number that its act gets in the audit log, or one below it that no other link has. A session is named
/// by the number of its link. So no session has the name of a session of an earlier run.
package final class AdminDoor: HubPart {
    let context: HubContext
    private let committer: Committer
    private var sessions = AdminSessions()
    /// Whether a link is being made. One at a time, so that no two get the same number.
    private var isMakingLink = false

    init(_ context: HubContext, _ committer: Committer) {
        self.context = context
        self.committer = committer
    }

    private var isBusy: Bool { isDraining || committer.isBehind }

    /// Returns 64 hexadecimal digits by chance.
    private func key() -> String { (context.randomBytes() + context.randomBytes()).hexadecimal }

    // MARK: Links

    /// Makes a link. It is good once it is in the audit log.
    func makeLink(_ role: AdminRole, _ asker: AdminAsker, then: @escaping AdminActs.Reply) {
        guard !isMakingLink else {
            return then(.failure(AdminRefusal(.busy, "Another link is being made. Try again.")))
        }
        guard sessions.hasPlaceForLink(now: now) else { return then(.failure(AdminDoor.tooManyLinks)) }
        isMakingLink = true
        records.acts(before: nil, limit: 1) { [self] result in
            guard case .success(let last) = result else { return made(.failure(AdminDesk.unavailable), then) }
            let number = (last.first?.number ?? 0) + 1
            commit(asker.act("\(role.rawValue) \(number)", at: now)) { [self] durable in
                guard durable else { return made(.failure(AdminDesk.unavailable), then) }
                guard let link = sessions.addLink(key(), role, number: number, now: now) else {
                    return made(.failure(AdminDoor.tooManyLinks), then)
                }
                made(.success(.link(link)), then)
            }
        }
    }

    private func made(_ result: Result<AdminAnswer, AdminRefusal>, _ then: AdminActs.Reply) {
        isMakingLink = false
        then(result)
    }

    private static let tooManyLinks = AdminRefusal(
        .tooMany, "\(AdminSessions.mostLinks) links wait to be used. End them, or wait some minutes.")

    // MARK: Sessions

    /// The token of a session that was opened, and the session.
    package typealias Opened = (token: String, session: AdminAnswer.Session)

    /// Opens a session by the key of a link, which is void from now on. The session is in the audit log before the
    /// reply. A link whose session cannot be logged is good for another try.
    package func open(_ key: String, then: @escaping (Result<Opened, AdminRefusal>) -> Void) {
        guard !isBusy else { return then(.failure(AdminDesk.unavailable)) }
        let token = self.key()
        switch sessions.open(key, token: token, now: now) {
        case .badLink: then(.failure(AdminDoor.badLink))
        case .full:
            let text = "\(AdminSessions.mostSessions) sessions are open. End one on the machine, and try again."
            then(.failure(AdminRefusal(.tooMany, text)))
        case .opened(let session):
            commit(AdminAct(session.actor, "open-session", at: now)) { [self] durable in
                let isOpen = sessions.settle(key, token: token, isDone: durable)
                guard durable else { return then(.failure(AdminDesk.unavailable)) }
                guard isOpen else { return then(.failure(AdminDoor.badLink)) }
                then(.success((token, session.view)))
            }
        }
    }

    private static let badLink = AdminRefusal(
        .badLink, "This link was used, or its time is over. Make another one on the machine.")

    /// Returns the session of a token; nil if there is none any more. `isUse`: the session lasts longer for it.
    package func session(of token: String, isUse: Bool = true) -> AdminAnswer.Session? {
        sessions.session(of: token, isUse: isUse, now: now)?.view
    }

    /// Returns the ms that a session has to wait before it may do something; nil if it need not wait.
    package func charge(_ token: String, _ weight: AdminRequest.Weight) -> Int? {
        sessions.charge(token, AdminSessions.cost(of: weight), now: now)
    }

    /// Ends the session of a token, whose owner signs out. It is over at once, whatever becomes of the log.
    package func signOut(_ token: String, then: @escaping () -> Void) {
        guard let session = sessions.end(token) else { return then() }
        commit(AdminAct(session.actor, "sign-out", at: now)) { _ in then() }
    }

    /// Lists the sessions.
    func list() -> AdminAnswer { .sessions(sessions.all(now: now).map(\.view)) }

    /// Ends the session with a number, or all sessions and links: once that is in the audit log, and also if it cannot
    /// be. Somebody who must not be in the page any longer is not to stay because a disk is full.
    func end(number: Int?, _ asker: AdminAsker, then: @escaping AdminActs.Reply) {
        guard number.map({ number in sessions.all(now: now).contains { $0.number == number } }) ?? true else {
            return then(.failure(AdminDoor.noSession))
        }
        commit(asker.act(number.map { "session \($0)" } ?? "all", at: now)) { [self] durable in
            let count = sessions.end(number: number, now: now)
            guard durable else {
                let text =
                    "\(count) sessions and links are ended. The audit log does not have it, "
                    + "as the server cannot use its disk, or is behind with it."
                return then(.failure(AdminRefusal(.notLogged, text)))
            }
            then(.success(.ended(count)))
        }
    }

    private static let noSession = AdminRefusal(.noSuchSession, "There is no session with that number.")

    private func commit(_ act: AdminAct, then: @escaping (_ durable: Bool) -> Void) {
        guard !isBusy else { return then(false) }
        var decision = Decision()
        decision.note(act)
        committer.commit(decision, then: then)
    }
}

extension AdminAct {
    /// An act that is no request.
    fileprivate init(_ actor: AdminActor, _ verb: String, at now: Int) {
        self.init(time: now, actor: actor.text, verb: verb, subject: "")
    }
}
