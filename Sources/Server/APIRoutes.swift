import GameRules
import HTTP1
import Messages
import Sessions

/// What is asked of the hub over plain HTTP. Lives on the hub's thread.
final class APIRoutes {
    private let hub: SessionHub
    private let identity: RequestIdentity
    private let origins: OriginPolicy
    private var guestLimits: AddressLimits
    private var roomLimits: AddressLimits

    /// Leaderboards of rooms that an address may ask for in a minute: enough for friends, too few to search for codes.
    private static let roomQueriesPerMinute = 120

    /// `now` is in ms.
    init(
        hub: SessionHub, identity: RequestIdentity, origins: OriginPolicy, guestsPerMinute: Int,
        now: @escaping () -> Int
    ) {
        self.hub = hub
        self.identity = identity
        self.origins = origins
        guestLimits = AddressLimits(perMinute: guestsPerMinute, now: now)
        roomLimits = AddressLimits(perMinute: APIRoutes.roomQueriesPerMinute, now: now)
    }

    /// Answers a request for `path`, the segments behind `/api/v1`, from `address`. Calls `reply` exactly once.
    func respond(to path: [String], _ head: RequestHead, from address: String, reply: @escaping Routes.Reply) {
        if path == ["session"] {
            guard head.method == .post else { return reply(.notAllowed("POST")) }
            return session(head, address, reply)
        }
        guard head.method == .get || head.method == .head else { return reply(.notAllowed("GET, HEAD")) }
        switch (path.first, path.count) {
        case ("health", 1): reply(.json(Array(#"{"status":"ok"}"#.utf8)))
        case ("today", 1): hub.today { reply(APIRoutes.response($0)) }
        case ("puzzles", 3):
            guard let puzzle = PuzzleID("\(path[1])/\(path[2])") else { return reply(.notFound) }
            hub.puzzle(puzzle) { reply(APIRoutes.response($0)) }
        case ("leaderboards", 3):
            guard let puzzle = PuzzleID("\(path[1])/\(path[2])") else { return reply(.notFound) }
            let limit = head.target.queryValue("limit").map { Int($0) ?? 0 } ?? 50
            guard limit >= 1 else { return reply(.problem(.badRequest, "limit must be an integer from 1 up.")) }
            let room = head.target.queryValue("room")
            if room != nil, let retry = roomLimits.take(address) {
                return reply(.tooMany("Too many rooms asked for from your address.", retry))
            }
            hub.leaderboard(puzzle, room: room, player: identity.player(of: head), limit: limit) {
                reply(APIRoutes.response($0))
            }
        default: reply(.notFound)
        }
    }

    // MARK: The session

    /// `POST /api/v1/session`: the player that the cookie proves, or a new guest with a new cookie.
    private func session(_ head: RequestHead, _ address: String, _ reply: @escaping Routes.Reply) {
        guard origins.allows(head) else {
            return reply(.problem(.forbidden, "A page of another origin may not do this."))
        }
        let wantsToken = head.target.queryValue("token") == "1"
        guard let player = identity.player(of: head) else { return guest(address, wantsToken, reply) }
        hub.name(of: player) { [self] result in
            switch result {
            case .failure: reply(APIRoutes.unavailable)
            case .success(nil): guest(address, wantsToken, reply)
            case .success(let name?): reply(welcome(player, name, status: .ok, token: wantsToken))
            }
        }
    }

    private func guest(_ address: String, _ wantsToken: Bool, _ reply: @escaping Routes.Reply) {
        if let retry = guestLimits.take(address) {
            return reply(.tooMany("Too many new guests from your address.", retry))
        }
        hub.createGuest { [self] result in
            switch result {
            case .failure: reply(APIRoutes.unavailable)
            case .success(let player):
                reply(welcome(player.id, player.name, status: .created, token: wantsToken))
            }
        }
    }

    private func welcome(_ id: PlayerID, _ name: String, status: HTTPStatus, token: Bool) -> HTTPResponse {
        let secret = identity.tokens.token(for: id)
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
            "Set-Cookie", "\(RequestIdentity.cookie)=\(secret); Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax")
        return response
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
}
