import GameRules
import HTTP1
import Messages
import Sessions

/// What is asked of the hub over plain HTTP. Lives on the hub's thread.
final class APIRoutes {
    private let hub: SessionHub
    private let identity: RequestIdentity
    private let origins: OriginPolicy
    private let guestLimits: AddressLimits
    private let roomLimits: AddressLimits
    private let now: () -> Int

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
        guestLimits = AddressLimits(perMinute: guestsPerMinute)
        roomLimits = AddressLimits(perMinute: APIRoutes.roomQueriesPerMinute)
        self.now = now
    }

    /// Answers a request whose method the resource has. Calls `reply` exactly once.
    func respond(
        with resource: HubResource, to head: RequestHead, in context: RequestContext, reply: @escaping Routes.Reply
    ) {
        switch resource {
        case .health: reply(.json(Array(#"{"status":"ok"}"#.utf8)))
        case .session: session(head, context, reply)
        case .today: hub.today { reply(APIRoutes.response($0)) }
        case .puzzle(let puzzle): hub.puzzle(puzzle) { reply(APIRoutes.response($0)) }
        case .rooms: hub.rooms { reply(APIRoutes.response($0)) }
        case .history(let code):
            if let refusal = tooManyRooms(context) { return reply(refusal) }
            let (before, limit) = (head.target.queryValue("before"), head.target.queryValue("limit"))
            guard before.map({ Int($0) ?? 0 }) ?? 1 >= 1, limit.map({ Int($0) ?? 0 }) ?? 1 >= 1 else {
                return reply(.problem(.badRequest, "before and limit must be integers from 1 up."))
            }
            hub.history(
                of: code, player: identity.player(of: head), before: before.flatMap { Int($0) },
                limit: limit.flatMap { Int($0) } ?? 20
            ) { reply(APIRoutes.response($0)) }
        case .replay(let code, let race):
            if let refusal = tooManyRooms(context) { return reply(refusal) }
            let date = HTTPDate(seconds: now() / 1_000)
            hub.replay(of: race, in: code, player: identity.player(of: head)) { result in
                guard case .success(let document) = result else { return reply(APIRoutes.response(result)) }
                reply(.replay(document, of: race, in: code, to: head, now: date))
            }
        case .leaderboard(let puzzle):
            let limit = head.target.queryValue("limit").map { Int($0) ?? 0 } ?? 50
            guard limit >= 1 else { return reply(.problem(.badRequest, "limit must be an integer from 1 up.")) }
            let room = head.target.queryValue("room")
            if room != nil, let refusal = tooManyRooms(context) { return reply(refusal) }
            hub.leaderboard(puzzle, room: room, player: identity.player(of: head), limit: limit) {
                reply(APIRoutes.response($0))
            }
        }
    }

    // MARK: The session

    /// `POST /api/v1/session`: the player that the cookie proves, or a new guest with a new cookie.
    private func session(_ head: RequestHead, _ context: RequestContext, _ reply: @escaping Routes.Reply) {
        guard origins.allows(head, isSecure: context.isSecure) else {
            return reply(.problem(.forbidden, "A page of another origin may not do this."))
        }
        let wantsToken = head.target.queryValue("token") == "1"
        guard let player = identity.player(of: head) else { return guest(context, wantsToken, reply) }
        hub.name(of: player) { [self] result in
            switch result {
            case .failure: reply(APIRoutes.unavailable)
            case .success(nil): guest(context, wantsToken, reply)
            case .success(let name?): reply(welcome(player, name, .ok, context, token: wantsToken))
            }
        }
    }

    private func guest(_ context: RequestContext, _ wantsToken: Bool, _ reply: @escaping Routes.Reply) {
        if let retry = guestLimits.take(context.client, now: now()) {
            return reply(.tooMany("Too many new guests from your address.", retry))
        }
        hub.createGuest { [self] result in
            switch result {
            case .failure: reply(APIRoutes.unavailable)
            case .success(let player):
                reply(welcome(player.id, player.name, .created, context, token: wantsToken))
            }
        }
    }

    private func welcome(
        _ id: PlayerID, _ name: String, _ status: HTTPStatus, _ context: RequestContext, token: Bool
    ) -> HTTPResponse {
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
            "Set-Cookie",
            "\(RequestIdentity.cookie)=\(secret); Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax"
                + (context.isSecure ? "; Secure" : ""))
        return response
    }

    // MARK: Answers

    /// Counts a question about a room; the answer, if there were too many of late.
    private func tooManyRooms(_ context: RequestContext) -> HTTPResponse? {
        roomLimits.take(context.client, now: now()).map {
            .tooMany("Too many rooms asked for from your address.", $0)
        }
    }

    private static func response(_ result: Result<[UInt8], SessionHub.QueryFault>) -> HTTPResponse {
        switch result {
        case .success(let body): .json(body)
        case .failure(.notFound(let detail)): .problem(.notFound, detail)
        case .failure(.unavailable): unavailable
        }
    }

    private static var unavailable: HTTPResponse {
        .overloaded("The server cannot reach its storage. Try again.", retryAfter: 1)
    }
}
