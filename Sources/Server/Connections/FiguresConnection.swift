import Bytes
import EventLoops
import HTTP1
import Telemetry

/// A connection to the listener for figures: one request is answered, and it ends. Nothing of the game is there.
final class FiguresConnection: OneAnswerConnection {
    unowned let shard: ServerShard
    let peer: Peer
    private let door: FiguresDoor
    private let isWelcome: Bool
    private var parser: RequestParser

    init(_ connection: Connection, shard: ServerShard, door: FiguresDoor) {
        self.shard = shard
        self.door = door
        let address = connection.remoteAddress.flatMap { IPAddress($0.host) }
        peer = Peer(address: address, isProxy: false)
        parser = RequestParser(limits: shard.parts.bounds.request)
        isWelcome = door.enter()
        guard isWelcome else {
            connection.abort()
            return
        }
        connection.setTimeout(milliseconds: shard.parts.bounds.timeouts.request)
    }

    func received(_ bytes: inout ReceivedBytes, on connection: Connection) {
        do {
            while let event = try parser.next(&bytes) {
                switch event {
                case .request(let request):
                    return answer(response(to: request.head), to: request.head, over: connection)
                case .continueExpected(let head): return answer(response(to: head), to: head, over: connection)
                }
            }
            connection.unfinishedInput = parser.isInsideRequest ? parser.unfinishedMemory : 0
        } catch {
            let hasBody = parser.methodUnderWay != .head
            answer(.problem(error.status, error.detail), to: nil, hasBody: hasBody, over: connection)
        }
    }

    private func response(to head: RequestHead) -> HTTPResponse {
        let response: HTTPResponse
        switch head.target.segments {
        case ["metrics"]: response = .figures(shard.parts.metrics)
        case ["readyz"]: response = shard.parts.readiness.response
        default: return .notFound
        }
        return head.method == .get || head.method == .head ? response : .notAllowed("GET, HEAD")
    }

    func closed(_ connection: Connection, because reason: ConnectionEnd) {
        if isWelcome { door.leave() }
    }
}

extension HTTPResponse {
    /// Figures in the text format of Prometheus.
    static func figures(_ metrics: ServerMetrics) -> HTTPResponse {
        let fields = [("Content-Type", PrometheusText.contentType), ("Cache-Control", "no-store")]
        let text = metrics.prometheusText()
        return HTTPResponse(.ok, fields: fields, body: SharedBytes(copying: text.utf8Span.span.bytes))
    }
}
