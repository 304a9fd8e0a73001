import Bytes
import GameRules
import HTTP1
import Messages
import Sessions
import Telemetry

/// Everything that is asked over plain HTTP. Lives on the hub's thread.
final class Routes {
    /// Gives the one answer to a request, now or when storage has replied.
    typealias Reply = (HTTPResponse) -> Void

    private let hub: SessionHub
    private let files: StaticFiles
    private let tokens: SessionTokens
    private let metrics: ServerMetrics?
    private let origins: OriginPolicy
    private var guestLimits: AddressLimits
    private var roomLimits: AddressLimits

    /// Leaderboards of rooms that an address may ask for in a minute: enough for friends, too few to search for codes.
    private static let roomQueriesPerMinute = 120

    /// `metrics` is nil where the host has not switched them on. `now` is in ms.
    init(
        hub: SessionHub, files: StaticFiles, tokens: SessionTokens, metrics: ServerMetrics?, origins: OriginPolicy,
        guestsPerMinute: Int, now: @escaping () -> Int
    ) {
        self.hub = hub
        self.files = files
        self.tokens = tokens
        self.metrics = metrics
        self.origins = origins
        guestLimits = AddressLimits(perMinute: guestsPerMinute, now: now)
        roomLimits = AddressLimits(perMinute: Routes.roomQueriesPerMinute, now: now)
    }

    /// Answers a request from `address`. Calls `reply` exactly once.
    func respond(to request: Request, from address: String, reply: @escaping Reply) {
        let head = request.head
        guard let segments = head.target.segments else {
            return reply(.problem(.badRequest, "The path cannot be read."))
        }
        if segments.starts(with: ["api", "v1"]) {
            return respondAPI(Array(segments.dropFirst(2)), head, address, reply)
        }
        guard head.method == .get || head.method == .head else { return reply(notAllowed("GET, HEAD")) }
        if segments == ["metrics"], let metrics {
            let text = metrics.prometheusText()
            return reply(
                HTTPResponse(.ok, fields: [("Content-Type", PrometheusText.contentType)], body: Array(text.utf8)))
        }
        reply(page(for: "/" + segments.joined(separator: "/"), head))
    }

    /// Who a request comes from: the cookie's player, or the bearer's.
    func identity(of head: RequestHead) -> PlayerID? {
        if let bearer = head.fields["authorization"], bearer.lowercased().hasPrefix("bearer ") {
            return tokens.player(provedBy: String(bearer.dropFirst("bearer ".count)))
        }
        return head.fields.cookie(Routes.cookie).flatMap(tokens.player)
    }

    static let cookie = "tilerace_session"

    private func respondAPI(_ path: [String], _ head: RequestHead, _ address: String, _ reply: @escaping Reply) {
        if path == ["session"] {
            guard head.method == .post else { return reply(notAllowed("POST")) }
            return session(head, address, reply)
        }
        guard head.method == .get || head.method == .head else { return reply(notAllowed("GET, HEAD")) }
        switch (path.first, path.count) {
        case ("health", 1): reply(.json(Array(#"{"status":"ok"}"#.utf8)))
        case ("today", 1): hub.today { reply(Routes.response($0)) }
        case ("puzzles", 3):
            guard let puzzle = PuzzleID("\(path[1])/\(path[2])") else { return reply(notFound) }
            hub.puzzle(puzzle) { reply(Routes.response($0)) }
        case ("leaderboards", 3):
            guard let puzzle = PuzzleID("\(path[1])/\(path[2])") else { return reply(notFound) }
            let limit = head.target.queryValue("limit").map { Int($0) ?? 0 } ?? 50
            guard limit >= 1 else { return reply(.problem(.badRequest, "limit must be an integer from 1 up.")) }
            let room = head.target.queryValue("room")
            if room != nil, let retry = roomLimits.take(address) {
                return reply(tooMany("Too many rooms asked for from your address.", retry))
            }
            hub.leaderboard(puzzle, room: room, player: identity(of: head), limit: limit) {
                reply(Routes.response($0))
            }
        default: reply(notFound)
        }
    }

    // MARK: The session

    /// `POST /api/v1/session`: the player that the cookie proves, or a new guest with a new cookie.
    private func session(_ head: RequestHead, _ address: String, _ reply: @escaping Reply) {
        guard origins.allows(head) else {
            return reply(.problem(.forbidden, "A page of another origin may not do this."))
        }
        let wantsToken = head.target.queryValue("token") == "1"
        guard let identity = identity(of: head) else { return guest(address, wantsToken, reply) }
        hub.name(of: identity) { [self] result in
            switch result {
            case .failure: reply(Routes.unavailable)
            case .success(nil): guest(address, wantsToken, reply)
            case .success(let name?): reply(welcome(identity, name, status: .ok, token: wantsToken))
            }
        }
    }

    private func guest(_ address: String, _ wantsToken: Bool, _ reply: @escaping Reply) {
        if let retry = guestLimits.take(address) {
            return reply(tooMany("Too many new guests from your address.", retry))
        }
        hub.createGuest { [self] result in
            switch result {
            case .failure: reply(Routes.unavailable)
            case .success(let player):
                reply(welcome(player.id, player.name, status: .created, token: wantsToken))
            }
        }
    }

    private func welcome(_ id: PlayerID, _ name: String, status: HTTPStatus, token: Bool) -> HTTPResponse {
        let secret = tokens.token(for: id)
        var json = JSONWriter()
        json.object { json in
            json.object("player") { json in
                json.field("id", id.text)
                json.field("name", name)
            }
            if token { json.field("token", secret) }
        }
        var response = HTTPResponse.json(json.bytes, status: status)
        // 400 days is the longest that browsers keep a cookie; each visit begins them anew.
        response.head.add(
            "Set-Cookie", "\(Routes.cookie)=\(secret); Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax")
        return response
    }

    // MARK: Files

    private func page(for path: String, _ head: RequestHead) -> HTTPResponse {
        guard let file = files.file(for: path) else { return notFound }
        // The page asks each time whether a file has changed, and nearly always hears that it has not.
        let fields = [("ETag", file.entityTag.text), ("Cache-Control", "no-cache")]
        if let condition = head.fields["if-none-match"], file.entityTag.isNamed(byIfNoneMatch: condition) {
            return HTTPResponse(.notModified, fields: fields)
        }
        return HTTPResponse(.ok, fields: fields + [("Content-Type", file.contentType)], body: file.body)
    }

    // MARK: Answers

    private static func response(_ result: Result<[UInt8], SessionHub.QueryFault>) -> HTTPResponse {
        switch result {
        case .success(let body): .json(body)
        case .failure(.notFound(let detail)): .problem(.notFound, detail)
        case .failure(.unavailable): unavailable
        }
    }

    private static var unavailable: HTTPResponse {
        .problem(.serviceUnavailable, "The server cannot reach its storage. Try again.")
    }

    /// `retry` in ms.
    private func tooMany(_ detail: String, _ retry: Int) -> HTTPResponse {
        var response = HTTPResponse.problem(.tooManyRequests, detail)
        response.head.add("Retry-After", String((retry + 999) / 1_000))
        return response
    }

    private var notFound: HTTPResponse { .problem(.notFound, "There is nothing here.") }

    private func notAllowed(_ allowed: String) -> HTTPResponse {
        var response = HTTPResponse.problem(.methodNotAllowed, "Allowed here: \(allowed).")
        response.head.add("Allow", allowed)
        return response
    }
}
