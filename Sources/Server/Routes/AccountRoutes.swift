import GameRules
import HTTP1
import Messages
import Sessions
import Storage

/// The account API over HTTP. Confined to the hub's thread.
///
/// A change needs proof of intent (CSRF). A bearer token is sent by a program on purpose. A cookie is sent by the
/// browser for any page, so the request must come from our own page.
final class AccountRoutes {
    private let hub: SessionHub
    private let identity: RequestIdentity
    private let live: LiveSettings
    private let advice: ProxyAdvice
    private let addresses: ReachableAddresses
    private let entrance: Entrance
    private let executor: any HubExecutor
    private let linkLimits: AddressLimits
    private let newLinkLimits: AddressLimits
    private let exportLimits: AddressLimits
    private let deletionLimits: AddressLimits
    private let now: () -> Int
    private let wall: () -> Int

    /// Codes that an address may try in a minute.
    private static let linksPerMinute = 10
    /// Codes for other devices that an address may have made in a minute.
    private static let newLinksPerMinute = 30
    /// Exports that an address may ask for in a minute: each reads all that a player ever did.
    private static let exportsPerMinute = 6
    /// Players that may be deleted from an address in a minute: each is looked for in every room where the player ever
    /// sat.
    private static let deletionsPerMinute = 6

    /// `now` is in ms of the server's clock, `wall` in ms since 1970-01-01 UTC of the wall's.
    init(
        hub: SessionHub, identity: RequestIdentity, live: LiveSettings, advice: ProxyAdvice,
        addresses: ReachableAddresses, entrance: Entrance, executor: any HubExecutor, now: @escaping () -> Int,
        wall: @escaping () -> Int
    ) {
        self.hub = hub
        self.identity = identity
        self.live = live
        self.advice = advice
        self.addresses = addresses
        self.entrance = entrance
        self.executor = executor
        linkLimits = AddressLimits(perMinute: AccountRoutes.linksPerMinute)
        newLinkLimits = AddressLimits(perMinute: AccountRoutes.newLinksPerMinute)
        exportLimits = AddressLimits(perMinute: AccountRoutes.exportsPerMinute)
        deletionLimits = AddressLimits(perMinute: AccountRoutes.deletionsPerMinute)
        self.now = now
        self.wall = wall
    }

    /// Answers a request whose method the resource has. Calls `reply` exactly once.
    func respond(
        with resource: AccountResource, to request: Request, in context: RequestContext, reply: @escaping Routes.Reply
    ) {
        let head = request.head
        let isRead = head.method == .get || head.method == .head
        do throws(Refusal) {
            // To ask who one is changes nothing, and a program may do so with its cookie.
            if !isRead { try checkOrigin(of: head, context, isChange: resource != .session || head.method != .post) }
            switch (resource, head.method) {
            case (.session, .post): session(request, context, reply)
            case (.session, _):
                try request.checkMediaType()
                reply(leaving(gone, context))
            case (.me, .delete): delete(named: try request.string("name"), head, context, reply)
            case (.me, _): me(head, reply)
            case (.export, _): export(head, context, reply)
            case (.signOut, _):
                try request.checkMediaType()
                signOutEverywhere(head, context, reply)
            case (.newLink, _):
                try request.checkMediaType()
                withAccount(of: head, reply) { [self] in reply(newLink(for: $0, head, context)) }
            case (.link, _): link(try request.string("code"), head, context, reply)
            }
        } catch {
            reply(error.response)
        }
    }

    /// Throws 403 if the request may come from a page that is not ours. `isChange`: the request acts in the name of the
    /// cookie's player, so it must come from the server's own page.
    private func checkOrigin(of head: RequestHead, _ context: RequestContext, isChange: Bool) throws(Refusal) {
        guard live.origins.allows(head, isSecure: context.isSecure) else {
            advice.refused(head, isSecure: context.isSecure)
            throw Refusal(.forbidden, "A page of another origin may not do this.", code: Refusal.foreignOrigin)
        }
        guard isChange, case .cookie = identity.proof(of: head), head.fields.count(of: "origin") == 0 else { return }
        throw Refusal(
            .forbidden, "With the cookie this needs an Origin, as browsers send it; programs use a bearer token.",
            code: "no_origin")
    }

