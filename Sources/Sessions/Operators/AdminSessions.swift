import Messages
import WordLists

/// The links and sessions of the admin page. They are in memory only, and as digests. The secrets that open the page
/// are in the link and the cookie alone, and a restart of the server ends all sessions.
struct AdminSessions {
    /// A session of the page.
    struct Session {
        /// The number of the link that opened it. It names the session in the audit log.
        let number: Int
        let role: AdminRole
        let began: Int
        var used: Int
        /// The rate limit of requests.
        var bucket = TokenBucket()

        /// The time at which the session ends: after an hour without a request, and after 8 hours at the latest.
        var expires: Int { min(used + AdminSessions.idle, began + AdminSessions.lifetime) }
    }

    /// A link that is not used up.
    private struct Link {
        let role: AdminRole
        let number: Int
        let expires: Int
        /// Whether a session is being opened by it, whose act is not in the audit log yet.
        var isOpening = false
    }

    /// The lifetime of a link in ms.
    static let linkLifetime = 300_000
    /// The maximum number of links that nobody has used yet.
    static let mostLinks = 8
    /// The time in ms after which a session without a request ends.
    static let idle = 3_600_000
    /// The maximum lifetime of a session in ms.
    static let lifetime = 8 * 3_600_000
    /// The maximum number of sessions.
    static let mostSessions = 16
    /// The rate of requests of a session, in looks.
    static let rate = TokenRate(perSecond: 4, burst: 240)

    /// The price of a request in looks. An act costs eight, so that the audit log cannot be flooded in a day; a search
    /// costs sixteen, as other reads wait for it.
    static func cost(of weight: AdminRequest.Weight) -> Int {
        switch weight {
        case .look: 1
        case .act: 8
        case .search: 16
        }
    }

    private var links: [Digest: Link] = [:]
    private var sessions: [Digest: Session] = [:]

    private mutating func dropExpired(now: Int) {
        links = links.filter { now < $0.value.expires }
        sessions = sessions.filter { now < $0.value.expires }
    }

    private static func digest(of key: String) -> Digest { Digest(of: Array(key.utf8)) }

    /// Whether another link can be made.
    mutating func hasPlaceForLink(now: Int) -> Bool {
        dropExpired(now: now)
        return links.count < AdminSessions.mostLinks
    }

    /// Makes a link of this key. `number`: that of the session which it opens. Nil if there are as many as may be.
    mutating func addLink(_ key: String, _ role: AdminRole, number: Int, now: Int) -> AdminAnswer.Link? {
        guard hasPlaceForLink(now: now) else { return nil }
        let expires = now + AdminSessions.linkLifetime
        links[AdminSessions.digest(of: key)] = Link(role: role, number: number, expires: expires)
        return AdminAnswer.Link(key: key, role: role, expires: expires)
    }

    /// The outcome of using a link.
    enum Opening {
        case opened(Session)
        /// The link does not exist, or not any more.
        case badLink
        /// The most sessions are open. The link stays.
        case full
    }

    /// Opens a session under `token` by a link. The link opens no other one, and is used up by
    /// ``settle(_:token:isDone:)``.
    mutating func open(_ key: String, token: String, now: Int) -> Opening {
        dropExpired(now: now)
        let digest = AdminSessions.digest(of: key)
        guard let link = links[digest], !link.isOpening else { return .badLink }
        guard sessions.count < AdminSessions.mostSessions else { return .full }
        links[digest]?.isOpening = true
        let session = Session(number: link.number, role: link.role, began: now, used: now)
        sessions[AdminSessions.digest(of: token)] = session
        return .opened(session)
    }

    /// Uses the link up (`isDone`), or ends the session that it opened and lets it open another one. Returns false for
    /// a session that was ended meanwhile.
    mutating func settle(_ key: String, token: String, isDone: Bool) -> Bool {
        let (link, session) = (AdminSessions.digest(of: key), AdminSessions.digest(of: token))
        if isDone {
            links[link] = nil
        } else {
            links[link]?.isOpening = false
            sessions[session] = nil
        }
        return sessions[session] != nil
    }

    /// Returns the session of a token; nil if there is none any more. `isUse`: the session lasts longer for it.
    mutating func session(of token: String, isUse: Bool = true, now: Int) -> Session? {
        let digest = AdminSessions.digest(of: token)
        guard var session = sessions[digest] else { return nil }
        guard now < session.expires else {
            sessions[digest] = nil
            return nil
        }
        if isUse {
            session.used = now
            sessions[digest] = session
        }
        return session
    }

    /// Charges a session for a request. Returns the ms to wait if it asks too often, else nil.
    mutating func charge(_ token: String, _ cost: Int, now: Int) -> Int? {
        sessions[AdminSessions.digest(of: token)]?.bucket.take(cost, of: AdminSessions.rate, now: now)
    }

    /// Ends the session of a token, and returns it.
    @discardableResult
    mutating func end(_ token: String) -> Session? {
        sessions.removeValue(forKey: AdminSessions.digest(of: token))
    }

    /// Ends the session with a number, or (nil) all sessions and links. Returns how many were ended. With a session
    /// goes the link that is opening it: if that fails, it must not open it again.
    mutating func end(number: Int?, now: Int) -> Int {
        dropExpired(now: now)
        guard let number else {
            defer { (links, sessions) = ([:], [:]) }
            return links.values.count { !$0.isOpening } + sessions.count
        }
        let found = sessions.filter { $0.value.number == number }.keys
        for digest in found { sessions[digest] = nil }
        if !found.isEmpty { links = links.filter { $0.value.number != number } }
        return found.count
    }

    /// The sessions, in the order of their numbers.
    mutating func all(now: Int) -> [Session] {
        dropExpired(now: now)
        return sessions.values.sorted { $0.number < $1.number }
    }
}

extension AdminSessions.Session {
    var actor: AdminActor { .session(role, number: number) }

    var view: AdminAnswer.Session {
        AdminAnswer.Session(number: number, role: role, began: began, used: used, expires: expires)
    }
}
