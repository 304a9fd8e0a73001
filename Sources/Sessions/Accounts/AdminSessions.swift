import Messages
import WordLists

/// The links and sessions of the admin page. They are in memory only, and as digests: what opens the page is in the
/// link and the cookie alone, and a restart of the server ends all.
struct AdminSessions {
    /// A session of the page.
    struct Session {
        /// Counted from the start of the server; it names the session in the audit log.
        let number: Int
        let role: AdminRole
        let began: Int
        var used: Int
        /// The rate limit of requests.
        var bucket = TokenBucket()

        /// The time at which the session ends: after an hour without a request, and after 8 hours at the latest.
        var expires: Int { min(used + AdminSessions.idle, began + AdminSessions.lifetime) }
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
    /// The rate of requests of a session. An act counts as eight: so the audit log cannot be flooded in a day.
    static let rate = TokenRate(perSecond: 4, burst: 240)
    static let costOfAct = 8
    /// The length of a key in bytes.
    static let keyBytes = 32

    private var links: [Digest: (role: AdminRole, expires: Int)] = [:]
    private var sessions: [Digest: Session] = [:]
    private var lastNumber = 0

    private mutating func dropExpired(now: Int) {
        links = links.filter { now < $0.value.expires }
        sessions = sessions.filter { now < $0.value.expires }
    }

    private static func digest(of key: String) -> Digest { Digest(of: Array(key.utf8)) }

    /// Makes a link of this key. Nil if there are as many as may be.
    mutating func addLink(_ key: String, _ role: AdminRole, now: Int) -> AdminAnswer.Link? {
        dropExpired(now: now)
        guard links.count < AdminSessions.mostLinks else { return nil }
        let expires = now + AdminSessions.linkLifetime
        links[AdminSessions.digest(of: key)] = (role, expires)
        return AdminAnswer.Link(key: key, role: role, expires: expires)
    }

    /// The outcome of using a link.
    enum Opening {
        case opened(Session)
        /// The link does not exist, or not any more.
        case badLink
        /// As many sessions are open as may be.
        case full
    }

    /// Opens a session under `token` by a link, which is void then, also if there is no place for the session.
    mutating func open(_ key: String, token: String, now: Int) -> Opening {
        dropExpired(now: now)
        guard let link = links.removeValue(forKey: AdminSessions.digest(of: key)) else { return .badLink }
        guard sessions.count < AdminSessions.mostSessions else { return .full }
        lastNumber += 1
        let session = Session(number: lastNumber, role: link.role, began: now, used: now)
        sessions[AdminSessions.digest(of: token)] = session
        return .opened(session)
    }

    /// Returns the session of a token, which is used now; nil if there is none any more.
    mutating func use(_ token: String, now: Int) -> Session? {
        let digest = AdminSessions.digest(of: token)
        guard var session = sessions[digest] else { return nil }
        guard now < session.expires else {
            sessions[digest] = nil
            return nil
        }
        session.used = now
        sessions[digest] = session
        return session
    }

    /// Charges a session for a request. Returns the ms to wait if it asks too often, else nil.
    mutating func charge(_ token: String, _ cost: Int, now: Int) -> Int? {
        sessions[AdminSessions.digest(of: token)]?.bucket.take(cost, of: AdminSessions.rate, now: now)
    }

    /// Ends the session of a token.
    mutating func end(_ token: String) { sessions[AdminSessions.digest(of: token)] = nil }

    /// Ends the session with a number, or (nil) all sessions and links. Returns how many were ended.
    mutating func end(number: Int?, now: Int) -> Int {
        dropExpired(now: now)
        guard let number else {
            defer { (links, sessions) = ([:], [:]) }
            return links.count + sessions.count
        }
        let found = sessions.filter { $0.value.number == number }.keys
        for digest in found { sessions[digest] = nil }
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
