import HTTP1
import Messages
import Sessions
import Telemetry

/// The admin page's part of the API. Confined to the hub's thread.
///
/// A session is proved by a cookie of its own, which is for these addresses alone (`SameSite=Strict`). A request also
/// has a field that no page of another site can send without a preflight. A request that changes something has the
/// origin of this server. Other origins that the host allows for players are not allowed here.
final class AdminRoutes {
    private let hub: SessionHub
    private let addresses: ReachableAddresses
    private let origins: OriginPolicy
    private let metrics: ServerMetrics
    private let now: () -> Int
    private let keyLimits = AddressLimits(perMinute: AdminRoutes.keysPerMinute)

    /// The name of the cookie.
    static let cookie = "tilerace_admin"
    /// The field that every request has.
    static let field: StaticString = "tilerace-admin"
    /// Keys of links that an address may try in a minute.
    private static let keysPerMinute = 10

    private var door: AdminDoor { hub.administration.door }

    /// `now` is in ms.
    init(hub: SessionHub, addresses: ReachableAddresses, metrics: ServerMetrics, now: @escaping () -> Int) {
        self.hub = hub
        self.addresses = addresses
        origins = OriginPolicy(allowed: [addresses.publicAddress].compactMap { $0.map(SitePath.origin) })
        self.metrics = metrics
        self.now = now
    }

    /// Answers a request whose method the resource has. Calls `reply` exactly once.
    func respond(
        with resource: AdminResource, to request: Request, in context: RequestContext, reply: @escaping Routes.Reply
    ) {
        let head = request.head
        do throws(Refusal) {
            try checkSource(of: head, context)
            if resource == .session, head.method == .post {
                return open(try request.string("key"), context, reply)
            }
            // The page looks at the figures by itself, which must not keep a session open that nobody uses.
            guard let token = head.fields.cookie(AdminRoutes.cookie),
                let session = door.session(of: token, isUse: resource != .figures)
            else {
                return reply(AdminRoutes.noSession)
            }
            switch resource {
            case .session where head.method == .delete:
                try request.checkMediaType()
                door.signOut(token) { [self] in
                    let gone = HTTPResponse(.noContent, fields: [("Cache-Control", "no-store")])
                    reply(settingCookie(of: gone, to: nil, context))
                }
            case .session: reply(.json(json(of: session)))
            case .figures:
                if let refusal = tooOften(token, .look) { return reply(refusal) }
                reply(.json(figures))
            case .requests: administer(request, session, token, reply)
            }
        } catch {
            reply(error.response)
        }
    }

    /// Throws 403 unless the request comes from the admin page.
    private func checkSource(of head: RequestHead, _ context: RequestContext) throws(Refusal) {
        let isRead = head.method == .get || head.method == .head
        // Browsers name the origin of whatever is no GET.
        guard head.fields.values(of: AdminRoutes.field) == ["1"], origins.allows(head, isSecure: context.isSecure),
            isRead || head.fields.count(of: "origin") == 1
        else { throw Refusal(.forbidden, "Only the admin page of this server may do this.") }
    }

    // MARK: The session

    /// `POST /api/v1/admin/session`: opens a session by the key of a link.
    private func open(_ key: String, _ context: RequestContext, _ reply: @escaping Routes.Reply) {
        if let retry = keyLimits.take(context.client, now: now()) {
            return reply(.tooMany("Too many links tried from your address.", retry))
        }
        door.open(key) { [self] result in
            switch result {
            case .failure(let refusal): reply(HTTPResponse(refusal))
            case .success(let opened):
                let response = HTTPResponse.json(json(of: opened.session), status: .created)
                reply(settingCookie(of: response, to: opened.token, context))
            }
        }
    }

    /// A session, the server's first line, and for owners the number of words in the file of `words-left-out`.
    private func json(of session: AdminAnswer.Session) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.object("session", session.write)
            json.field("line", hub.firstLine.text)
            if session.role == .owner { json.field("left_out", hub.wordsLeftOutByFile) }
        }
        return json.bytes
    }

    private static var noSession: HTTPResponse {
        .problem(.unauthorized, "Nobody is signed in here: make a link on the machine.", code: "no_session")
    }

    /// The cookie goes with the browser, and with the session at the latest.
    private func settingCookie(
        of response: HTTPResponse, to token: String?, _ context: RequestContext
    ) -> HTTPResponse {
        var response = response
        response.head.add(
            "Set-Cookie",
            "\(AdminRoutes.cookie)=\(token ?? ""); Path=\(addresses.site.text)/api/v1/admin"
                + (token == nil ? "; Max-Age=0" : "") + "; HttpOnly; SameSite=Strict"
                + (context.isSecure ? "; Secure" : ""))
        return response
    }

    // MARK: Requests

    /// `POST /api/v1/admin`: what a line on the operator's socket is, from who has a session.
    private func administer(
        _ request: Request, _ session: AdminAnswer.Session, _ token: String, _ reply: @escaping Routes.Reply
    ) {
        let asked: AdminRequest
        do throws(Refusal) { try request.checkMediaType() } catch { return reply(error.response) }
        do throws(AdminRefusal) {
            asked = try AdminRequest(decoding: request.body)
        } catch {
            return reply(HTTPResponse(error))
        }
        if let refusal = tooOften(token, asked.weight) { return reply(refusal) }
        hub.administration.administer(asked, by: .session(session.role, number: session.number)) { result in
            switch result {
            case .failure(let refusal): reply(HTTPResponse(refusal))
            case .success(let answer): reply(.json(answer.encoded))
            }
        }
    }

    /// Counts a request; the answer, if there were too many of late.
    private func tooOften(_ token: String, _ weight: AdminRequest.Weight) -> HTTPResponse? {
        door.charge(token, weight).map { .tooMany("That is too much at once.", $0) }
    }

    // MARK: Figures

    /// The figures that the page plots. Totals count since the start of the server.
    private var figures: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.field("time", now())
            json.field("sockets", metrics.socketsOpen.value)
            json.field("players", metrics.playersLoaded.value)
            json.field("rooms", metrics.roomsLoaded.value)
            json.field("guesses", metrics.guesses.count)
            json.field("commits", metrics.commits.count)
            json.field("commit_ms", Int(metrics.commits.seconds * 1_000))
            json.field("failures", metrics.commitFailures.value)
            json.field("refused", metrics.connectionsRefused.value)
            json.field("waiting", metrics.outputWaiting.value)
        }
        return json.bytes
    }
}

extension HTTPResponse {
    /// The refusal of an operator's request, over HTTP.
    init(_ refusal: AdminRefusal) {
        let status: HTTPStatus =
            switch refusal.code {
            case .badRequest, .unknownVerb, .badWord, .badName, .badText: .badRequest
            case .tooLong: .contentTooLarge
            case .timeOut: .requestTimeout
            case .notAllowed, .badLink: .forbidden
            case .noSuchPlayer, .noSuchRoom, .noSuchPuzzle, .noSuchSession: .notFound
            case .wordIsFixed, .nameTaken, .listIsFull: .conflict
            case .tooMany, .tooManyConnections: .tooManyRequests
            case .busy, .notLogged, .unavailable, .draining: .serviceUnavailable
            }
        self = .problem(status, refusal.text, code: refusal.code.rawValue)
        // Only the line in the log is missing: the act itself need not be tried again.
        if status == .serviceUnavailable, refusal.code != .notLogged { head.add("Retry-After", "1") }
    }

    /// 403 to a banned player.
    static var banned: HTTPResponse { .problem(.forbidden, "This server keeps you out.", code: "banned") }
}
