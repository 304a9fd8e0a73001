import Bytes
import EventLoops
import GameRules
import HTTP1
import Rooms
import Sessions
import TestKit
import WebSockets

@testable import Server

/// Mail of every kind with random content.
struct SampleMail {
    var random: SplitMix

    init(seed: Int) { random = SplitMix(seed: UInt64(seed)) }

    private mutating func below(_ limit: Int) -> Int { Int(random.next() % UInt64(limit)) }

    private mutating func flag() -> Bool { below(2) == 0 }

    mutating func json() -> [UInt8] {
        Array(#"{"type":"guess","word":"größe","x":"\#(String(repeating: "a", count: below(200)))"}"#.utf8)
    }

    mutating func id(node: Bool) -> ConnectionID {
        let id = ConnectionID(slot: UInt32(below(1 << 26)), generation: UInt32(truncatingIfNeeded: random.next()))
        return node ? id.onNode(from: below(64)) : id
    }

    mutating func room() -> RoomCode {
        RoomCode.random { Int(random.next() % UInt64($0)) }
    }

    private mutating func network() -> ClientNetwork { ClientNetwork(bits: random.next(), isIPv4: flag()) }

    private mutating func claim() -> SessionClaim? {
        flag() ? nil : SessionClaim(player: PlayerID(high: random.next(), low: random.next()), sessions: below(1 << 40))
    }

    private mutating func resource() -> HubResource {
        let puzzles = ["guess-en-5/2026-11-21", "practice-de-6/12", "anagram-en-7/2026-01-01"].compactMap {
            PuzzleID($0)
        }
        let races = ["sprint-3-4", "guess-en-5/2026-11-21"].compactMap { RaceID($0) }
        let accounts: [AccountResource] = [.session, .me, .newLink, .link, .signOut, .export]
        let all: [HubResource] =
            [.health, .today, .rooms, .results(.statistics), .results(.games), .results(.leaderboard("a/b ß"))]
            + [.admin(.session), .admin(.requests), .admin(.figures)] + accounts.map(HubResource.account)
            + puzzles.map(HubResource.puzzle)
            + puzzles.map { .results(.puzzles($0.line)) } + [.history(room())] + races.map { .replay(room(), $0) }
            + puzzles.map { .boards(room(), $0) }
        return all[below(all.count)]
    }

    private mutating func request() throws -> Request {
        let methods: [HTTPMethod] = [.get, .head, .post, .put, .patch, .delete, .options, .trace]
        let method = methods[below(methods.count)]
        let targets = ["/", "/api/v1/me?token=1", "/a%20b?", "http://a.example:80/x?y=z"]
        var fields = HeaderFields()
        for place in 0..<below(5) { fields.append(name: "x-\(place)", value: "v \(below(99))") }
        // Bytes that are no UTF-8.
        let odd: [UInt8] = [0x41, 0xFF, 0x80]
        fields.append(name: Array("cookie".utf8).span.bytes, value: odd.span.bytes)
        let target = RequestTarget(targets[below(targets.count)], method: method)
        guard let target else { throw Missing() }
        var head = RequestHead(method: method, target: target, isVersion11: flag(), fields: fields)
        head.isChunked = flag()
        head.contentLength = below(1_000)
        return Request(head: head, body: (0..<below(50)).map { UInt8($0) })
    }

    struct Missing: Error {}

    private mutating func response() -> HTTPResponse {
        let all: [HTTPResponse] = [
            .json(json()), .state(json()), .notFound, .problem(.forbidden, "No.", code: "password_needed"),
            .tooMany("Slowly.", 1_500), .storageUnavailable, HTTPResponse(.noContent, policy: .page),
            HTTPResponse(.ok, fields: [("X-A", "b")], policy: .errorPage),
        ]
        return all[below(all.count)]
    }

    static let hubKinds = 7

    /// Mail for the hub of that kind.
    mutating func hubMail(_ kind: Int, node: Bool = true) throws -> HubMail {
        switch kind {
        case 0: .connected(id(node: node), identity: claim(), network())
        case 1:
            .received(
                id(node: node), json: json(), lag: UInt16(below(65_536)), at: below(1 << 53))
        case 2: .disconnected(id(node: node))
        case 3: .silent(id(node: node), flag())
        case 4:
            .asked(
                id(node: node), resource(), try request(),
                RequestContext(client: network(), isSecure: flag(), isLocal: flag()))
        case 5: .needsSnapshot(room())
        default: .saidWhatWasRead
        }
    }

    private mutating func content() -> FeedMail.Content { FeedMail.Content(OutgoingMessage(json())) }

    static let shardKinds = 13

    /// Mail of the hub of that kind.
    mutating func shardMail(_ kind: Int) -> ShardMail {
        switch kind {
        case 0:
            let length = [0, 10, 125, 126, 65_535, 65_536][below(6)]
            let bytes = Array(repeating: UInt8(ascii: "a"), count: length)
            return .message(
                id(node: true), EncodedMessage(.text, bytes.span.bytes, mayBeCompressed: flag()), isGreeted: flag())
        case 1: return .close(id(node: true), code: 4500, reason: "too many messages")
        case 2: return .attend(id(node: true), flag())
        case 3: return .answer(id(node: true), response())
        case 4: return .hasRoom
        case 5: return .sayWhatWasRead
        case 6: return .feed(.open(room(), connection: random.next(), after: below(1 << 40)))
        case 7: return .feed(.close(room(), connection: random.next()))
        case 8: return .feed(.publish(room(), content(), sequence: below(1 << 40)))
        case 9: return .feed(.publishPresence(room(), content()))
        case 10: return .feed(.publishReaction(room(), content()))
        case 11: return .feed(.publishSnapshot(room(), content(), sequence: below(1 << 40)))
        default: return .feed(.end(room(), content()))
        }
    }
}

extension HubMail {
    /// All that it says, for comparison.
    var told: String {
        switch self {
        case .asked(let id, let resource, let request, let context):
            var fields: [[UInt8]] = []
            request.head.fields.forEachLine { fields += [$0.array, $1.array] }
            return "asked \(id) \(resource) \(request.head.method) \(request.head.target) \(request.head.isVersion11) "
                + "\(request.head.isChunked) \(request.head.contentLength) \(fields) \(request.body) \(context)"
        case .connected, .received, .disconnected, .silent, .needsSnapshot, .saidWhatWasRead: return "\(self)"
        }
    }
}

extension ShardMail {
    /// All that it says, for comparison.
    var told: String {
        switch self {
        case .message(let id, let message, let isGreeted):
            return "message \(id) \(message.withPayload { $0.array }) \(message.mayBeCompressed) \(isGreeted)"
        case .answer(let id, let response):
            return "answer \(id) \(response.head) \(response.body.array) \(response.policy) "
                + "\(response.problem ?? "-") \(response.problemCode ?? "-") \(response.isState)"
        case .feed(let mail): return "feed \(mail.told)"
        case .close, .attend, .hasRoom, .sayWhatWasRead, .hubLost: return "\(self)"
        }
    }
}

extension FeedMail {
    fileprivate var told: String {
        switch self {
        case .open, .close: "\(self)"
        case .publish(let room, let content, let sequence): "publish \(room) \(content.json) \(sequence)"
        case .publishPresence(let room, let content): "presence \(room) \(content.json)"
        case .publishReaction(let room, let content): "reaction \(room) \(content.json)"
        case .publishSnapshot(let room, let content, let sequence): "snapshot \(room) \(content.json) \(sequence)"
        case .end(let room, let content): "end \(room) \(content.json)"
        }
    }
}