    /// Calls `then` with the player whom a request proves, or replies 401. `admitsBanned`: also with one who is banned.
    private func withAccount(
        of head: RequestHead, admitsBanned: Bool = false, _ reply: @escaping Routes.Reply,
        then: @escaping (Account) -> Void
    ) {
        hub.accounts.account(provedBy: identity.claim(of: head)) { result in
            switch result {
            case .failure: reply(.storageUnavailable)
            case .success(nil): reply(.unauthorized)
            case .success(let record?) where record.isBanned && !admitsBanned: reply(.banned)
            case .success(let record?): then(record)
            }
        }
    }

    // MARK: The session

    /// `POST /api/v1/session`: the player that the request proves, or a new guest with a new cookie. A private server
    /// asks newcomers for an ``Entrance/Proof`` first. `?renew=1` makes nobody a guest: a cookie that was replaced
    /// while the request was on its way would take the place of the new one.
    private func session(_ request: Request, _ context: RequestContext, _ reply: @escaping Routes.Reply) {
        let head = request.head
        hub.accounts.account(provedBy: identity.claim(of: head)) { [self] result in
            switch result {
            case .failure: reply(.storageUnavailable)
            case .success(nil) where head.target.queryValue("renew") == "1": reply(.unauthorized)
            case .success(nil) where entrance.isOpen:
                if let refusal = refusalOfGuest(context) { return reply(refusal) }
                guest(head, context, reply)
            case .success(nil): enter(request, context, reply)
            case .success(let record?) where record.isBanned: reply(.banned)
            case .success(let record?): reply(welcome(record, .ok, head, context))
            }
        }
    }

    private func enter(_ request: Request, _ context: RequestContext, _ reply: @escaping Routes.Reply) {
        guard !request.body.isEmpty else { return reply(entrance.refusal) }
        let proof: Entrance.Proof
        do throws(Refusal) {
            if let token = try request.optionalString("invitation") {
                proof = .invitation(token)
            } else if let code = try request.optionalString("code") {
                proof = .code(code)
            } else {
                proof = .password(try request.string("password"))
            }
        } catch {
            return reply(error.response)
        }
        if let refusal = refusalOfGuest(context) { return reply(refusal) }
        entrance.try(
            proof, of: context.client, now: now(), wall: wall(),
            then: onHub { [self] outcome in
                switch outcome {
                case .right: guest(request.head, context, reply)
                case .invited(let token): invited(token, request.head, context, reply)
                case .person(let player, let roll): person(player, roll, request.head, context, reply)
                case .wrong: reply(proof.refusal)
                case .wait(let retry): reply(.tooMany("Too many tries from your address.", retry))
                case .busy: reply(.overloaded("Too many come in at once.", retryAfter: 1))
                case .failed: reply(.storageUnavailable)
                }
            })
    }

    /// Takes an outcome from any thread to the hub's.
    private func onHub<Outcome: Sendable>(_ then: @escaping (Outcome) -> Void) -> @Sendable (Outcome) -> Void {
        let onHub = Confined(value: then)
        return { [executor] outcome in executor.enqueue { onHub.value(outcome) } }
    }

    /// Records a guest, who then uses the invitation: a guest who cannot be recorded uses none. If another took the
    /// last place meanwhile, the record is nobody's.
    private func invited(
        _ token: String, _ head: RequestHead, _ context: RequestContext, _ reply: @escaping Routes.Reply
    ) {
        hub.accounts.createGuest { [self] result in
            guard case .success(let player) = result else { return reply(.storageUnavailable) }
            entrance.redeem(
                token, wall: wall(),
                then: onHub { [self] outcome in
                    switch outcome {
                    case .right: reply(welcome(Account(player), .created, head, context))
                    case .wrong: reply(Entrance.Proof.invitation(token).refusal)
                    case .busy: reply(.overloaded("Too many come in at once.", retryAfter: 1))
                    case .failed: reply(.storageUnavailable)
                    }
                })
        }
    }

