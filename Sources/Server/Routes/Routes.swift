import Bytes
import HTTP1
import Rooms
import Telemetry

/// The part of HTTP that needs no hub: the page's files, the metrics, and refusals. Every shard has its own.
struct Routes: Sendable {
    /// Takes the one answer to a request.
    typealias Reply = (HTTPResponse) -> Void

    /// The source of an answer.
    enum Answer {
        case here(HTTPResponse)
        case hub(HubResource)
        /// The handshake of a WebSocket.
        case socket
    }

    private let resources: Resources
    /// Nil where the host has not switched them on.
    private let metrics: ServerMetrics?
    private let privacy: PrivacyFacts
    private let addresses: ReachableAddresses
    private let readiness: Readiness
    private let pictureLimits = AddressLimits(perMinute: Routes.picturesPerMinute)
    /// Now, in ms, for the limit.
    private let now: @Sendable () -> Int

    /// The number of pictures of a room's address that one network may ask for in a minute.
    static let picturesPerMinute = 120

    /// All methods of all resources.
    private static let methods = "GET, HEAD, POST, DELETE, OPTIONS"

    init(
        files: StaticFiles, metrics: ServerMetrics?, privacy: PrivacyFacts, addresses: ReachableAddresses,
        challenges: Challenges?, readiness: Readiness, now: @escaping @Sendable () -> Int
    ) {
        self.now = now
        self.readiness = readiness
        self.privacy = privacy
        self.addresses = addresses
        resources = Resources(files: files, hasMetrics: metrics != nil, challenges: challenges)
        self.metrics = metrics
    }

    /// Answers a request, or says who has to.
    func answer(to head: RequestHead, in context: RequestContext, now: HTTPDate) -> Answer {
        // RFC 9110 section 9.3.6: nobody's way to elsewhere leads through here.
        if head.method == .connect { return .here(.notAllowed(Routes.methods)) }
        if head.target.path == "*" { return .here(.options(Routes.methods)) }
        guard let segments = head.target.segments else {
            return .here(.problem(.badRequest, "The address cannot be read."))
        }
        let words = head.target.query == nil ? nil : head.target.queryValue("words")
        let line = head.target.query == nil ? nil : head.target.queryValue("line")
        guard let resource = resources.find(segments, words: words, line: line) else { return .here(.notFound) }
        guard resource.allows(head.method) else { return .here(.notAllowed(resource.allowed)) }
        if head.method == .options { return .here(.options(resource.allowed)) }
        switch resource {
        case .file(let file, let freshness): return .here(file.response(to: head, freshness, now: now))
        // RFC 9110 section 13.2.1: conditions are for what would be answered with 2xx.
        case .socket: return .socket
        case .metrics: return .here(refusal(of: head, now) ?? metrics.map(HTTPResponse.figures) ?? .notFound)
        case .readiness: return .here(refusal(of: head, now) ?? readiness.response)
        case .privacy:
            return .here(unreadableQuery(of: head) ?? HTTPResponse.state(privacy.json).tagged(for: head, now: now))
        case .invitation(let code): return .here(refusal(of: head, now) ?? invitation(to: code, head, context))
        case .challenge(let response): return .here(refusal(of: head, now) ?? response)
        case .address: return .here(refusal(of: head, now) ?? address(for: head, context))
        // What is read there has a tag, which only the hub knows.
        case .hub(let resource) where head.method == .get || head.method == .head:
            return unreadableQuery(of: head).map(Answer.here) ?? .hub(resource)
        case .hub(let resource): return refusal(of: head, now).map(Answer.here) ?? .hub(resource)
        }
    }

    /// The answer to a query that is none. Not for files: what a page's address has behind the question mark is none of
    /// our business.
    private func unreadableQuery(of head: RequestHead) -> HTTPResponse? {
        head.target.hasReadableQuery
            ? nil : .problem(.badRequest, "What stands behind the question mark cannot be read.")
    }

    /// The answer to what cannot be asked of a resource that has no tag.
    private func refusal(of head: RequestHead, _ now: HTTPDate) -> HTTPResponse? {
        if let refusal = unreadableQuery(of: head) { return refusal }
        // Nothing here has a tag or a date, so a condition that names one cannot hold.
        guard Preconditions(of: head, tag: nil, modified: nil, now: now) != .failed else {
            return .problem(.preconditionFailed, "What is here has no entity tag.")
        }
        return nil
    }

    /// The address under which others reach the server.
    private func address(for head: RequestHead, _ context: RequestContext) -> HTTPResponse {
        addresses.address(for: head, context).map { HTTPResponse.state($0.json) }
            ?? .problem(.badRequest, RequestHead.baseAddressFault)
    }

    /// The address of a room's page under the name by which others reach us, as a QR code. Whether there is such a room
    /// is not said: that would help to search for codes.
    private func invitation(to code: RoomCode, _ head: RequestHead, _ context: RequestContext) -> HTTPResponse {
        // To draw a picture takes time, and more for a longer text: a Host has 261 bytes at most.
        if let retry = pictureLimits.take(context.client, now: now()) {
            return .tooMany("Too many pictures asked for from your address.", retry)
        }
        guard let address = addresses.address(for: head, context),
            let picture = QRCode("\(address.url)/room/\(code.text)")
        else {
            return .problem(.badRequest, RequestHead.baseAddressFault)
        }
        let fields = [("Content-Type", "image/svg+xml"), ("Cache-Control", "no-cache")]
        let svg = picture.svg
        return HTTPResponse(.ok, fields: fields, body: SharedBytes(copying: svg.utf8Span.span.bytes))
    }
}
