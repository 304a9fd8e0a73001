import Messages
import Storage

/// Lets those who run the server into the admin page: makes links on the machine, opens sessions by them, and asks what
/// a session may.
package final class AdminDoor: HubPart {
    let context: HubContext
    private let committer: Committer
    private var sessions = AdminSessions()

    init(_ context: HubContext, _ committer: Committer) {
        self.context = context
        self.committer = committer
    }

    private var isBusy: Bool { isDraining || committer.isBehind }

    /// Returns 64 hexadecimal digits by chance.
    private func key() -> String { (context.randomBytes() + context.randomBytes()).hexadecimal }

    /// Makes a link. It is good once it is in the audit log.
    func makeLink(_ role: AdminRole, _ asker: AdminAsker, then: @escaping AdminDesk.Reply) {
        commit(asker.act(role.rawValue, at: now)) { [self] durable in
            guard durable else { return then(.failure(AdminDesk.unavailable)) }
            guard let link = sessions.addLink(key(), role, now: now) else {
                let text = "\(AdminSessions.mostLinks) links wait to be used. End them, or wait some minutes."
                return then(.failure(AdminRefusal(.tooMany, text)))
            }
            then(.success(.link(link)))
        }
    }

    /// The token of a session that was opened, and the session.
    package typealias Opened = (token: String, session: AdminAnswer.Session)

    /// Opens a session by the key of a link, which is void from now on. The session is in the audit log before the
    /// reply.
    package func open(_ key: String, then: @escaping (Result<Opened, AdminRefusal>) -> Void) {
        // Before the link is used up.
        guard !isBusy else { return then(.failure(AdminDesk.unavailable)) }
        let token = self.key()
        switch sessions.open(key, token: token, now: now) {
        case .badLink:
            let text = "This link was used, or its time is over. Make another one on the machine."
            then(.failure(AdminRefusal(.badLink, text)))
        case .full:
            let text = "\(AdminSessions.mostSessions) sessions are open. End one on the machine."
            then(.failure(AdminRefusal(.tooMany, text)))
        case .opened(let session):
            let act = AdminAct(time: now, actor: session.actor.text, verb: "open-session", subject: "")
            commit(act) { [self] durable in
                guard durable else {
                    sessions.end(token)
                    return then(.failure(AdminDesk.unavailable))
                }
                then(.success((token, session.view)))
            }
        }
    }

    /// Returns the session of a token, which is used now; nil if there is none any more.
    package func session(of token: String) -> AdminAnswer.Session? { sessions.use(token, now: now)?.view }

    /// Returns the ms that a session has to wait before it may do something; nil if it need not wait.
    package func charge(_ token: String, isRead: Bool) -> Int? {
        sessions.charge(token, isRead ? 1 : AdminSessions.costOfAct, now: now)
    }

    /// Ends the session of a token.
    package func end(_ token: String) { sessions.end(token) }

    /// Lists the sessions.
    func list() -> AdminAnswer { .sessions(sessions.all(now: now).map(\.view)) }

    /// Ends the session with a number, or all sessions and links. They are over at once, whatever becomes of the log.
    func end(number: Int?, _ asker: AdminAsker, then: @escaping AdminDesk.Reply) {
        let count = sessions.end(number: number, now: now)
        guard count > 0 || number == nil else {
            return then(.failure(AdminRefusal(.noSuchSession, "There is no session with that number.")))
        }
        commit(asker.act(number.map { "session \($0)" } ?? "all", at: now)) { durable in
            then(durable ? .success(.ended(count)) : .failure(AdminDesk.unavailable))
        }
    }

    private func commit(_ act: AdminAct, then: @escaping (_ durable: Bool) -> Void) {
        guard !isBusy else { return then(false) }
        var decision = Decision()
        decision.note(act)
        committer.commit(decision, then: then)
    }
}
