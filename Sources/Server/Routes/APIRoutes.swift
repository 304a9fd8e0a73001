import GameRules
import HTTP1
import Messages
import Rooms
import Sessions
import Telemetry

/// The HTTP API, as far as it needs the hub. Confined to the hub's thread.
final class APIRoutes {
    private let hub: SessionHub
    private let identity: RequestIdentity
    private let account: AccountRoutes
    private let admin: AdminRoutes
    private let entrance: Entrance
    private let roomLimits: AddressLimits
    private let now: () -> Int
    private let date: () -> HTTPDate

    /// Questions about rooms (their races, the rankings of their members) that an address may ask in a minute. They are
    /// enough for friends, and too few to search for codes.
    private static let roomQueriesPerMinute = 120

    /// `now` is in ms of the server's clock, `wall` in ms of the wall's, as `date` is.
    init(
        hub: SessionHub, identity: RequestIdentity, live: LiveSettings, advice: ProxyAdvice,
        addresses: ReachableAddresses, entrance: Entrance, executor: any HubExecutor, metrics: ServerMetrics,
        now: @escaping () -> Int, wall: @escaping () -> Int, date: @escaping () -> HTTPDate
    ) {
        self.hub = hub
        self.identity = identity
        self.entrance = entrance
        account = AccountRoutes(
            hub: hub, identity: identity, live: live, advice: advice, addresses: addresses,
            entrance: entrance, executor: executor, now: now, wall: wall)
        admin = AdminRoutes(hub: hub, addresses: addresses, metrics: metrics, now: now)
        roomLimits = AddressLimits(perMinute: APIRoutes.roomQueriesPerMinute)
        self.now = now
        self.date = date
    }

    /// Answers a request whose method the resource has. Calls `reply` exactly once.
    func respond(
        with resource: HubResource, to request: Request, in context: RequestContext, reply: @escaping Routes.Reply
    ) {
        guard !entrance.isForStrangers(resource) else { return admit(resource, request, context, reply) }
        // A proof whose signature is right may be of a player who is gone, or void.
        hub.accounts.account(provedBy: identity.claim(of: request.head)) { [self] result in
            switch result {
            case .failure: reply(.storageUnavailable)
            case .success(nil): reply(entrance.refusal)
            case .success(let player?) where player.isBanned: reply(.banned)
            case .success: admit(resource, request, context, reply)
            }
        }
    }

    private func admit(
        _ resource: HubResource, _ request: Request, _ context: RequestContext, _ reply: @escaping Routes.Reply
    ) {
        let head = request.head
        guard head.method == .get || head.method == .head else {
            return respond(with: resource, to: request, context, reply)
        }
        let date = HTTPDate(seconds: now() / 1_000)
        respond(with: resource, to: request, context) { reply($0.tagged(for: head, now: date)) }
    }

    private func respond(
        with resource: HubResource, to request: Request, _ context: RequestContext, _ reply: @escaping Routes.Reply
    ) {
        let head = request.head
        switch resource {
        case .health: reply(.healthy)
        case .account(let resource): account.respond(with: resource, to: request, in: context, reply: reply)
        case .admin(let resource): admin.respond(with: resource, to: request, in: context, reply: reply)
        case .today:
            do throws(QueryFault) {
                let line = try RequestQuery(head.target).line("line")
                hub.documents.today(of: line) { reply(HTTPResponse($0)) }
            } catch {
                reply(HTTPResponse(error))
            }
        case .puzzle(let puzzle): hub.documents.puzzle(puzzle) { reply(HTTPResponse($0)) }
        case .rooms: hub.documents.rooms { reply(HTTPResponse($0)) }
        case .history(let code):
            if let refusal = tooManyRooms(context) { return reply(refusal) }
            let (before, limit): (RaceID?, Int)
            do throws(QueryFault) {
                let query = RequestQuery(head.target)
                (before, limit) = (try query.race("before"), try query.count("limit") ?? 20)
            } catch {
                return reply(HTTPResponse(error))
            }
            withPlayer(of: head, reply) { [self] player in
                hub.documents.history(of: code, player: player, before: before, limit: limit) {
                    reply(HTTPResponse($0))
                }
            }
        case .replay(let code, let race):
            if let refusal = tooManyRooms(context) { return reply(refusal) }
            let date = date()
            withPlayer(of: head, reply) { [self] player in
                hub.documents.replay(of: race, in: code, player: player) { result in
                    switch result {
                    case .success(let document): reply(.replay(document, of: race, in: code, to: head, now: date))
                    case .failure(let fault): reply(HTTPResponse(fault))
                    }
                }
            }
        case .boards(let code, let puzzle):
            if let refusal = tooManyRooms(context) { return reply(refusal) }
            withPlayer(of: head, reply) { [self] player in
                hub.documents.boards(of: puzzle, in: code, player: player) { reply(HTTPResponse($0)) }
            }
        case .results(let resource):
            if case .leaderboard = resource, head.target.queryValue("room") != nil, let refusal = tooManyRooms(context)
            {
                return reply(refusal)
            }
            withPlayer(of: head, reply) { [self] player in
                RankingRoutes(hub: hub, player: player, client: context.client)
                    .respond(with: resource, to: head, reply: reply)
            }
        }
    }

    /// Calls `then` with the player whom a request proves; nil if it proves none, or a player who has signed out since.
    private func withPlayer(
        of head: RequestHead, _ reply: @escaping Routes.Reply, then: @escaping (PlayerID?) -> Void
    ) {
        hub.accounts.account(provedBy: identity.claim(of: head)) { result in
            switch result {
            case .failure: reply(.storageUnavailable)
            case .success(let player?) where player.isBanned: reply(.banned)
            case .success(let player): then(player?.id)
            }
        }
    }

    // MARK: Answers

    /// Counts a question about a room; the answer, if there were too many of late.
    private func tooManyRooms(_ context: RequestContext) -> HTTPResponse? {
        roomLimits.take(context.client, now: now()).map {
            .tooMany("Too many rooms asked for from your address.", $0)
        }
    }
}