    /// Returns the refusal of a network from which too many new guests come; nil for others. Charges the guest.
    private func refusalOfGuest(_ context: RequestContext) -> HTTPResponse? {
        live.guestLimits.take(context.client, now: now()).map { .tooMany("Too many new guests from your address.", $0) }
    }

    private func guest(_ head: RequestHead, _ context: RequestContext, _ reply: @escaping Routes.Reply) {
        hub.accounts.createGuest { [self] result in
            switch result {
            case .failure: reply(.storageUnavailable)
            case .success(let player): reply(welcome(Account(player), .created, head, context))
            }
        }
    }

    /// Lets somebody of a class in.
    private func person(
        _ player: PlayerID, _ roll: ClassRoll, _ head: RequestHead, _ context: RequestContext,
        _ reply: @escaping Routes.Reply
    ) {
        hub.accounts.take(roll)
        hub.accounts.enterClass(player) { [self] result in
            switch result {
            case .failure: reply(.storageUnavailable)
            case .success(nil): reply(Entrance.wrongCode)
            case .success(let account?) where account.isBanned: reply(.banned)
            case .success(let account?): reply(welcome(account, .ok, head, context))
            }
        }
    }

    /// Makes this device the player's from now on. `?token=1` tells the token to programs.
    private func welcome(
        _ player: Account, _ status: HTTPStatus, _ head: RequestHead, _ context: RequestContext
    ) -> HTTPResponse {
        let secret = identity.tokens.token(for: SessionClaim(player))
        var json = JSONWriter()
        json.object { json in
            AccountRoutes.write(player, to: &json)
            if head.target.queryValue("token") == "1" { json.field("token", secret) }
        }
        return settingCookie(of: .json(json.bytes, status: status), to: secret, RequestIdentity.cookieDays, context)
    }

    private func leaving(_ response: HTTPResponse, _ context: RequestContext) -> HTTPResponse {
        settingCookie(of: response, to: "", 0, context)
    }

    private func settingCookie(
        of response: HTTPResponse, to secret: String, _ days: Int, _ context: RequestContext
    ) -> HTTPResponse {
        response.settingCookie(RequestIdentity.cookie, to: secret, days: days, below: addresses.site, context)
    }

    // MARK: The player

    private static func write(_ player: Account, to json: inout JSONWriter) {
        json.object("player") { json in
            json.field("id", player.id.text)
            json.field("name", player.name)
        }
    }

    private func me(_ head: RequestHead, _ reply: @escaping Routes.Reply) {
        withAccount(of: head, reply) { [self] player in
            hub.accounts.since(player.id) { result in
                switch result {
                case .failure: reply(.storageUnavailable)
                case .success(nil): reply(.unauthorized)
                case .success(let since?): reply(.state(AccountRoutes.me(player, since: since)))
                }
            }
        }
    }

    private static func me(_ player: Account, since: Int) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            write(player, to: &json)
            json.field("since", since)
        }
        return json.bytes
    }

    /// `POST /api/v1/me/sign-out`: every other device has to come as somebody else; this one gets a new cookie.
    private func signOutEverywhere(_ head: RequestHead, _ context: RequestContext, _ reply: @escaping Routes.Reply) {
        withAccount(of: head, reply) { [self] player in
            hub.accounts.signOutEverywhere(player.id) { [self] result in
                switch result {
                case .failure: reply(.storageUnavailable)
                case .success(nil): reply(.unauthorized)
                case .success(let player?): reply(welcome(player, .ok, head, context))
                }
            }
        }
    }

    /// `GET /api/v1/me/export`: all that is kept about the player, to be saved as a file.
    private func export(_ head: RequestHead, _ context: RequestContext, _ reply: @escaping Routes.Reply) {
        // Banned players too have a right to their data.
        withAccount(of: head, admitsBanned: true, reply) { [self] player in
            if let retry = exportLimits.take(context.client, now: now()) {
                return reply(.tooMany("Too many exports from your address.", retry))
            }
            hub.accounts.export(of: player.id) { result in
                switch result {
                case .failure(.storage): reply(.storageUnavailable)
                case .failure(.tooLong(let most)):
                    reply(
                        .problem(
                            .insufficientStorage,
                            "All that is kept about you is more than \(most) bytes, which is what this server sends at most. "
                                + "Its operator can give it to you.", code: "export_too_long"))
                case .success(nil): reply(.unauthorized)
                case .success(let document?):
                    var response = HTTPResponse.json(document)
                    let name = "tilerace-\(player.id.text.prefix(8)).json"
                    response.head.add("Content-Disposition", "attachment; filename=\"\(name)\"")
                    reply(response)
                }
            }
        }
    }

    /// `DELETE /api/v1/me`: the player is nobody from then on. The name is asked for so that nobody does it in passing.
    private func delete(
        named name: String, _ head: RequestHead, _ context: RequestContext, _ reply: @escaping Routes.Reply
    ) {
        withAccount(of: head, admitsBanned: true, reply) { [self] player in
            if let retry = deletionLimits.take(context.client, now: now()) {
                return reply(.tooMany("Too many players deleted from your address.", retry))
            }
            hub.accounts.deletePlayer(player.id, name: name) { [self] result in
                switch result {
                case .failure: reply(.storageUnavailable)
                case .success(.noPlayer): reply(.unauthorized)
                case .success(.otherName):
                    reply(.problem(.conflict, "That is not the player's name.", code: "other_name"))
                case .success(.deleted): reply(leaving(gone, context))
                }
            }
        }
    }

    private var gone: HTTPResponse { HTTPResponse(.noContent, fields: [("Cache-Control", "no-store")]) }

    // MARK: Other devices

    /// `POST /api/v1/me/link`: a code by which another device becomes this player's.
    private func newLink(for player: Account, _ head: RequestHead, _ context: RequestContext) -> HTTPResponse {
        // To draw a picture takes time.
        if let retry = newLinkLimits.take(context.client, now: now()) {
            return .tooMany("Too many codes asked for from your address.", retry)
        }
        guard let address = addresses.address(for: head, context) else {
            return .problem(.badRequest, RequestHead.baseAddressFault)
        }
        guard let link = hub.accounts.makeLinkCode(for: player.id) else {
            return .overloaded("Too many players link devices just now.", retryAfter: 60)
        }
        guard let picture = QRCode("\(address.url)/link#\(link.code)") else {
            return .problem(.badRequest, RequestHead.baseAddressFault)
        }
        var json = JSONWriter(reservingCapacity: 4_096)
        json.object { json in
            json.field("code", link.code)
            json.field("expires", link.expires)
            json.field("url", address.url)
            json.object("qr") { json in
                json.field("size", picture.size)
                json.field("path", picture.path(margin: 0))
            }
        }
        return .json(json.bytes, status: .created)
    }

    /// `POST /api/v1/link`: this device becomes the player's who made the code.
    private func link(_ code: String, _ head: RequestHead, _ context: RequestContext, _ reply: @escaping Routes.Reply) {
        if let retry = linkLimits.take(context.client, now: now()) {
            return reply(.tooMany("Too many codes tried from your address.", retry))
        }
        hub.accounts.redeemLinkCode(code) { [self] result in
            switch result {
            case .failure: reply(.storageUnavailable)
            case .success(nil):
                reply(.problem(.notFound, "That code is not good, or not any more.", code: "bad_code"))
            case .success(let player?): reply(welcome(player, .ok, head, context))
            }
        }
    }
}
